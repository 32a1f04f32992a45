/** Which emails an erasure changes, and that it finds them by indexes (PEOPLE-31). */
import { sql } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { eraseAccount, lockToErase } from '../../../src/server/stores/personal_data/effacement.ts';
import { useTestApp } from '../../support/app.ts';
import { createPerson } from '../../support/people.ts';

const t = useTestApp();
const rowsOf = async (query: ReturnType<typeof sql>) => (await t.services.db.execute(query)).rows;

const RENATE = 'renate@essai.example';
let [renate, autre]: [string, string] = [] as never;

beforeEach(async () => {
  await rowsOf(sql`delete from courriels`);
  await rowsOf(sql`delete from users`);
  [renate, autre] = [
    (await createPerson(t.services.db)).id,
    (await createPerson(t.services.db)).id,
  ];
  await rowsOf(
    sql`update users set email = ${RENATE}, emails_anciens = '{nr.tom@ancien.example}' where id = ${renate}`,
  );
});

type Row = {
  cause: string;
  sorte?: string;
  destinataire?: string;
  user_id?: string | null;
  reservation_id?: string | null;
  contenu?: object;
  statut?: 'en_attente' | 'envoye';
  derniere_erreur?: string | null;
};

async function store(rows: readonly Row[]): Promise<void> {
  const whole = rows.map((row) => ({
    sorte: 'libre',
    destinataire: 'autre@essai.example',
    statut: 'envoye',
    contenu: {},
    ...row,
  }));
  await rowsOf(sql`
    insert into courriels (cause, sorte, destinataire, destinataire_nom, user_id, reservation_id, contenu, statut, derniere_erreur, envoyer_apres, perime_apres)
    select cause, sorte, destinataire, '', user_id, reservation_id, contenu, statut, derniere_erreur, now(), now() + interval '1 day'
    from jsonb_populate_recordset(null::courriels, ${JSON.stringify(whole)}::jsonb)`);
}

/** Erases Renate's account; returns how many rows of emails were read without an index. */
const erase = (): Promise<number> =>
  t.services.db.transaction(async (tx) => {
    const read = async () =>
      Number(
        (
          await tx.execute<{ n: string }>(
            sql`select seq_tup_read as n from pg_stat_xact_user_tables where relname = 'courriels'`,
          )
        ).rows[0]?.n,
      );
    const before = await read();
    const user = await lockToErase(tx, renate);
    await eraseAccount(tx, user!, t.clock.now);
    return (await read()) - before;
  });

