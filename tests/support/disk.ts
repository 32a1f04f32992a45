/**
 * A small separate disk that can be filled up, and whose power can be cut. It consists of two
 * nested file systems. The product uses the inner one. The outer one holds the image of the inner
 * one, and buffers it in memory: this buffer represents the disk's own cache. A cut stops the outer
 * one at one instant (with the ioctl that xfstests uses, EXT4_IOC_SHUTDOWN without a flush of its
 * journal). All data that no flush has written to it is lost, whatever the order of the writes.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach } from 'vitest';

export type Disk = {
  /** Its mount point. */
  dir: string;
  /** Cuts the power: nothing is read or written from now on. */
  cut(): void;
  /** Restores the power, once no process uses the disk: both file systems are mounted again. */
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

/** EXT4_IOC_SHUTDOWN with EXT4_GOING_FLAGS_NOLOGFLUSH. Node offers no ioctl. */
const SHUT_DOWN =
  'open(my $d, "<", $ARGV[0]) or die $!; my $how = pack("L", 2); ioctl($d, 0x8004587D, $how) or die $!';

/**
 * Makes a disk. Throws if file systems cannot be mounted: only root may, and containers often may
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
  /** A process that was just killed may still use it for a short time. */
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
    // as root, PostgreSQL runs under another account, which must be able to enter
    run('chmod', '755', base, dir);
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

/** One disk for a whole test file. If none can be made, its tests are skipped with the reason. */
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
 * Mounts a small file system in memory over a folder. False if none can be mounted: only root may.
 */
export const mountSmall = (dir: string, size: string): boolean =>
  spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'none', dir], { stdio: 'ignore' })
    .status === 0;

export const unmount = (dir: string): void => {
  spawnSync('umount', [dir]);
};

export const remountReadOnly = (dir: string): boolean =>
  spawnSync('mount', ['-o', 'remount,ro', dir], { stdio: 'ignore' }).status === 0;
