/**
 * Plays histories of calls that give seats a price, keep it or change what is billed. After each
 * step all seats are compared with `prix_modele.ts`, after each history all sums with plain SQL.
 */
import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { expect } from 'vitest';
import { addDays, momentAt } from '#domain/core/calendrier.ts';
import { type Answer, DEMANDE, MORNING, put, type Stored, type TestApp } from './app.ts';
import { restoreTypes } from './fixture.ts';
import { ALL, DELETED, HISTORY, type Step } from './prix_histoires.ts';
import { type Lesson, Modele, type Seat } from './prix_modele.ts';
import { compareSums } from './prix_sommes.ts';

type Person = Awaited<ReturnType<TestApp['as']>>;
type World = {
  t: TestApp;
  admin: Person;
  /** Two riders. One whose account is erased is replaced. */
  people: Person[];
  modele: Modele;
};

/** The steps that may store new seats; after the others each seat is one that was there before. */
const MAKE_SEATS = new Set<Step['do']>([
  'réserver',
  'inscrire',
  'rejoindre',
  'modifier',
  'répéter',
  'série',
]);

const rows = async <Row extends object>({ t }: Pick<World, 't'>, statement: string) =>
  (await t.services.db.execute(sql.raw(statement))).rows as Row[];
async function expectRows(w: World, query: string, wanted: object[]): Promise<void> {
  expect(await rows(w, query), query).toEqual(wanted);
}
const today = ({ t }: World): string => momentAt(t.clock.now).jour;
const names = (noms: string[]) => ({ noms_participants: noms, nombre_personnes: noms.length });
const at = <T>(list: readonly T[], n: number): T | undefined => list[n % Math.max(1, list.length)];
const isStored = (answer: Answer | null): boolean => answer !== null && answer.status < 300;
const NOTHING: Answer = { status: 200, body: null, headers: {} };

/** The id of one row of a query, which has them in their order; undefined if there is none. */
const idAt = async (w: World, n: number, query: string): Promise<string | undefined> =>
  at(await rows<{ id: string }>(w, query), n)?.id;

/** A lesson as an administrator reads it; null if there is none. */
async function readLesson(w: World, n: number): Promise<Stored | null> {
  const id = await idAt(w, n, 'select id from reservations order by created_at, id');
  return id === undefined ? null : (await w.admin('GET', `/api/reservations/${id}`)).body;
}

/** Sends a lesson back with some changes; null if there is none. */
async function edit(w: World, lecon: number, change: object): Promise<Answer | null> {
  const read = await readLesson(w, lecon);
  return read && put(w.admin, read, change);
}

/** The id of a customer without an account. */
const clientOf = (w: World, nom: string): Promise<string | undefined> =>
  idAt(w, 0, `select id from clients where nom = '${nom}'`);

const otherOf = async (w: World, client: string, n: number): Promise<string | undefined> =>
  w.people[n]?.id ?? clientOf(w, client === 'Odette' ? 'Jeanne Dupont' : 'Odette');

/** The riders of the statistics. */
const ridersOf = async (w: World): Promise<Stored[]> =>
  (await w.admin('GET', '/api/statistiques/cavaliers')).body;

/** Each answers null if there is nothing to which it could be applied. */
type Play = {
  [D in Step['do']]: (w: World, step: Extract<Step, { do: D }>) => Promise<Answer | null>;
};

