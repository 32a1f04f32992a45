/**
 * After any history, what was sent and what is open of each seat and of each stored line are together
 * what it costs now, and a correction is at most what it corrects; the balance is the sum of its
 * parts; and no statement has changed (REL-05, REL-06, REL-07,
 * REL-19). The expectations are computed here from the tables of lessons, not by the product.
 */
import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { addDays } from '../../../src/domain/core/calendrier.ts';
import { type Caller, MORNING, put, type Stored, useTestApp } from '../../support/app.ts';
import { confirmSessions } from '../../support/people.ts';
import { storeLecon } from '../../support/places.ts';
import { random } from '../../support/random.ts';
import { rounds } from '../../support/rounds.ts';

const t = useTestApp();
const HISTORIES = rounds(4, 40);

const rows = async <Row extends object>(query: string): Promise<Row[]> =>
  (await t.services.db.execute(sql.raw(query))).rows as Row[];

type World = {
  admin: Caller & { id: string };
  /** Customers that exist, and accounts of those that were erased. */
  clients: string[];
  erased: string[];
  /** Each statement as it was when it was made. */
  sent: Map<string, Stored>;
  n: number;
};

const oneOf = <T>(list: readonly T[]): T | undefined => list[Math.floor(random() * list.length)];

/**
 * What each seat and each stored line costs each customer, in cents, by customer and id: seats of
 * confirmed lessons that are over, late seats, free lines, and corrections: one of a seat is at most
 * what that costs now, one of a correction takes back all of it (REL-06). Without those that cost nothing.
 */
async function nowOf(): Promise<Map<string, number>> {
  type Line = { id: string; client: string; c: number; cle: string; corrects?: true };
  const found = await rows<Line>(`
    select p.id, p.user_id as client, p.centimes as c, p.id as cle from participants p join reservations r on r.id = p.reservation_id
    where r.statut = 'confirmee' and p.facturee and p.user_id is not null and r.date_reservation >= '2026-09-01' and r.date_reservation + r.heure_fin <= '2026-11-21 09:30'
    union all select id, user_id, centimes, place from lignes where user_id is not null
    union all select id, client_id, centimes, id from lignes_libres where corrige is null`);
  let waiting = await rows<{ id: string; client: string; c: number; corrige: string }>(
    'select id, client_id as client, centimes as c, corrige from lignes_libres where corrige is not null',
  );
  // A correction of a correction waits for the first one.
  for (let before = -1; before !== waiting.length;) {
    before = waiting.length;
    waiting = waiting.filter(({ id, client, c, corrige }) => {
      const target = found.find(
        (one) => one.client === client && [one.id, one.cle].includes(corrige),
      );
      if (!target) return true;
      const most = Math.min(Math.abs(c), Math.max(c < 0 ? target.c : -target.c, 0));
      const costs = target.corrects ? -target.c : c < 0 ? -most : most;
      found.push({ id, client, c: costs, cle: id, corrects: true });
      return false;
    });
  }
  return new Map(
    found.filter(({ c }) => c !== 0).map(({ client, id, c }) => [`${client} ${id}`, c]),
  );
}

const get = async (w: World, path: string): Promise<Stored> => {
  const { status, body } = await w.admin('GET', path);
  expect(status, `${path} ${JSON.stringify(body)}`).toBe(200);
  return body;
};

const cents = (euros: number): number => Math.round(euros * 100);

/** What never changes of a statement: everything but the names that an erasure replaces. */
const frozen = ({ blocs, ...releve }: Stored): Stored => ({
  ...releve,
  lignes: blocs.flatMap(({ lignes }: Stored) =>
    lignes.map(({ client: _, ...ligne }: Stored) => ligne),
  ),
});

