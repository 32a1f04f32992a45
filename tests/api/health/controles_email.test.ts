/** Whether the sender's domain authorises our emails, according to a DNS server (OPS-69). */
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import type { Controle } from '../../../src/domain/health/controles.ts';
import { check, type Lieu } from '../../../src/server/actions/health/controles.ts';
import { createTestApp, type TestApp } from '../../support/app.ts';
import { type Records, startDns } from '../../support/dns.ts';

const SPF = 'v=spf1 include:_spf.fournisseur.example -all';
/** Longer than one string of a TXT record. */
const LONG_SPF = `v=spf1 ${Array.from({ length: 12 }, (_, n) => `include:_spf${n}.fournisseur.example`).join(' ')} -all`;
const DMARC = 'v=DMARC1; p=quarantine; rua=mailto:dmarc@centre.example';
const GOOD: Records = {
  'centre.example': { txt: ['autre=chose', SPF], mx: ['mx.centre.example'] },
  '_dmarc.centre.example': { txt: [DMARC] },
};

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp({ smtpUrl: 'smtp://127.0.0.1:1' });
});
afterAll(() => t.close());

async function sender(
  address: string,
  records: Records | null = GOOD,
  mailFrom = true,
): Promise<Controle | undefined> {
  const dns = await startDns(records);
  onTestFinished(() => dns.stop());
  const lieu: Lieu = {
    ...t.services,
    databaseUrl: t.url,
    expediteur: { name: 'Manège', address },
    given: { publicUrl: true, trustProxy: false, mailFrom },
    dns: [dns.server],
  };
  return (await check(lieu)).find(({ nom }) => nom === 'Expéditeur');
}

const CASES: [string, Parameters<typeof sender>, Controle['etat'], RegExp][] = [
  [
    'un domaine qui dit tout',
    ['bonjour@centre.example'],
    'ok',
    /^centre\.example a SPF, DMARC et MX/,
  ],
  [
    'un SPF en plusieurs morceaux',
    [
      'bonjour@centre.example',
      { ...GOOD, 'centre.example': { txt: [LONG_SPF], mx: ['mx.centre.example'] } },
    ],
    'ok',
    /SPF/,
  ],
  [
    'un sous-domaine, sous le DMARC de son domaine',
    [
      'bonjour@mail.centre.example',
      { ...GOOD, 'mail.centre.example': { txt: [SPF], mx: ['mx.centre.example'] } },
    ],
    'ok',
    /^mail\.centre\.example/,
  ],
  [
    'un domaine inconnu',
    ['bonjour@ailleurs.example'],
    'attention',
    /^ailleurs\.example : aucun SPF ; aucun DMARC ; aucun MX/,
  ],
  [
    'deux SPF',
    [
      'bonjour@centre.example',
      { ...GOOD, 'centre.example': { txt: [SPF, SPF], mx: ['mx.centre.example'] } },
    ],
    'attention',
    /: 2 SPF/,
  ],
  [
    'un SPF pour tous',
    [
      'bonjour@centre.example',
      { ...GOOD, 'centre.example': { txt: ['v=spf1 +all'], mx: ['mx.centre.example'] } },
    ],
    'attention',
    /\+all/,
  ],
  [
    'sans DMARC',
    ['bonjour@centre.example', { 'centre.example': GOOD['centre.example']! }],
    'attention',
    /: aucun DMARC\.$/,
  ],
  [
    'un domaine qui ne reçoit rien (MX nul)',
    ['bonjour@centre.example', { ...GOOD, 'centre.example': { txt: [SPF], mx: [''] } }],
    'attention',
    /: aucun MX/,
  ],
  [
    'une adresse de fournisseur',
    ['centre@gmail.com'],
    'attention',
    /gmail\.com n'est pas un domaine à vous/,
  ],
  ['le nom de la machine', ['no-reply@localhost'], 'attention', /ne connaissent pas ce domaine/],
  ['un DNS qui ne répond pas', ['bonjour@centre.example', null], 'attention', /^Pas vérifié/],
];

test.each(CASES)('%s', async (_, wanted, etat, constat) => {
  // OPS-69
  expect(await sender(...wanted)).toMatchObject({ etat, constat: expect.stringMatching(constat) });
});

test('sans MAIL_FROM, il est dit de la donner', async () => {
  // OPS-69
  expect((await sender('no-reply@reservation.centre.example', GOOD, false))?.remede).toMatch(
    /^Donnez MAIL_FROM/,
  );
});

test("sans serveur d'envoi, l'expéditeur n'est pas vérifié", async () => {
  expect(
    (await check({ ...t.services, mailer: null, databaseUrl: t.url })).filter(
      ({ nom }) => nom === 'Expéditeur',
    ),
  ).toEqual([]);
});