const LESSONS = {
  réserver: (w, { qui, noms, dans, type }) =>
    w.people[qui]!('POST', '/api/reservations', {
      ...DEMANDE,
      type_lecon: type,
      date_reservation: addDays(today(w), dans),
      ...names(noms),
    }),
  inscrire: (w, { client, noms, dans }) =>
    w.admin('POST', '/api/reservations', {
      ...DEMANDE,
      type_lecon: 'collective',
      type_piste: 'exterieure',
      date_reservation: addDays(today(w), dans),
      ...names(noms),
      pour: { nom: client },
    }),
  async rejoindre(w, { qui, nom, lecon }) {
    const read = await readLesson(w, lecon);
    if (!read) return null;
    const { date_reservation, heure_debut, type_piste, type_lecon } = read;
    return w.people[qui]!('POST', '/api/reservations/places', {
      date_reservation,
      heure_debut,
      type_piste,
      type_lecon,
      remarques: null,
      ...names([nom]),
    });
  },
  async quitter(w, { qui, lecon }) {
    const read = await readLesson(w, lecon);
    return read && w.people[qui]!('POST', `/api/reservations/${read['id']}/annulation`, {});
  },
  modifier: (w, { noms, lecon }) => edit(w, lecon, names(noms)),
  async remettre(w, { n }) {
    const id = await idAt(
      w,
      n,
      'select id from participants_retires order by retire_at, position, id',
    );
    if (id === undefined) return null;
    const answer = await w.admin('POST', `/api/reservations/retires/${id}/remise`);
    // The same seat, so that it is compared with what it was.
    if (isStored(answer))
      await expectRows(w, `select id from participants where id = '${id}'`, [{ id }]);
    return answer;
  },
  déplacer: (w, { dans, lecon }) => edit(w, lecon, { date_reservation: addDays(today(w), dans) }),
  type: (w, { type, lecon }) => edit(w, lecon, { type_lecon: type }),
  statut: (w, { statut, lecon }) => edit(w, lecon, { statut }),
  async supprimer(w, { lecon }) {
    const read = await readLesson(w, lecon);
    return read && w.admin('DELETE', `/api/reservations/${read['id']}`, {});
  },
  async restaurer(w, { n }) {
    const id = await idAt(w, n, 'select id from reservations_supprimees order by created_at, id');
    return id === undefined
      ? null
      : w.admin('POST', `/api/reservations/supprimees/${id}/restauration`);
  },
} satisfies Partial<Play>;

const SERIES = {
  async répéter(w, { lecon, rythme: asked, fois }) {
    const read = await readLesson(w, lecon);
    if (!read) return null;
    const { id, version, type_piste, date_reservation, serie_jours } = read;
    const rythme = serie_jours ?? asked;
    const jusque = addDays(date_reservation > today(w) ? date_reservation : today(w), 56);
    const shown = await w.admin(
      'GET',
      `/api/reservations/${id}/dates?rythme=${rythme}&jusque=${jusque}`,
    );
    if (!isStored(shown)) return shown;
    const jours: string[] = shown.body
      .filter(({ etat }: Stored) => etat === 'libre')
      .slice(0, fois)
      .map(({ date }: Stored) => date);
    const seats = `select p.nom, p.user_id from participants p join reservations r on r.id = p.reservation_id`;
    const own = await rows(w, `${seats} where r.id = '${id}' order by p.position`);
    const answer = await w.admin('POST', `/api/reservations/${id}/repetition`, {
      version,
      rythme,
      dates: jours.map((date) => ({ date, type_piste })),
    });
    // All dates are later than those that the series had.
    if (isStored(answer))
      await expectRows(
        w,
        `${seats} where r.serie_id = '${answer.body.serie_id}' and r.date_reservation >= '${jours[0]}' order by r.date_reservation, p.position`,
        jours.flatMap(() => own),
      );
    return answer;
  },
  async série(w, { serie, lecon, suivantes, noms, type, jours, centimes }) {
    const id = await idAt(
      w,
      serie,
      'select serie_id as id from reservations where serie_id is not null group by 1 order by min(created_at), 1',
    );
    const lecons: Stored[] = id ? (await w.admin('GET', `/api/series/${id}`)).body.lecons : [];
    const edited = at(lecons, lecon);
    if (!edited) return null;
    const { id: of, version: _, created_at: __, ...fields } = edited;
    const { tarifs } = (await w.admin('GET', `/api/reservations/${of}`)).body;
    const { place } = tarifs[0];
    const answer = await w.admin('PUT', `/api/series/${id}`, {
      ...fields,
      lecon: of,
      lecons: lecons
        .slice(suivantes ? lecons.indexOf(edited) : 0)
        .map((one) => ({ id: one['id'], version: one['version'] })),
      date_reservation: addDays(fields['date_reservation'], jours),
      ...(noms && { ...names(noms), places: noms.map((_, n) => (n === 0 ? place : null)) }),
      ...(type && { type_lecon: type }),
      ...(centimes !== null && { prix: [{ place, prix: centimes / 100, motif: 'geste' }] }),
    });
    if (isStored(answer) && centimes !== null) w.modele.give(place, centimes);
    return answer;
  },
} satisfies Partial<Play>;