async function check(w: World, step: string): Promise<void> {
  const now = await nowOf();
  const accounts = [...w.clients, ...w.erased];
  /** What was sent and what is open, by customer and line. */
  const known = new Map<string, number>();
  const billed = new Map<string, number>();
  const add = (to: Map<string, number>, key: string, n: number) =>
    to.set(key, (to.get(key) ?? 0) + n);
  for (const [id, before] of w.sent) {
    const { releve, payeur } = await get(w, `/api/releves/${id}`);
    expect(frozen(releve), `${step} ${releve.numero}`).toEqual(frozen(before));
    add(billed, payeur, cents(releve.ce_mois));
    for (const { lignes } of releve.blocs)
      for (const { client, id: line, montant } of lignes)
        if (client) add(known, `${client} ${line}`, cents(montant));
  }
  for (const id of accounts) {
    const compte = await w.admin('GET', `/api/facturation/comptes/${id}`);
    if (compte.status === 404) continue;
    const { solde, en_cours, lignes, mouvements } = compte.body;
    let lines = 0;
    for (const { client, id: line, montant } of lignes) {
      add(known, `${client.id} ${line}`, cents(montant));
      lines += cents(montant);
    }
    const paid = mouvements.reduce((sum: number, one: Stored) => sum + cents(one['montant']), 0);
    expect(cents(solde) + cents(en_cours), `${step} solde ${id}`).toBe(
      (billed.get(id) ?? 0) + lines - paid,
    );
  }
  const left = [...known].filter(([, sum]) => sum !== 0);
  expect(Object.fromEntries(left), step).toEqual(Object.fromEntries(now));
  const doit = (await w.admin('GET', '/api/facturation/doit')).body as Stored[];
  for (const { id, solde } of doit) {
    const compte = await get(w, `/api/facturation/comptes/${id}`);
    expect(compte['solde'], step).toBe(solde);
  }
}

/** What all accounts owe together, or will. */
const ouverts = async (w: World): Promise<number> =>
  ((await w.admin('GET', '/api/facturation/doit')).body as Stored[]).reduce(
    (sum, one) => sum + cents(one['solde']) + cents(one['en_cours']),
    0,
  );

/** Changes whenever a step has stored something. */
const countsOf = () =>
  rows(`select (select count(*) from journal) as journal, (select count(*) from reservations) as lecons, (select sum(version) from reservations) as versions,
    (select count(*) from releves) as releves, (select count(*) from lignes_libres) as libres, (select count(*) from mouvements) as mouvements, (select count(*) from clients) as clients`);

const lesson = async (w: World): Promise<Stored | undefined> => {
  const all = await rows<{ id: string }>(
    'select id from reservations order by date_reservation, heure_debut',
  );
  const chosen = oneOf(all);
  return chosen && (await get(w, `/api/reservations/${chosen.id}`));
};

const MONTHS = ['2026-09', '2026-10', '2026-11'];

