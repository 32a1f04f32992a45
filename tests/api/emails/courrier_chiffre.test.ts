/**
 * Whether emails may be sent unencrypted, with real SMTP servers with and without STARTTLS
 * (MAIL-20). 127.0.0.2 stands for another machine.
 */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import * as tls from 'node:tls';
import { SMTPServer } from 'smtp-server';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { failureCauseOf } from '../../../src/domain/emails/failures.ts';
import { readEnv } from '../../../src/server/env.ts';
import { createMailer } from '../../../src/server/platform/mail/mailer.ts';

/** Used by this test only, for 127.0.0.2, from 2020 to 2120. */
const KEY = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgsxLmbHaNkFqhEXRp
zMNt2xkiz+zbLToM4abSHKTiY+GhRANCAATqoc/CzU2pFymbqm7IbwyfCLI4yROV
Ej7rcP5+UfFEPqUpJTovWcNu2uweV0716kTeU1WvAK5G6X+tYlrfTaiR
-----END PRIVATE KEY-----`;
const CERT = `-----BEGIN CERTIFICATE-----
MIIBdTCCARygAwIBAgIBATAKBggqhkjOPQQDAjAhMR8wHQYDVQQDDBZjb3Vycmll
ci5lc3NhaS5leGFtcGxlMCAXDTIwMDEwMTAwMDAwMFoYDzIxMjAwMTAxMDAwMDAw
WjAhMR8wHQYDVQQDDBZjb3Vycmllci5lc3NhaS5leGFtcGxlMFkwEwYHKoZIzj0C
AQYIKoZIzj0DAQcDQgAE6qHPws1NqRcpm6puyG8MnwiyOMkTlRI+63D+flHxRD6l
KSU6L1nDbtrsHldO9epE3lNVrwCuRul/rWJa302okaNDMEEwDwYDVR0TAQH/BAUw
AwEB/zAPBgNVHREECDAGhwR/AAACMB0GA1UdDgQWBBQWyjR4PvVcyZgbHhGsOHdP
p61w7jAKBggqhkjOPQQDAgNHADBEAiAZ+vwbpiK1IXxMoyegGZWjvL8bIJ4LL8xc
2UC5lv4Q8gIgDM6/LAQtoXU+f+3eeMTEjArNieegDdlQbZL78sxkMIw=
-----END CERTIFICATE-----`;

type Taken = { secure: boolean };

/**
 * A server on any address of this machine that reports what it receives: commands before STARTTLS,
 * messages.
 */
async function startServer(
  starttls: boolean,
): Promise<{ port: number; mails: Taken[]; senders: () => number }> {
  const mails: Taken[] = [];
  let senders = 0;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: starttls ? ['AUTH'] : ['AUTH', 'STARTTLS'],
    logger: false,
    disableReverseLookup: true,
    key: KEY,
    cert: CERT,
    onMailFrom(_address, _session, callback) {
      senders += 1;
      callback();
    },
    onData(stream, { secure }, callback) {
      stream.resume().on('end', () => {
        mails.push({ secure });
        callback();
      });
    },
  });
  server.on('error', () => {});
  server.listen(0, '0.0.0.0');
  await once(server.server, 'listening');
  onTestFinished(
    () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
      }),
  );
  return { port: (server.server.address() as AddressInfo).port, mails, senders: () => senders };
}

/** Sends one email with the configuration of an environment. */
function send(env: Record<string, string>): ReturnType<ReturnType<typeof createMailer>['send']> {
  const { smtp } = readEnv({ SECRET: 'un-secret-de-trente-deux-caractères-au-moins', ...env });
  const mailer = createMailer(smtp!, { name: 'Manège', address: 'bonjour@centre.example' });
  return mailer.send(
    {
      messageId: '<1@centre.example>',
      to: { name: 'Camille', address: 'camille@essai.example' },
      subject: 'Essai',
      html: '<p>Essai</p>',
      text: 'Essai',
      desabonnement: null,
      calendrier: null,
    },
    new AbortController().signal,
  );
}

const trusted = tls.getCACertificates();
beforeAll(() => tls.setDefaultCACertificates([...trusted, CERT]));

test('une autre machine sans STARTTLS ne reçoit rien, et la raison se lit en français', async () => {
  const { port, mails, senders } = await startServer(false);
  for (const env of [{}, { SMTP_REQUIRE_TLS: '1' }]) {
    const result = await send({ SMTP_URL: `smtp://127.0.0.2:${port}`, ...env });
    // tried again, because either side can be corrected
    expect(result).toMatchObject({ ok: false, final: false });
    expect(failureCauseOf((result as { error: string }).error)).toEqual({
      cause:
        "Le serveur d'envoi n'offre pas de connexion chiffrée (STARTTLS), et rien ne part en clair : voyez SMTP_REQUIRE_TLS.",
      raw: null,
    });
  }
  expect([mails, senders()]).toEqual([[], 0]);
});

test('une autre machine sans STARTTLS reçoit en clair si SMTP_REQUIRE_TLS=0 le dit', async () => {
  const { port, mails } = await startServer(false);
  expect(await send({ SMTP_URL: `smtp://127.0.0.2:${port}`, SMTP_REQUIRE_TLS: '0' })).toEqual({
    ok: true,
  });
  expect(mails).toEqual([{ secure: false }]);
});

test('une autre machine avec STARTTLS reçoit chiffré', async () => {
  const { port, mails } = await startServer(true);
  for (const env of [{}, { SMTP_REQUIRE_TLS: '0' }])
    expect(await send({ SMTP_URL: `smtp://127.0.0.2:${port}`, ...env })).toEqual({ ok: true });
  expect(mails).toEqual([{ secure: true }, { secure: true }]);
});

test("un certificat inconnu arrête l'envoi, chiffrement demandé ou non", async () => {
  const { port, senders } = await startServer(true);
  tls.setDefaultCACertificates([...trusted]);
  onTestFinished(() => tls.setDefaultCACertificates([...trusted, CERT]));
  for (const SMTP_REQUIRE_TLS of ['1', '0']) {
    const result = await send({ SMTP_URL: `smtp://127.0.0.2:${port}`, SMTP_REQUIRE_TLS });
    expect(failureCauseOf((result as { error: string }).error).cause).toBe(
      "La connexion sûre au serveur d'envoi n'a pas pu s'établir (certificat).",
    );
  }
  expect(senders()).toBe(0);
});

test('un relais de cette machine reçoit en clair, sauf si SMTP_REQUIRE_TLS=1 le refuse', async () => {
  const { port, mails } = await startServer(false);
  for (const host of ['127.0.0.1', 'localhost'])
    expect(await send({ SMTP_URL: `smtp://${host}:${port}` })).toEqual({ ok: true });
  expect(await send({ SMTP_URL: `smtp://127.0.0.1:${port}`, SMTP_REQUIRE_TLS: '1' })).toMatchObject(
    { ok: false },
  );
  expect(mails).toHaveLength(2);
});