const PRICES = {
  async prix(w, { type, centimes, suivant }) {
    const next = suivant && ([addDays(today(w), suivant[0]), suivant[1]] as [string, number]);
    const answer = await w.admin('PUT', '/api/prix', [
      {
        type_lecon: type,
        prix: centimes / 100,
        ...(next && { suivant: { du: next[0], prix: next[1] / 100 } }),
      },
    ]);
    if (isStored(answer)) w.modele.tarifs.save(type, today(w), centimes, next ?? undefined);
    return answer;
  },
  async tarifer(w, { lecon, n, centimes, motif, type }) {
    const read = await readLesson(w, lecon);
    if (!read) return null;
    const { place } = at<Stored>(read['tarifs'], n)!;
    const answer = await put(w.admin, read, {
      prix: [{ place, prix: centimes / 100, motif }],
      ...(type && { type_lecon: type }),
    });
    if (isStored(answer)) w.modele.give(place, centimes);
    return answer;
  },
  async 'supprimer le type'(w, { type }) {
    const answer = await w.admin('DELETE', `/api/types-lecons/${type}`);
    if (isStored(answer)) w.modele.tarifs.end(type, today(w));
    return answer;
  },
  async 'créer le type'(w, { n }) {
    const offered = await rows<{ value: string }>(w, 'select value from types_lecons');
    const type = at(
      DELETED.filter((one) => offered.every(({ value }) => value !== one)),
      n,
    );
    if (!type) return null;
    const answer = await w.admin('POST', '/api/types-lecons', {
      value: type,
      label: `Nouveau : ${type}`,
      icon: '🐴',
      color: 'from-sky-600 to-sky-700',
      max_personnes: 3,
      duree_minutes: 60,
    });
    if (isStored(answer)) w.modele.tarifs.again(type, today(w));
    return answer;
  },
  async facturer(w, { absences }) {
    await rows(w, `update parametres set "absencesBilled" = ${absences}`);
    w.modele.absencesBilled = absences;
    return NOTHING;
  },
  async noter(w, { lecon, n, presence }) {
    const read = await readLesson(w, lecon);
    if (!read) return null;
    const { place } = at<Stored>(read['presences'], n)!;
    const answer = await w.admin('PUT', `/api/reservations/${read['id']}/presences`, {
      presences: [{ place, presence }],
    });
    if (isStored(answer)) w.modele.note(place, presence);
    return answer;
  },
} satisfies Partial<Play>;

const CUSTOMERS = {
  async payer(w, { client, payeur: n }) {
    const [id, payeur] = [await clientOf(w, client), await otherOf(w, client, n)];
    if (!id || !payeur) return null;
    const answer = await w.admin('PUT', `/api/clients/${id}/payeur`, { payeur });
    if (isStored(answer)) w.modele.pay(id, payeur);
    return answer;
  },
  async oublier(w, { client }) {
    const id = await clientOf(w, client);
    if (!id) return null;
    const answer = await w.admin('DELETE', `/api/clients/${id}`);
    if (isStored(answer)) w.modele.erase(id);
    return answer;
  },
  async 'même personne'(w, { client, vers: n }) {
    const [id, vers] = [await clientOf(w, client), await otherOf(w, client, n)];
    if (!id || !vers) return null;
    const answer = await w.admin('POST', `/api/clients/${id}/regroupement`, { vers });
    if (isStored(answer)) {
      w.modele.merge(id, vers);
      await expectRows(w, `select id from clients where id = '${id}'`, []);
    }
    return answer;
  },
  async effacer(w, { qui }) {
    const { id } = w.people[qui]!;
    const answer = await w.admin('DELETE', `/api/users/${id}`);
    if (isStored(answer)) w.modele.erase(id);
    w.people[qui] = await w.t.as();
    return answer;
  },
} satisfies Partial<Play>;

const RIDERS = {
  cavalier: (w, { qui, nom }) =>
    w.people[qui]!('POST', '/api/cavaliers', { nom, annee_naissance: null, note: null }),
  async regrouper(w, { n, vers }) {
    const riders = await ridersOf(w);
    const [rider, other] = [at(riders, n), at(riders, vers)];
    if (!rider || !other) return null;
    return w.admin('POST', '/api/statistiques/orthographes', {
      nom: rider['cle'],
      vers: other['cle'],
    });
  },
  async séparer(w, { n }) {
    // Only a rider of several customers can be split.
    const riders = (await ridersOf(w)).toSorted(
      (a, b) => b['clients'].length - a['clients'].length,
    );
    const rider = at(riders.slice(0, 2), n);
    return rider
      ? w.admin('POST', '/api/statistiques/orthographes/clients', { nom: rider['cle'] })
      : null;
  },
  async défaire(w, { n }) {
    const merged: Stored[] = (await w.admin('GET', '/api/statistiques/orthographes')).body;
    const undone = at(merged, n);
    return undone
      ? w.admin('POST', '/api/statistiques/orthographes/retrait', { nom: undone['cle'] })
      : null;
  },
} satisfies Partial<Play>;

