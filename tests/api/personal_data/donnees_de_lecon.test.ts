/**
 * No column of a lesson keeps what it contained about a person, neither after the erasure of the
 * account (PEOPLE-31) nor after the retention (SET-42): every column of the database is filled,
 * except those listed here.
 */
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { sweep } from '../../../src/server/actions/personal_data/conservation.ts';
import { type Stored, useTestApp } from '../../support/app.ts';

const t = useTestApp(); // Saturday 21 November 2026
const run = async (statement: string): Promise<Stored[]> =>
  (await t.services.db.execute<Stored>(sql.raw(statement))).rows;

/** What may stay: which lesson it was and when, and the administrator who deleted it. */
const MAY_STAY =
  'id date_reservation heure_debut heure_fin type_piste type_lecon statut nombre_personnes version created_at ' +
  'annulee_at serie_id serie_jours tient supprimee_at supprimee_par reservation_id position pris_at centimes presence notee facturee';
const TABLES = [
  'reservations',
  'reservations_supprimees',
  'participants',
  'participants_supprimes',
];

/**
 * Stores a lesson and a deleted one, of years ago, and writes an address and an account into them.
 */
async function fill(adresse: string, account: string): Promise<void> {
  for (const heure of ['10:00', '12:00'])
    await run(
      `select importer_lecons('[{"user_id": "${account}", "nom_client": "${adresse}", "noms_participants": ["${adresse}"], "nombre_personnes": 1, "date_reservation": "2023-05-05", "heure_debut": "${heure}", "heure_fin": "13:00", "type_piste": "${heure === '10:00' ? 'interieure' : 'exterieure'}", "type_lecon": "collective"}]')`,
    );
  // A rider with the id of the account, so that one filling fits each column.
  await run(`insert into cavaliers (id, user_id, nom) values ('${account}', '${account}', 'Tom')`);
  const admin = await t.as({ role: 'admin' });
  const [deleted] = await run(`select id from reservations where heure_debut = '12:00'`);
  expect((await admin('DELETE', `/api/reservations/${deleted!['id']}`)).status).toBe(200);
  const filling: Record<string, string> = {
    text: `'${adresse}'`,
    ARRAY: `array['${adresse}']`,
    uuid: `'${account}'`,
  };
  for (const table of TABLES) {
    const columns = await run(
      `select column_name as name, data_type as type from information_schema.columns where table_name = '${table}' and column_name <> all (string_to_array('${MAY_STAY}', ' '))`,
    );
    const set = columns.map(
      ({ name, type }) => `${name} = ${filling[type] ?? `no filling: ${type}`}`,
    );
    await run(`update ${table} set ${set.join()}`);
  }
}

/** The rows of lessons that contain one of the texts. */
async function rowsWith(...texts: string[]): Promise<Stored[]> {
  const all = await Promise.all(
    TABLES.map(async (table) => {
      const rows = await run(`select to_jsonb(r) as row from ${table} r`);
      expect(rows, table).toHaveLength(1);
      return rows.map(({ row }) => ({ table, row }));
    }),
  );
  return all.flat().filter(({ row }) => texts.some((text) => JSON.stringify(row).includes(text)));
}

test.each([
  [
    "l'effacement du compte",
    async (userId: string) => {
      const admin = await t.as({ role: 'admin' });
      const { status } = await admin('POST', '/api/functions/delete-user', { userId });
      expect(status).toBe(200);
    },
  ],
  [
    'la durée de conservation',
    async () => {
      await run(
        `update parametres set "lessonRetention" = true, "lessonRetentionAnswered" = true, "lessonMonths" = 36`,
      );
      await run(`update horloge set battement_at = '${t.clock.now.toISOString()}'`);
      expect(await sweep(t.services)).toBe(2);
      expect(await sweep(t.services)).toBe(0);
    },
  ],
])("d'une leçon, il ne reste rien d'une personne après %s", async (_what, remove) => {
  for (const table of TABLES.slice(0, 2)) await run(`delete from ${table}`);
  const rider = await t.as();
  await fill(rider.email, rider.id);
  expect(await rowsWith(rider.email)).toHaveLength(4);
  await remove(rider.id);
  expect(await rowsWith(rider.email, rider.id)).toEqual([]);
});
