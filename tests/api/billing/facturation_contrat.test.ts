/** No call of the contract changes a sent statement: every call is tried, by who may make it. */
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { accessTo } from '../../support/access.ts';
import { useTestApp } from '../../support/app.ts';
import { CALLS } from '../../support/contract.ts';
import { createFixture, restoreTypes, SOUND } from '../../support/fixture.ts';
import { confirmSessions } from '../../support/people.ts';

const t = useTestApp();

type Printed = { lignes: unknown[][] } | undefined;

/** What is printed of a statement; who pays may change (a merge). A line ends with its rider. */
const printed = async (id: string): Promise<Printed> =>
  (
    await t.services.db.execute<NonNullable<Printed>>(sql`
      select mois, numero, jour, au, nom, adresse, solde_precedent, ce_mois, paye, (
        select json_agg(json_build_array(source, source_id, jour, libelle, centimes, ecart, raison, cavalier) order by position)
        from releves_lignes where releve_id = v.id) as lignes
      from releves v where id = ${id}`)
  ).rows[0];

/** The same, in which riders have the names that an erasure gives them in `after`. */
const withErased = (before: Printed, after: Printed): Printed =>
  before && {
    ...before,
    lignes: before.lignes.map((line, n) => {
      const rider = after?.lignes[n]?.at(-1);
      return /^Cavalier \d+$/.test(String(rider)) ? [...line.slice(0, -1), rider] : line;
    }),
  };

const calls = CALLS.filter(({ name, method }) => method !== 'GET' && name !== 'profil.setPhoto');

test('aucun appel ne change un relevé envoyé', async () => {
  // REL-07
  let made = 0;
  for (const call of calls) {
    await t.services.db.execute(sql`delete from reservations`);
    await restoreTypes(t);
    const owner = await t.as();
    const fixture = await createFixture(t, owner);
    const admin = await t.as({ role: 'admin' });
    await confirmSessions(t.services.db, t.clock.now);
    const before = await printed(fixture.releve);
    expect(before, call.name).toBeDefined();
    const rest = {
      ...(call.name === 'prix.save' ? {} : (SOUND[call.name]?.(fixture) ?? {})),
    } as Record<string, unknown>;
    const path = call.path.replace(/\{(\w+)\}/, (_, name: string) => {
      const value = String(rest[name]);
      delete rest[name];
      return value;
    });
    const body =
      call.name === 'prix.save'
        ? [{ type_lecon: 'saut', prix: 30 }]
        : Object.keys(rest).length > 0
          ? rest
          : undefined;
    for (const caller of accessTo(call.name).cavalier === null ? [owner, admin] : [admin]) {
      const { status } = await caller(call.method as 'POST', path, body);
      if (status < 300) made += 1;
      const after = await printed(fixture.releve);
      expect(after, `${call.method} ${path}`).toEqual(withErased(before, after));
    }
  }
  // Most of them did what they do.
  expect(made).toBeGreaterThan(calls.length * 0.7);
});