const TIME = {
  async avancer(w, { jours }) {
    const { clock } = w.t;
    clock.now = new Date(clock.now.getTime() + jours * 86_400_000);
    for (const person of [w.admin, ...w.people]) await person('GET', '/api/profil'); // stays open
    return NOTHING;
  },
} satisfies Partial<Play>;

const PLAY: Play = { ...LESSONS, ...SERIES, ...PRICES, ...CUSTOMERS, ...RIDERS, ...TIME };
/** What a history may consist of. */
export const STEPS = Object.keys(PLAY);

/** The rider of the customer of the seat `s` who has the name of the seat (RIDE-24). */
const RIDER = `(select k.id from cavaliers k where k.user_id = s.user_id and translate(lower(k.nom), 'é', 'e') = translate(lower(s.nom), 'é', 'e'))`;
const seatsIn = (table: Seat['table'], hasRider: string): string =>
  `select '${table}' as table, s.id, s.reservation_id as lecon, s.centimes, s.user_id, ${hasRider} as "hasRider",
    coalesce(s.presence, 'presente') || ' ' || s.facturee as facturee from ${table} s`;
/** A seat that is taken out takes the rider of its name when it is put back. */
const SEATS = [
  seatsIn('participants', `s.cavalier_id is not distinct from ${RIDER}`),
  seatsIn('participants_supprimes', `s.cavalier_id is not distinct from ${RIDER}`),
  seatsIn('participants_retires', 'true'),
].join(' union all ');
const LECONS = `select id, type_lecon as type, date_reservation::text as jour from reservations
  union all select id, type_lecon, date_reservation::text from reservations_supprimees`;

async function compareSeats(w: World, step: Step): Promise<void> {
  const [lessons, seats] = [await rows<Lesson>(w, LECONS), await rows<Seat>(w, SEATS)];
  const wanted = w.modele.wanted(lessons, seats, MAKE_SEATS.has(step.do));
  expect(seats, step.do).toEqual(wanted);
  const payers = await rows<{ paid: string; payeur: string }>(
    w,
    'select id as paid, paye_par as payeur from clients where paye_par is not null',
  );
  expect(new Map(payers.map(({ paid, payeur }) => [paid, payeur])), step.do).toEqual(
    new Map(w.modele.payers),
  );
}

async function begin(t: TestApp, admin: Person): Promise<World> {
  t.clock.now = MORNING;
  await rows(
    { t },
    'truncate reservations, reservations_supprimees, participants_retires, orthographes, prix_valables, courriels cascade',
  );
  await rows({ t }, 'delete from clients where nom is not null');
  await restoreTypes(t);
  await rows(
    { t },
    `update parametres set "absencesBilled" = true;
     update types_lecons set ouverte = true where value = 'collective'`,
  );
  return { t, admin, people: [await t.as(), await t.as()], modele: new Modele() };
}

/** Plays the steps; answers which of them were stored. */
async function playHistory(t: TestApp, admin: Person, steps: Step[]): Promise<Step['do'][]> {
  const play = PLAY as Record<string, (w: World, step: Step) => Promise<Answer | null>>;
  const w = await begin(t, admin);
  const stored: Step['do'][] = [];
  for (const step of steps) {
    const answer = await play[step.do]!(w, step);
    // A refusal is no failure, an error is.
    expect(answer?.status ?? 0, step.do).toBeLessThan(500);
    if (isStored(answer)) stored.push(step.do);
    await compareSeats(w, step);
  }
  await compareSums(t, admin, w.people);
  return stored;
}

/**
 * Plays one history with every kind of step, and `runs` random ones. Returns how many steps of each
 * kind were stored.
 */
export async function playHistories(
  t: TestApp,
  admin: Person,
  runs: number,
): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  const count = (stored: Step['do'][]): void => {
    for (const name of stored) counts[name] = (counts[name] ?? 0) + 1;
  };
  const all = await playHistory(t, admin, ALL);
  expect(all).toEqual(ALL.map((step) => step.do));
  count(all);
  await fc.assert(
    fc.asyncProperty(HISTORY, async (steps) => count(await playHistory(t, admin, steps))),
    { numRuns: runs, includeErrorInReport: true },
  );
  return counts;
}
