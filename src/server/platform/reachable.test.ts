import { connect, createServer } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { freePort } from '../../../tests/support/proxies.ts';
import { createDatabase } from '../../../tests/support/postgres.ts';
import { untilReachable } from './reachable.ts';

/** The answer of PostgreSQL while it starts: an ErrorResponse with severity, code and message. */
function starting(): Buffer {
  const fields = Buffer.from('SFATAL\0VFATAL\0C57P03\0Mthe database system is starting up\0\0');
  const head = Buffer.from('E\0\0\0\0');
  head.writeInt32BE(fields.length + 4, 1);
  return Buffer.concat([head, fields]);
}

test("un PostgreSQL qui n'est pas encore là, qui raccroche ou qui démarre est attendu, et cela se dit sans se répéter", async () => {
  // OPS-52, LIM-96
  const { url, drop } = await createDatabase();
  onTestFinished(drop);
  const port = await freePort();
  const real = Number(new URL(url).port);
  const attempts: string[] = [];
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    attempts.push('');
    if (attempts.length === 1) socket.destroy();
    else if (attempts.length === 2) socket.once('data', () => socket.end(starting()));
    else socket.pipe(connect(real, '127.0.0.1').on('error', () => undefined)).pipe(socket);
  });
  onTestFinished(() => {
    server.close();
  });
  const said: string[] = [];
  await untilReachable(Object.assign(new URL(url), { port: String(port) }).href, (line) => {
    said.push(line);
    server.listen(port, '127.0.0.1'); // once the message about the missing server was written
  });
  expect(said).toEqual([
    "DATABASE_URL : le serveur PostgreSQL ne répond pas (ECONNREFUSED). Manège l'attend, et essaie chaque seconde.",
  ]);
  expect(attempts).toHaveLength(3);
});

test("un nom qui n'existe pas encore est attendu ; un mot de passe faux et une base inconnue sont refusés aussitôt", async () => {
  // OPS-52
  const { url, drop } = await createDatabase();
  onTestFinished(drop);
  const never = (line: string): never => {
    throw new Error(line);
  };
  await expect(untilReachable('postgres://nulle-part.invalid/manege', never)).rejects.toThrow(
    /ne répond pas \((?:ENOTFOUND|EAI_AGAIN)\)/,
  );
  await expect(
    untilReachable(Object.assign(new URL(url), { password: 'faux' }).href, never),
  ).rejects.toMatchObject({ code: '28P01' });
  await expect(untilReachable(`${url}_absente`, never)).rejects.toMatchObject({ code: '3D000' });
});
