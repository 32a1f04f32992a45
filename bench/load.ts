/**
 * The load, in a separate process: each client has one connection and sends its next request when
 * the last is answered. It uses plain sockets, because on two cores its own CPU time is missing
 * from the measured server.
 */
import { connect } from 'node:net';
import { median } from './rounds.ts';

/** The raw requests of each client, sent in turn, for `seconds` from the first byte on. */
export type Load = { port: number; clients: string[][]; seconds: number };

/**
 * Answers by status, per second of the run; the median and the 99th percentile of their times in
 * milliseconds; the share of a core that this process used.
 */
export type Answered = {
  byStatus: Record<number, number>;
  perSecond: Record<number, number>;
  ms: number;
  p99: number;
  cpu: number;
};

process.on('message', (load: Load) => {
  run(load).then(
    (answered) => process.send?.(answered),
    (error: unknown) => {
      process.stderr.write(`${String(error)}\n`);
      process.exit(1);
    },
  );
});

async function run({ port, clients, seconds }: Load): Promise<Answered> {
  const statuses: number[] = [];
  const times: number[] = [];
  const { user, system } = process.cpuUsage();
  const start = performance.now();
  await Promise.all(
    clients.map((requests) =>
      runClient(port, requests, start + seconds * 1000, (status, ms) => {
        statuses.push(status);
        times.push(ms);
      }),
    ),
  );
  const elapsed = (performance.now() - start) / 1000;
  const taken = process.cpuUsage();
  const cpu = (taken.user + taken.system - user - system) / 1_000_000 / elapsed;
  const byStatus: Record<number, number> = {};
  for (const status of statuses) byStatus[status] = (byStatus[status] ?? 0) + 1;
  const perSecond = Object.fromEntries(
    Object.entries(byStatus).map(([status, n]) => [status, n / elapsed]),
  );
  return {
    byStatus,
    perSecond,
    ms: median(times),
    p99: times.toSorted((a, b) => a - b)[Math.ceil(times.length * 0.99) - 1] ?? Number.NaN,
    cpu,
  };
}

function runClient(
  port: number,
  requests: string[],
  end: number,
  answered: (status: number, ms: number) => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    let sent = 0;
    let n = 0;
    let received = '';
    let wanted = 0;
    const next = (): void => {
      if (performance.now() >= end) {
        socket.destroy();
        return resolve();
      }
      received = '';
      wanted = 0;
      sent = performance.now();
      socket.write(requests[n % requests.length] ?? '', 'latin1');
      n += 1;
    };
    socket.setEncoding('latin1'); // one character per byte, so that lengths are correct
    socket.on('connect', next);
    socket.on('error', reject);
    socket.on('close', () => reject(new Error('the server closed a connection')));
    socket.on('data', (chunk: string) => {
      received += chunk;
      wanted ||= lengthOf(received);
      if (wanted === 0 || received.length < wanted) return;
      answered(Number(received.slice(9, 12)), performance.now() - sent);
      next();
    });
  });
}

/** Bytes of the whole answer, head and body. 0 until its head is complete. */
function lengthOf(received: string): number {
  const head = received.indexOf('\r\n\r\n');
  if (head < 0) return 0;
  if (received.startsWith('HTTP/1.1 304')) return head + 4; // it has no body
  const length = /\r\ncontent-length: (\d+)\r\n/i.exec(received.slice(0, head + 2))?.[1];
  if (length === undefined)
    throw new Error(`an answer without length:\n${received.slice(0, head)}`);
  return head + 4 + Number(length);
}
