/** A lock file in `dist`, so that only one install or build at a time runs in this folder. */
import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ROOT, say } from './processes.mjs';

/**
 * Runs `work` while no other process runs work with this name. `waiting` is printed before it waits
 * for another one. `work` receives a function to which it passes its child: a child that outlives
 * this process keeps the lock.
 */
export async function alone(name, waiting, work) {
  const file = join(ROOT, `dist/${name}.pid`);
  mkdirSync(dirname(file), { recursive: true });
  for (let told = false; ; told = true) {
    try {
      writeFileSync(file, String(process.pid), { flag: 'wx' });
      break;
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
    }
    if (!isHeld(file)) rmSync(file, { force: true });
    else if (!told) say(waiting);
    await sleep(500);
  }
  try {
    await work((child) => writeFileSync(file, String(child.pid)));
  } finally {
    rmSync(file, { force: true });
  }
}

/**
 * True while the process in the file is alive. After ten minutes its pid may belong to another
 * process.
 */
function isHeld(file) {
  try {
    const pid = Number(readFileSync(file, 'utf8'));
    return pid > 0 && Date.now() - statSync(file).mtimeMs < 600_000 && process.kill(pid, 0);
  } catch (error) {
    return error.code === 'EPERM';
  }
}
