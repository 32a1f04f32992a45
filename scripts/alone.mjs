/** One at a time in this folder, whichever command began it. */
import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ROOT, say } from './processes.mjs';

/**
 * Two installs, or two builds, in one folder destroy each other, also one whose start was killed and that goes on alone: it is
 * waited for, and `attente` says so. `work` is handed what it calls with a child that outlives it.
 */
export async function alone(name, attente, work) {
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
    else if (!told) say(attente);
    await sleep(500);
  }
  try {
    await work((child) => writeFileSync(file, String(child.pid)));
  } finally {
    rmSync(file, { force: true });
  }
}

/** By a process that lives; after ten minutes its number has rather been given anew. */
function isHeld(file) {
  try {
    const pid = Number(readFileSync(file, 'utf8'));
    return pid > 0 && Date.now() - statSync(file).mtimeMs < 600_000 && process.kill(pid, 0);
  } catch (error) {
    return error.code === 'EPERM';
  }
}