/** What may happen. Refusals are no failures: the sums must hold after them too. */
const STEPS_OF: Record<string, (w: World) => Promise<unknown>> = {
  async book(w) {
    w.n += 1;
    const noms = ['Zoé', 'Tom', 'Léa'].slice(0, 1 + Math.floor(random() * 3));
    const id = await storeLecon(t.services.db, {
      type_lecon: 'collective',
      type_piste: 'interieure',
      date_reservation: addDays('2026-09-02', Math.floor(random() * 90)),
      heure_debut: `${String(8 + (w.n % 12)).padStart(2, '0')}:00`,
      heure_fin: `${String(9 + (w.n % 12)).padStart(2, '0')}:00`,
      noms_participants: noms,
      nombre_personnes: noms.length,
      nom_client: noms[0]!,
      user_id: oneOf(w.clients)!,
      statut: random() < 0.9 ? 'confirmee' : 'en_attente',
    });
    if (id)
      await rows(
        `update participants set centimes = ${1000 + Math.floor(random() * 1500)} where reservation_id = '${id}'`,
      );
  },
  async price(w) {
    const stored = await lesson(w);
    const [seat] = stored?.['tarifs'] ?? [];
    if (stored && seat)
      await put(w.admin, stored, {
        prix: [{ place: seat.place, prix: Math.floor(random() * 3000) / 100, motif: 'geste' }],
      });
  },
  async status(w) {
    const stored = await lesson(w);
    if (stored)
      await put(w.admin, stored, {
        statut: oneOf(['annulee', 'confirmee', 'en_attente']),
        facturer: random() < 0.5,
      });
  },
  async takeOut(w) {
    const stored = await lesson(w);
    const noms = stored?.['noms_participants'] as string[] | undefined;
    if (stored && noms && noms.length > 1)
      await put(w.admin, stored, {
        noms_participants: noms.slice(1),
        nombre_personnes: noms.length - 1,
        facturer: random() < 0.5,
      });
  },
  async move(w) {
    const stored = await lesson(w);
    if (stored)
      await put(w.admin, stored, {
        date_reservation: addDays('2026-09-02', Math.floor(random() * 90)),
      });
  },
  async remove(w) {
    const stored = await lesson(w);
    if (stored)
      await w.admin('DELETE', `/api/reservations/${stored['id']}`, {
        facturer: random() < 0.5,
      });
  },
  async restore(w) {
    const deleted = oneOf(
      await rows<{ id: string }>('select id from reservations_supprimees order by id'),
    );
    if (deleted) await w.admin('POST', `/api/reservations/supprimees/${deleted.id}/restauration`);
  },
  async presence(w) {
    const stored = await lesson(w);
    const [seat] = stored?.['presences'] ?? [];
    if (stored && seat)
      await w.admin('PUT', `/api/reservations/${stored['id']}/presences`, {
        presences: [{ place: seat.place, presence: oneOf(['presente', 'absente', 'excusee']) }],
      });
  },
  async give(w) {
    const stored = await lesson(w);
    const to = oneOf(w.clients);
    if (stored && to)
      await rows(`update reservations set user_id = '${to}', version = version + 1 where id = '${stored['id']}';
        update participants set user_id = '${to}' where reservation_id = '${stored['id']}'`);
  },
  async pays(w) {
    await w.admin('PUT', `/api/clients/${oneOf(w.clients)}/payeur`, {
      payeur: random() < 0.4 ? null : oneOf(w.clients),
    });
  },
  async line(w) {
    await w.admin('POST', '/api/facturation/lignes', {
      id: randomUUID(),
      client: oneOf(w.clients),
      // Also of days to come.
      jour: addDays('2026-09-02', Math.floor(random() * 200)),
      libelle: 'Licence',
      montant: Math.floor(random() * 10_000) / 100 - 20,
    });
  },
  async correct(w) {
    const { lignes } = await get(w, `/api/facturation/comptes/${oneOf(w.clients)}`);
    const sent = await rows<Stored>(
      'select source, source_id as id, client_id as client from releves_lignes where client_id is not null order by releve_id, position',
    );
    const ligne = oneOf(
      random() < 0.5
        ? sent
        : (lignes as Stored[]).map(({ client, ...one }) => ({ ...one, client: client.id })),
    );
    if (ligne)
      await w.admin('POST', '/api/facturation/corrections', {
        id: randomUUID(),
        client: ligne['client'],
        source: ligne['source'],
        ligne: ligne['id'],
        raison: 'Erreur',
      });
  },
  /** A correction is corrected, between two prices of its seat. */
  async correctAgain(w) {
    const one = oneOf(
      await rows<Stored>(`
        select f.id, f.client_id as client, p.id as place, r.id as lecon from lignes_libres f join participants p on p.id = f.corrige
        join reservations r on r.id = p.reservation_id order by f.created_at, f.id`),
    );
    if (!one) return;
    const price = async (prix: number) =>
      put(w.admin, await get(w, `/api/reservations/${one['lecon']}`), {
        prix: [{ place: one['place'], prix, motif: 'geste' }],
      });
    await price(8);
    await w.admin('POST', '/api/facturation/corrections', {
      id: randomUUID(),
      client: one['client'],
      source: 'libre',
      ligne: one['id'],
      raison: 'Erreur',
    });
    await price(18);
  },
  async make(w) {
    const { body } = await w.admin('POST', '/api/releves', {
      mois: oneOf(MONTHS),
      ...(random() < 0.4 && { clients: [oneOf(w.clients)] }),
    });
    for (const id of (body.faits ?? []) as string[])
      w.sent.set(id, (await get(w, `/api/releves/${id}`))['releve']);
  },
  async pay(w) {
    const client = oneOf([...w.clients, ...w.erased]);
    const { body } = await w.admin('GET', `/api/facturation/comptes/${client}`);
    await w.admin('POST', '/api/facturation/paiements', {
      id: randomUUID(),
      client,
      attendu: body.solde ?? 0,
      montant: Math.floor(random() * 6000) / 100,
      jour: '2026-11-20',
      moyen: oneOf(['virement', 'especes', 'carte', 'autre']),
      note: null,
    });
  },
  async undo(w) {
    const one = oneOf(await rows<{ id: string }>('select id from mouvements order by id'));
    if (one) await w.admin('POST', `/api/facturation/paiements/${one.id}/annulation`);
  },
  async merge(w) {
    if (w.clients.length < 4) return;
    const [from, to] = [w.clients.at(-1)!, oneOf(w.clients.slice(0, -1))!];
    const { status } = await w.admin('POST', `/api/clients/${from}/regroupement`, { vers: to });
    if (status === 200) w.clients.pop();
  },
  async erase(w) {
    if (w.clients.length < 4) return;
    const gone = w.clients.at(-1)!;
    const before = await ouverts(w);
    expect((await w.admin('DELETE', `/api/clients/${gone}`)).status).toBe(200);
    // Its open lines are on a last statement now: nothing is lost.
    expect(await ouverts(w), `erased ${gone}`).toBe(before);
    w.clients.pop();
    w.erased.push(gone);
    for (const { id } of await rows<{ id: string }>('select id from releves'))
      if (!w.sent.has(id)) w.sent.set(id, (await get(w, `/api/releves/${id}`))['releve']);
  },
};

