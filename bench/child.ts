/**
 * Programs of the benchmark that run beside it: the load and the baselines, each in a separate
 * process.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Answered, Load } from './load.ts';

export type Program = {
  /** Sends a message and waits for the answer. */
  ask<T>(message: object): Promise<T>;
  stop(): Promise<void>;
};

/** Starts a program of this folder. */
export function startProgram(file: string): Program {
  const child = fork(fileURLToPath(new URL(file, import.meta.url)), {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const exited = once(child, 'exit');
  return {
    async ask<T>(message: object) {
      child.send(message);
      const answer = await Promise.race([once(child, 'message'), exited.then(() => null)]);
      if (answer === null) throw new Error(`${file} ended by itself`);
      return answer[0] as T;
    },
    async stop() {
      child.kill('SIGTERM');
      await exited;
    },
  };
}

/** Runs a load against a server on this machine. */
export async function runLoad(load: Load): Promise<Answered> {
  const program = startProgram('load.ts');
  const answered = await program.ask<Answered>(load);
  await program.stop();
  return answered;
}

/**
 * A request as sent by a signed-in browser, with only those of its many headers that the server
 * reads.
 */
export function rawRequest(
  cookie: string,
  method: 'GET' | 'POST',
  path: string,
  body?: object,
  headers: Record<string, string> = {},
): string {
  const text = body === undefined ? '' : JSON.stringify(body);
  const length =
    body === undefined
      ? ''
      : `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(text)}\r\n`;
  const others = Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('');
  const raw = `${method} ${path} HTTP/1.1\r\nhost: localhost\r\norigin: http://localhost\r\ncookie: ${cookie}\r\n${others}${length}\r\n${text}`;
  return Buffer.from(raw, 'utf8').toString('latin1');
}