test('parmi 20 000 courriels, ceux du compte et ceux qui parlent de lui se trouvent par un index', async () => {
  // PEOPLE-31
  await rowsOf(sql`
    insert into courriels (cause, sorte, destinataire, destinataire_nom, user_id, reservation_id, contenu, statut, derniere_erreur, envoyer_apres, perime_apres)
    select 'autre ' || n, (array['reservation_confirmee', 'reservation_modifiee', 'rappel'])[n % 3 + 1], 'autre' || n || '@essai.example', '',
      case when n % 3 <> 1 then ${autre}::uuid end, gen_random_uuid(),
      jsonb_build_object('nom', 'Camille Lambert', 'remarques', case when n % 50 = 0 then 'Écrire à autre' || n || '@essai.example' else 'Poney calme, merci' end)
        || case when n % 3 = 1 then jsonb_build_object('comptes', jsonb_build_array(${autre}::uuid)) else '{}' end,
      case when n % 100 = 0 then 'en_attente' else 'envoye' end, case when n % 60 = 0 then '550 <autre' || n || '@essai.example>' end, now(), now() + interval '1 day'
    from generate_series(1, 20000) as n`);
  const [lecon, partagee] = [
    '11111111-1111-4111-8111-111111111111',
    '22222222-2222-4222-8222-222222222222',
  ];
  const mien = { user_id: renate, nom: 'Renate', email: RENATE };
  const leur = { user_id: autre, nom: 'Zoé', email: 'zoe@essai.example' };
  await store([
    { cause: 'à elle', user_id: renate, reservation_id: lecon, destinataire: RENATE },
    { cause: 'à elle, attend', user_id: renate, destinataire: RENATE, statut: 'en_attente' },
    { cause: 'à son adresse', destinataire: RENATE },
    { cause: 'à son adresse, attend', destinataire: RENATE, statut: 'en_attente' },
    { cause: 'à son ancienne adresse', user_id: autre, destinataire: 'nr.tom@ancien.example' },
    { cause: 'copie de sa leçon', reservation_id: lecon },
    { cause: 'copie qui la nomme', reservation_id: partagee, contenu: { comptes: [renate] } },
    { cause: 'copie de la même leçon', reservation_id: partagee },
    { cause: 'copie qui attend', reservation_id: partagee, statut: 'en_attente' },
    { cause: `inscription ${renate} 1`, sorte: 'inscription', contenu: { email: RENATE } },
    {
      cause: 'alerte',
      sorte: 'alerte_admins',
      user_id: autre,
      contenu: { par: mien, compte: mien },
    },
    {
      cause: 'demandes',
      sorte: 'inscriptions_groupees',
      contenu: { demandes: [mien, leur], autres: 0 },
    },
    { cause: 'parle d’elle', contenu: { texte: `Bonjour,\n${RENATE}` } },
    { cause: 'erreur', derniere_erreur: `550 <${RENATE}>` },
  ]);
  await rowsOf(sql`analyze courriels`);
  expect(await erase()).toBe(0);
  expect(
    await rowsOf(
      sql`select cause, contenu, derniere_erreur from courriels where not starts_with(cause, 'autre') order by cause`,
    ),
  ).toEqual([
    { cause: 'alerte', contenu: { par: null, compte: null }, derniere_erreur: null },
    { cause: 'copie qui attend', contenu: { a_effacer: true }, derniere_erreur: null },
    { cause: 'demandes', contenu: { demandes: [leur], autres: 0 }, derniere_erreur: null },
    { cause: 'erreur', contenu: {}, derniere_erreur: null },
    {
      cause: 'parle d’elle',
      contenu: { texte: 'Bonjour,\nadresse effacée' },
      derniere_erreur: null,
    },
  ]);
  expect(
    await rowsOf(
      sql`select count(*)::int as n, count(derniere_erreur)::int as erreurs from courriels where starts_with(cause, 'autre')`,
    ),
  ).toEqual([{ n: 20_000, erreurs: 333 }]);
});

test.each([
  ['Écrire à renate@essai.example.', 'Écrire à adresse effacée.'],
  ['RENATE@Essai.Example', 'adresse effacée'],
  ['Bonjour,\nrenate@essai.example', 'Bonjour,\nadresse effacée'],
  ['Bonjour,\r\nrenate@essai.example', 'Bonjour,\r\nadresse effacée'],
  ['Bonjour,\trenate@essai.example', 'Bonjour,\tadresse effacée'],
  ['<a href="mailto:renate@essai.example">', '<a href="mailto:adresse effacée">'],
  ['"renate@essai.example"', '"adresse effacée"'],
  ["d'renate@essai.example", "d'adresse effacée"],
  ['à@renate@essai.example', 'à@adresse effacée'],
  ['Érenate@essai.example', 'Éadresse effacée'],
  [
    'un@x.example, renate@essai.example, deux@x.example',
    'un@x.example, adresse effacée, deux@x.example',
  ],
  ['Avant :\nnr.tom@ancien.example', 'Avant :\nadresse effacée'],
  // Another address, although its line break is written as the letters \\n in JSON.
  ['Avant :\nr.tom@ancien.example', null],
  ['grenate@essai.example', null],
  ['anne.renate@essai.example', null],
  ['renate@essai.examples', null],
  ['renate@essai.example-bis', null],
  ['nate@essai.example', null],
  ['renate', null],
])('%j : l’adresse entière est remplacée, une plus longue ne l’est pas', async (texte, left) => {
  // PEOPLE-31
  await store([
    { cause: 'contenu', contenu: { texte } },
    { cause: 'erreur', derniere_erreur: `« ${texte}` },
  ]);
  await erase();
  expect(
    await rowsOf(
      sql`select contenu ->> 'texte' as texte, derniere_erreur from courriels order by cause`,
    ),
  ).toEqual([
    { texte: left ?? texte, derniere_erreur: null },
    { texte: null, derniere_erreur: left === null ? `« ${texte}` : null },
  ]);
});
