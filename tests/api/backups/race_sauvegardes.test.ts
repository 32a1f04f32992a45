/** Two instances and one database: one backup at a time, and no incomplete one (OPS-20, OPS-22). */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { useInstances } from '../../support/instances.ts';

const dir = mkdtempSync(join(tmpdir(), 'manege-sauvegardes-'));
const i = useInstances({ people: 2, role: 'admin', env: { BACKUP_DIR: dir } });
afterAll(() => rmSync(dir, { recursive: true, force: true }));

const begin = (person: number) => i.call(person, '/api/sauvegardes', undefined, 'POST');
const rows = async () =>
  (
    await i.sql.query<{ fin_at: Date | null; erreur: string | null }>(
      'select fin_at, erreur from sauvegardes order by id',
    )
  ).rows;
const waiting = async () =>
  (
    await i.sql.query(
      "select 1 from pg_stat_activity where application_name = 'manege sauvegarde' and datname = current_database()",
    )
  ).rowCount;
/** A backup waits for a table that someone has locked. */
const hold = () => i.sql.query('begin; lock table photos in access exclusive mode');

test("de deux « Sauvegarder maintenant » sur deux instances, une est faite et l'autre apprend pourquoi pas", async () => {
  await hold();
  const answers = await Promise.all([begin(0), begin(1)]);
  await i.sql.query('rollback');
  expect(answers.map(({ status }) => status).toSorted()).toEqual([202, 409]);
  expect(answers.map(({ body }) => body.code)).toContain('sauvegarde_en_cours');
  await expect
    .poll(rows, { timeout: 20_000 })
    .toEqual([{ fin_at: expect.any(Date), erreur: null }]);
  expect(readdirSync(dir)).toHaveLength(1);
});

test("une instance qui s'arrête pendant la sauvegarde n'en laisse ni fichier ni verrou, et l'écran le dit", async () => {
  await hold();
  expect((await begin(0)).status).toBe(202);
  await i.servers[0]!.stop();
  await i.sql.query('rollback');
  await expect.poll(waiting).toBe(0);
  expect(readdirSync(dir).filter((name) => !name.startsWith('.'))).toHaveLength(1);
  expect((await begin(1)).status).toBe(202);
  await expect.poll(rows, { timeout: 20_000 }).toEqual([
    { fin_at: expect.any(Date), erreur: null },
    { fin_at: expect.any(Date), erreur: expect.stringContaining('La sauvegarde a ') },
    { fin_at: expect.any(Date), erreur: null },
  ]);
  expect(readdirSync(dir)).toHaveLength(1); // the newest of the day
});
