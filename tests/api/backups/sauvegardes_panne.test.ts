/** When administrators are notified that backups fail, and how (OPS-24, OPS-25). */
import { beforeEach, expect, test } from 'vitest';
import { tellAdmins } from '../../../src/server/actions/backups/sauvegardes_panne.ts';
import { useTestApp } from '../../support/app.ts';
import { query } from '../../support/sauvegardes.ts';

const t = useTestApp();

const at = (now: string) => {
  t.clock.now = new Date(now);
  return tellAdmins(t.services);
};
const sent = () =>
  query<{ destinataire: string; raison: string | null }>(
    t.url,
    "select destinataire, contenu ->> 'raison' as raison from courriels where sorte = 'sauvegarde_en_panne' order by created_at, destinataire",
  );
const made = (debut: string, fin: string | null, erreur: string | null = null) =>
  query(
    t.url,
    'insert into sauvegardes (debut_at, fin_at, erreur, fichier) values ($1, $2, $3, $4)',
    [debut, fin, erreur, erreur === null && fin !== null ? '/srv/x' : null],
  );

beforeEach(async () => {
  await query(
    t.url,
    'delete from sauvegardes; delete from courriels; delete from users; update parametres set "adminEmail" = \'\', "emailNotifications" = true',
  );
  await query(
    t.url,
    "update horloge set sauvegardes_depuis = '2026-11-20T00:00Z', battement_at = '2026-11-20T00:00Z'",
  );
});

/**
 * In order: the backups that exist, the time of the check, and the reason that is shown; undefined
 * if nothing is shown.
 */
const CASES: [
  string,
  readonly (readonly [string, string | null, string?])[],
  string,
  string | null | undefined,
][] = [
  ['une installation de 36 heures, sans sauvegarde', [], '2026-11-21T12:00:00Z', undefined],
  ['plus de 36 heures après le début, sans sauvegarde', [], '2026-11-21T12:00:01Z', null],
  [
    '36 heures après la dernière réussie',
    [['2026-11-21T01:30Z', '2026-11-21T01:31Z']],
    '2026-11-22T13:31:00Z',
    undefined,
  ],
  [
    'plus de 36 heures après la dernière réussie',
    [['2026-11-21T01:30Z', '2026-11-21T01:31Z']],
    '2026-11-22T13:31:01Z',
    null,
  ],
  [
    'la dernière a échoué',
    [
      ['2026-11-21T01:30Z', '2026-11-21T01:31Z'],
      ['2026-11-22T01:30Z', '2026-11-22T01:31Z', 'Le disque est plein.'],
    ],
    '2026-11-22T02:00:00Z',
    'Le disque est plein.',
  ],
  [
    'un échec, puis une réussie',
    [
      ['2026-11-22T01:30Z', '2026-11-22T01:31Z', 'Le disque est plein.'],
      ['2026-11-22T09:00Z', '2026-11-22T09:01Z'],
    ],
    '2026-11-22T10:00:00Z',
    undefined,
  ],
  [
    'un échec, et une autre qui se fait',
    [
      ['2026-11-22T01:30Z', '2026-11-22T01:31Z', 'Le disque est plein.'],
      ['2026-11-22T09:00Z', null],
    ],
    '2026-11-22T09:00:30Z',
    'Le disque est plein.',
  ],
];

test.each(CASES)('%s', async (_, rows, now, raison) => {
  // OPS-24, LIM-85
  const admin = await t.as({ role: 'admin' });
  for (const [debut, fin, erreur] of rows) await made(debut, fin, erreur);
  await at(now);
  expect(await sent()).toEqual(raison === undefined ? [] : [{ destinataire: admin.email, raison }]);
  const { panne } = (await admin('GET', '/api/sauvegardes/alerte')).body;
  expect(panne?.raison).toBe(raison);
});

test("un email par administrateur actif et par nuit, de plusieurs instances une fois, et à l'adresse du centre", async () => {
  // OPS-25
  const admins = [await t.as({ role: 'admin' }), await t.as({ role: 'admin' })];
  await t.as({ role: 'admin', statut: 'inactif' });
  await t.as();
  await query(t.url, 'update parametres set "adminEmail" = \'centre@essai.example\'');
  const recipients = [...admins.map(({ email }) => email), 'centre@essai.example'].toSorted();
  t.clock.now = new Date('2026-11-22T20:00:00Z');
  await Promise.all(Array.from({ length: 4 }, () => tellAdmins(t.services)));
  await at('2026-11-23T01:29:00Z'); // the same night in Brussels
  expect((await sent()).map(({ destinataire: to }) => to).toSorted()).toEqual(recipients);
  await at('2026-11-23T01:31:00Z');
  expect(await sent()).toHaveLength(6);
});

test("les notifications des leçons éteintes, l'alarme part quand même", async () => {
  // OPS-25
  const admin = await t.as({ role: 'admin' });
  await query(
    t.url,
    'update parametres set "emailNotifications" = false, "adminEmail" = \'centre@essai.example\'',
  );
  await at('2026-11-22T20:00:00Z');
  expect((await sent()).map(({ destinataire }) => destinataire).toSorted()).toEqual(
    [admin.email, 'centre@essai.example'].toSorted(),
  );
});

test.each([
  [
    'une démonstration',
    "insert into users (email, full_name, prenom, nom) values ('sophie@demo.example', 'S D', 'S', 'D')",
  ],
  ['une horloge dont on doute', "update horloge set battement_at = '2026-09-01T00:00Z'"],
])('aucun email : %s', async (_, statement) => {
  // OPS-25
  const admin = await t.as({ role: 'admin' });
  await query(t.url, statement);
  await at('2026-11-22T20:00:00Z');
  expect(await sent()).toEqual([]);
  expect((await admin('GET', '/api/sauvegardes/alerte')).body.panne).toEqual({
    depuis: '2026-11-20T00:00:00.000Z',
    raison: null,
  });
});
