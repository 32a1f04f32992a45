/**
 * The backups as administrators see them: the list, making one immediately, and the download
 * (OPS-20 to OPS-23).
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { alone } from '../../../src/server/platform/backup/alone.ts';
import { type Answer, type Caller, useTestApp } from '../../support/app.ts';
import { PASSWORD } from '../../support/people.ts';
import { query } from '../../support/sauvegardes.ts';
import { activate } from '../../support/second_facteur.ts';
import { codeAt } from '../../support/totp.ts';

const t = useTestApp();
const dir = (): string => t.services.sauvegardes.dir;

/** Makes a backup from the screen, and waits until it ends. */
async function make(admin: Caller): Promise<void> {
  expect((await admin('POST', '/api/sauvegardes')).status).toBe(202);
  await expect
    .poll(async () => (await admin('GET', '/api/sauvegardes')).body.derniere.fin_at, {
      timeout: 20_000,
    })
    .not.toBeNull();
}

const take = (
  caller: Caller,
  nom: string,
  proof: object = { password: PASSWORD },
): Promise<Answer> =>
  caller('POST', `/api/sauvegardes/${encodeURIComponent(nom)}/telechargement`, proof);

const NAME = 'manege-2026-11-21T08-30-00Z.sauvegarde';

test("rien encore, puis une sauvegarde demandée à l'écran : faite, vérifiée, listée, notée au journal", async () => {
  // OPS-21, OPS-22
  const admin = await t.as({ role: 'admin' });
  expect((await admin('GET', '/api/sauvegardes')).body).toEqual({
    derniere: null,
    reussie: null,
    prochaine_at: '2026-11-22T01:30:00.000Z',
    dossier: dir(),
    chiffrees: false,
    fichiers: [],
  });
  await make(admin);
  const { derniere, reussie, fichiers } = (await admin('GET', '/api/sauvegardes')).body;
  expect(derniere).toEqual({
    origine: 'ecran',
    debut_at: '2026-11-21T08:30:00.000Z',
    fin_at: '2026-11-21T08:30:00.000Z',
    nom: NAME,
    octets: expect.any(Number),
    non_verifiee: null,
    erreur: null,
  });
  expect(reussie).toEqual(derniere);
  expect(fichiers).toEqual([
    { nom: NAME, creee_at: '2026-11-21T08:30:00.000Z', octets: derniere.octets, avant: null },
  ]);
  const {
    body: [ligne],
  } = await admin('GET', '/api/journal?categorie=reglages');
  expect(ligne).toMatchObject({ action: 'sauvegarde.demandee' });
});

test("une à la fois : pendant qu'une autre se fait, une phrase, et aucune ligne", async () => {
  // OPS-22
  const admin = await t.as({ role: 'admin' });
  const before = await query(t.url, 'select id from sauvegardes');
  const { body, status } = await alone(t.url, () => admin('POST', '/api/sauvegardes'));
  expect([status, body.message]).toEqual([
    409,
    "Une sauvegarde est déjà en cours. Attendez sa fin, puis recommencez s'il le faut encore.",
  ]);
  expect(await query(t.url, 'select id from sauvegardes')).toEqual(before);
});

test("un échec se lit à l'écran ; la dernière réussie reste connue", async () => {
  // OPS-21
  const admin = await t.as({ role: 'admin' });
  t.services.sauvegardes.command = '/bin/false';
  await make(admin);
  t.services.sauvegardes.command = null;
  const { derniere, reussie } = (await admin('GET', '/api/sauvegardes')).body;
  expect(derniere).toMatchObject({
    nom: null,
    erreur: expect.stringContaining('mais BACKUP_COMMAND a échoué'),
  });
  expect(reussie).toMatchObject({ nom: NAME, erreur: null });
  expect((await admin('GET', '/api/sauvegardes/alerte')).body.panne).toMatchObject({
    raison: derniere.erreur,
  });
});

test("le fichier se télécharge après le mot de passe, tel qu'il est, et le journal le dit", async () => {
  // OPS-23
  const admin = await t.as({ role: 'admin' });
  await make(admin);
  expect((await take(admin, NAME, { password: 'pas-le-bon' })).body).toMatchObject({
    code: 'mot_de_passe_actuel_incorrect',
  });
  expect((await take(admin, NAME, {})).status).toBe(400);
  expect(
    await query(t.url, "select 1 from journal where action = 'sauvegarde.telechargee'"),
  ).toEqual([]);
  const response = await t.app.inject({
    method: 'POST',
    url: `/api/sauvegardes/${NAME}/telechargement`,
    payload: { password: PASSWORD },
    headers: { host: 'localhost:3000', origin: 'http://localhost:3000', cookie: admin.cookie },
  });
  expect([
    response.statusCode,
    response.headers['content-type'],
    response.headers['content-disposition'],
    response.headers['cache-control'],
  ]).toEqual([200, 'application/octet-stream', expect.stringContaining(NAME), 'no-store']);
  const sum = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');
  expect(sum(response.rawPayload)).toBe(sum(readFileSync(join(dir(), NAME))));
  expect(
    await query(
      t.url,
      "select acteur_id, details from journal where action = 'sauvegarde.telechargee'",
    ),
  ).toEqual([{ acteur_id: admin.id, details: { fichier: NAME } }]);
});

test('avec une application, le mot de passe seul ne suffit pas', async () => {
  // OPS-23, ACC-80
  const admin = await t.as({ role: 'admin' });
  const { cle } = await activate(t, admin);
  expect((await take(admin, NAME)).body.code).toBe('code_incorrect');
  expect((await take(admin, NAME, { password: PASSWORD, code: '000000' })).body.code).toBe(
    'code_incorrect',
  );
  t.clock.now = new Date(t.clock.now.getTime() + 60_000);
  expect(
    (await take(admin, NAME, { password: PASSWORD, code: codeAt(t.clock.now, cle) })).status,
  ).toBe(200);
});

test('aucun nom ne mène à un autre fichier', async () => {
  // OPS-23
  const admin = await t.as({ role: 'admin' });
  if (!existsSync(dir())) mkdirSync(dir());
  writeFileSync(join(dir(), 'comptes-effaces.txt'), 'rien');
  writeFileSync(join(dir(), '..', NAME.replace('08-30', '08-31')), 'dehors');
  const outside = [
    'comptes-effaces.txt',
    `../${NAME.replace('08-30', '08-31')}`,
    '../../etc/passwd',
    '/etc/passwd',
    `./${NAME}`,
    `x/${NAME}`,
    'manege-2026-11-20T08-30-00Z.sauvegarde',
  ];
  for (const nom of outside) {
    const { status, body } = await take(admin, nom);
    expect([nom, status, body.code]).toEqual([nom, 404, 'sauvegarde_introuvable']);
  }
  expect(readdirSync(dir())).toContain(NAME);
});
