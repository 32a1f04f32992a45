/**
 * A small disk of its own that can be filled up, and whose power can be cut. Two file systems lie
 * one in the other: the inner one is the disk as the product sees it, and the memory with which the
 * outer one buffers the inner one's image is the disk's own cache. A cut stops the outer one at one
 * instant (the ioctl that xfstests uses, EXT4_IOC_SHUTDOWN without a flush of its journal): what no
 * flush has carried to it is gone, in whatever order it was written.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach } from 'vitest';

export type Disk = {
  /** Where it is mounted. */
  dir: string;
  /** Cuts the power: nothing is read or written from now on. */
  cut(): void;
  /** Gives the power back, once no process uses the disk: both file systems are mounted anew. */
  restore(): Promise<void>;
  remove(): Promise<void>;
};

function run(command: string, ...args: string[]): void {
  const { status, stderr, error } = spawnSync(command, args, {
    encoding: 'utf8',
    env: { ...process.env, PATH: `${process.env['PATH'] ?? ''}:/usr/sbin:/sbin` },
  });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}: ${error?.message ?? stderr}`);
}

/** EXT4_IOC_SHUTDOWN with EXT4_GOING_FLAGS_NOLOGFLUSH; Node knows no ioctl. */
const SHUT_DOWN =
  'open(my $d, "<", $ARGV[0]) or die $!; my $how = pack("L", 2); ioctl($d, 0x8004587D, $how) or die $!';

/**
 * Makes one. Throws if file systems cannot be mounted: only root may, and containers often may
 * not.
 */
async function createDisk(megabytes: number): Promise<Disk> {
  const base = mkdtempSync(join(tmpdir(), 'manege-disque-'));
  const [file, outer, dir] = [join(base, 'disque.img'), join(base, 'cache'), join(base, 'disque')];
  const image = join(outer, 'image');
  for (const path of [outer, dir]) mkdirSync(path);
  const mount = (): void => {
    run('mount', '-o', 'loop', file, outer);
    run('mount', '-o', 'loop', image, dir);
  };
  /** A process that was just killed may hold it for a moment. */
  const unmount = async (): Promise<void> => {
    for (const path of [dir, outer]) {
      for (
        let tries = 100;
        readFileSync('/proc/mounts', 'utf8').includes(` ${path} `);
        tries -= 1
      ) {
        if (spawnSync('umount', [path]).status === 0) break;
        if (tries === 0) throw new Error(`${path} is still in use`);
        await sleep(100);
      }
    }
  };
  const remove = async (): Promise<void> => {
    await unmount();
    rmSync(base, { recursive: true, force: true });
  };
  try {
    run('truncate', '-s', `${Math.ceil(megabytes * 1.1) + 60}M`, file);
    run('mkfs.ext4', '-q', '-F', file);
    run('mount', '-o', 'loop', file, outer);
    run('dd', 'if=/dev/zero', `of=${image}`, 'bs=1M', `count=${megabytes}`, 'status=none');
    run('mkfs.ext4', '-q', '-F', '-m', '0', image);
    run('sync', '-f', outer);
    run('mount', '-o', 'loop', image, dir);
    run('chmod', '755', base, dir); // as root, PostgreSQL runs under another account, which must be able to enter
  } catch (error) {
    await remove();
    throw error;
  }
  return {
    dir,
    cut: () => run('perl', '-e', SHUT_DOWN, outer),
    async restore() {
      await unmount();
      mount();
    },
    remove,
  };
}

/** One disk for a whole test file, whose tests are skipped, and say why, if none can be had. */
export function useDisk(megabytes: number): () => Disk {
  let disk: Disk | null = null;
  let obstacle = '';
  beforeAll(async () => {
    disk = await createDisk(megabytes).catch((error: Error) => {
      obstacle = error.message;
      return null;
    });
  });
  beforeEach(({ skip }) =>
    skip(disk === null, `non exécuté : aucun disque d'essai ne peut être monté ici (${obstacle})`),
  );
  afterAll(() => disk?.remove());
  return () => disk!;
}

/**
 * Mounts a small file system in memory over a folder; false if none can be mounted: only root
 * may.
 */
export const mountSmall = (dir: string, size: string): boolean =>
  spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'none', dir], { stdio: 'ignore' })
    .status === 0;

export const unmount = (dir: string): void => {
  spawnSync('umount', [dir]);
};

export const remountReadOnly = (dir: string): boolean =>
  spawnSync('mount', ['-o', 'remount,ro', dir], { stdio: 'ignore' }).status === 0;