test('ce qui est envoyé et ce qui est ouvert font toujours les places de maintenant et les lignes', async () => {
  // REL-02, REL-05, REL-06, REL-07, REL-19, REL-34, REL-35
  const changed = new Map<string, number>();
  for (let history = 0; history < HISTORIES; history += 1) {
    t.clock.now = MORNING;
    await rows(`truncate reservations, reservations_supprimees, participants_retires, lignes, cavaliers, courriels, journal, payeurs, releves_numeros cascade;
      truncate lignes_libres; delete from users; delete from clients; delete from comptes_effaces;
      update parametres set billing = true, "billingSince" = '2026-09-01', "lateCharge" = 'moitie', "absencesBilled" = true`);
    const w: World = {
      admin: await t.as({ role: 'admin' }),
      clients: [],
      erased: [],
      sent: new Map(),
      n: 0,
    };
    await confirmSessions(t.services.db, t.clock.now);
    for (const nom of ['Anne', 'Bea', 'Chloé', 'Dora', 'Ella', 'Fanny', 'Gala', 'Hanne']) {
      const { body } = await w.admin('POST', '/api/clients', { nom });
      w.clients.push(body.id);
    }
    for (let n = 0; n < 8; n += 1) await STEPS_OF['book']!(w);
    const done: string[] = [];
    const names = Object.keys(STEPS_OF);
    const steps = [
      ...names,
      ...names,
      'make',
      'make',
      'pay',
      'pay',
      'book',
      'book',
      'remove',
      'remove',
      'restore',
      'correct',
      'correct',
      'correct',
    ]
      .map((name) => ({ name, at: random() }))
      .toSorted((a, b) => a.at - b.at);
    for (const [n, { name }] of steps.entries()) {
      done.push(name);
      const before = JSON.stringify(await countsOf());
      await STEPS_OF[name]!(w);
      if (JSON.stringify(await countsOf()) !== before)
        changed.set(name, (changed.get(name) ?? 0) + 1);
      if (n % 5 === 4) await check(w, `${history} ${n} ${done.slice(-5).join(' ')}`);
    }
    expect(w.sent.size).toBeGreaterThan(0);
  }
  // Every kind of step has had an effect: otherwise the test would prove less than it says.
  expect([...changed.keys()].toSorted()).toEqual(Object.keys(STEPS_OF).toSorted());
}, 300_000);
