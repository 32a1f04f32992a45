/** The eighth arena, requested on two instances at the same time (LIM-161). */
import { beforeAll, expect, test } from 'vitest';
import { MAX_PISTES } from '../../../src/domain/slots/regles_pistes.ts';
import { useInstances } from '../../support/instances.ts';

const PEOPLE = 6;
const i = useInstances({ people: PEOPLE });

beforeAll(async () => {
  await i.sql.query(`update users set role = 'admin'`);
});

test("de demandes simultanées d'une huitième piste, une seule est acceptée", async () => {
  for (let round = 0; round < 5; round += 1) {
    await i.sql.query(`delete from ressources where id not in ('interieure', 'exterieure')`);
    await i.sql.query(
      `insert into ressources (id, genre, nom, dessin, ordre) select 'p' || n, 'piste', 'Piste ' || n, 'autre', n from generate_series(3, $1) n`,
      [MAX_PISTES - 1],
    );
    const answers = await Promise.all(
      Array.from({ length: PEOPLE }, (_, n) =>
        i.call(n, '/api/pistes', { nom: `Rond ${n}`, dessin: 'rond' }, 'POST'),
      ),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([
      201,
      ...Array<number>(PEOPLE - 1).fill(409),
    ]);
    const { rows } = await i.sql.query('select count(*)::int as n from ressources');
    expect(rows[0].n).toBe(MAX_PISTES);
  }
});
