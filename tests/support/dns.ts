/**
 * A DNS server on a free port that returns the records of a test, and answers that any other name
 * does not exist.
 */
import { createSocket } from 'node:dgram';
import { once } from 'node:events';

/** By name: its texts, and the names of its mail servers. */
export type Records = Record<string, { txt?: readonly string[]; mx?: readonly string[] }>;

const TXT = 16;
const MX = 15;

const nameOf = (name: string): Buffer =>
  Buffer.concat([
    ...name
      .split('.')
      .map((label) => Buffer.concat([Buffer.from([label.length]), Buffer.from(label)])),
    Buffer.from([0]),
  ]);
/** In pieces of 255 bytes, as DNS splits texts. */
const textOf = (text: string): Buffer =>
  Buffer.concat(
    (text.match(/.{1,255}/g) ?? ['']).map((part) =>
      Buffer.concat([Buffer.from([part.length]), Buffer.from(part)]),
    ),
  );

/** `records` null: it receives, and never answers. */
export async function startDns(records: Records | null): Promise<{ server: string; stop(): void }> {
  const socket = createSocket('udp4');
  socket.on('message', (query, { port, address }) => {
    if (records === null) return;
    const labels: string[] = [];
    let at = 12;
    for (; query[at]; at += query[at]! + 1)
      labels.push(query.toString('latin1', at + 1, at + 1 + query[at]!));
    const end = at + 5; // the name's zero, type and class
    const type = query.readUInt16BE(at + 1);
    const known = records[labels.join('.').toLowerCase()];
    const data =
      type === TXT
        ? (known?.txt ?? []).map(textOf)
        : type === MX
          ? (known?.mx ?? []).map((name) => Buffer.concat([Buffer.from([0, 10]), nameOf(name)]))
          : [];
    const answers = data.map((one) => {
      const head = Buffer.from([0xc0, 12, 0, type, 0, 1, 0, 0, 0, 60, 0, 0]);
      head.writeUInt16BE(one.length, 10);
      return Buffer.concat([head, one]);
    });
    const header = Buffer.from([
      query[0]!,
      query[1]!,
      0x81,
      known ? 0x80 : 0x83,
      0,
      1,
      0,
      answers.length,
      0,
      0,
      0,
      0,
    ]);
    socket.send(Buffer.concat([header, query.subarray(12, end), ...answers]), port, address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return {
    server: `127.0.0.1:${socket.address().port}`,
    stop: () => {
      socket.close();
    },
  };
}
