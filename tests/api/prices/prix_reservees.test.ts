/** A new price for lessons that are already booked (PRICE-21, MAIL-27). */
import { sql } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { claimMessage } from '../../../src/server/stores/emails/courriels.ts';
import { book, type Caller, MORNING, put, type Stored, useTestApp } from '../../support/app.ts';
import { pricing } from '../../support/prix.ts';

const t = useTestApp();
const run = (statement: string) => t.services.db.execute(sql.raw(statement));

beforeEach(async () => {
  t.clock.now = MORNING; // Saturday 21 November 2026, 9h30
  await run(
    `delete from reservations; delete from courriels; delete from journal; update prix set version = 0; ${pricing({ saut: 20, longe: 15 })}`,
  );
  await run(
    `update parametres set "showPrices" = true, "emailNotifications" = true, "sendModification" = true, "adminEmail" = 'centre@essai.example'`,
  );
});

const save = (admin: Caller, row: object) =>
  admin('PUT', '/api/prix', [{ type_lecon: 'saut', ...row }]);

/** Books a lesson of one rider, who pays the price of its day. */
const bookOn = (caller: Caller, date_reservation: string, change: object = {}) =>
  book(caller, {
    type_lecon: 'saut',
    noms_participants: ['Zoé'],
    nombre_personnes: 1,
    date_reservation,
    ...change,
  });

/** Day, cents of each seat and version of every lesson. */
const seats = async (): Promise<string[]> => {
  const { rows } = await run(
    `select r.date_reservation || ' ' || string_agg(coalesce(s.centimes::text, '-'), ' ' order by s.position) || ' v' || r.version as said
     from reservations r join participants s on s.reservation_id = r.id group by r.id order by r.date_reservation, r.heure_debut, r.id`,
  );
  return rows.map(({ said }) => said as string);
};

/** The emails about prices: recipient and text, as an administrator reads them. */
async function told(admin: Caller): Promise<{ to: string; sujet: string; texte: string }[]> {
  const { body } = await admin('GET', '/api/courriels');
  const emails = (body as Stored[]).filter(({ sorte }) => sorte === 'prix_changes');
  return Promise.all(
    emails.map(async ({ id, destinataire, sujet }) => ({
      to: destinataire as string,
      sujet: sujet as string,
      texte: ((await admin('GET', `/api/courriels/${id}`)).body.texte as string).replaceAll(
        /[\u00a0\u202f]/g,
        ' ',
      ),
    })),
  );
}

test('les leçons à venir se lisent avec les noms des comptes et les prix de leurs places', async () => {
  const [admin, rider] = [
    await t.as({ role: 'admin' }),
    await t.as({ prenom: 'Camille', nom: 'Lambert' }),
  ];
  await bookOn(rider, '2026-11-24', { noms_participants: ['Zoé', 'Hugo'], nombre_personnes: 2 });
  const cancelled = await bookOn(rider, '2026-11-25');
  await bookOn(rider, '2026-11-23', { type_lecon: 'longe' });
  await put(admin, cancelled, { statut: 'annulee' });
  await run(`select id from importer_lecons((select jsonb_agg(l) from (
    select '{Nora}', 'Nora Peeters', '2026-11-26'::date, '10:00', '10:30', 'interieure', 'saut', 1, 'confirmee'
      union all select '{Nora}', 'Nora Peeters', '2026-11-21', '09:00', '09:30', 'interieure', 'saut', 1, 'confirmee'
    ) as l (noms_participants, nom_client, date_reservation, heure_debut, heure_fin, type_piste, type_lecon, nombre_personnes, statut))) as id`);
  await run(`update participants set centimes = null where nom = 'Nora'`);
  const { status, body } = await admin('GET', '/api/prix/reservees');
  expect([status, body.map(({ id: _, ...lecon }: Stored) => lecon)]).toEqual([
    200,
    [
      {
        type_lecon: 'longe',
        date_reservation: '2026-11-23',
        heure_debut: '10:00',
        noms: ['Camille Lambert'],
        places: [1500],
      },
      {
        type_lecon: 'saut',
        date_reservation: '2026-11-24',
        heure_debut: '10:00',
        noms: ['Camille Lambert'],
        places: [2000, 2000],
      },
      {
        type_lecon: 'saut',
        date_reservation: '2026-11-26',
        heure_debut: '10:00',
        noms: ['Nora Peeters'],
        places: [null],
      },
    ],
  ]);
  expect((await rider('GET', '/api/prix/reservees')).status).toBe(403);
});

test('sans « appliquer », ni les places réservées ni leurs versions ne changent, et personne ne reçoit rien', async () => {
  // PRICE-03
  const [admin, rider] = [await t.as({ role: 'admin' }), await t.as()];
  await bookOn(rider, '2026-11-24');
  await save(admin, { prix: 22 });
  expect(await seats()).toEqual(['2026-11-24 2000 v0']);
  expect(await told(admin)).toEqual([]);
});

test("appliqué, le nouveau prix remplace celui du jour de chaque leçon à venir : pas un prix changé à la main, pas une leçon commencée, annulée ou d'un autre type", async () => {
  const [admin, rider] = [await t.as({ role: 'admin' }), await t.as()];
  t.clock.now = new Date('2026-11-20T08:00:00Z');
  await bookOn(rider, '2026-11-21', { heure_debut: '09:00' });
  t.clock.now = MORNING;
  await bookOn(rider, '2026-11-24', {
    noms_participants: ['Zoé', 'Hugo', 'Max'],
    nombre_personnes: 3,
  });
  const cancelled = await bookOn(rider, '2026-11-25');
  await bookOn(rider, '2026-11-26', { type_lecon: 'longe' });
  await bookOn(rider, '2027-01-04');
  await put(admin, cancelled, { statut: 'annulee' });
  await run(`update participants set centimes = 500 where nom = 'Hugo'`);
  await run(`update participants set centimes = null where nom = 'Max'`);
  await save(admin, { prix: 22, suivant: { du: '2027-01-01', prix: 25 }, appliquer: true });
  expect(await seats()).toEqual([
    '2026-11-21 2000 v0',
    '2026-11-24 2200 500 - v1',
    '2026-11-25 2000 v1',
    '2026-11-26 1500 v0',
    '2027-01-04 2500 v1',
  ]);
  const { rows } = await run(`select details from journal where action = 'prix.modifies'`);
  expect(rows).toEqual([
    {
      details: {
        changements: { saut: ['20.00', '22.00'] },
        suivants: { saut: { du: '2027-01-01', centimes: 2500 } },
        appliquees: 2,
      },
    },
  ]);
  // Only the next price: the lessons before its day keep theirs.
  await save(admin, { prix: 22, suivant: null, appliquer: true });
  expect((await seats()).slice(1)).toEqual([
    '2026-11-24 2200 500 - v1',
    '2026-11-25 2000 v1',
    '2026-11-26 1500 v0',
    '2027-01-04 2200 v2',
  ]);
  // Nothing changes: nothing is applied.
  await save(admin, { prix: 22, suivant: null, appliquer: true });
  expect((await seats())[4]).toBe('2027-01-04 2200 v2');
});

test("le premier prix d'un type s'applique aux places réservées quand il n'en avait pas", async () => {
  const [admin, rider] = [await t.as({ role: 'admin' }), await t.as()];
  await run(`delete from prix_valables where type_lecon = 'saut'`);
  await bookOn(rider, '2026-11-24');
  expect(await seats()).toEqual(['2026-11-24 0 v0']);
  await save(admin, { prix: 22, appliquer: true });
  expect(await seats()).toEqual(['2026-11-24 2200 v1']);
});

test('chaque compte reçoit un email, avec ses places à lui, avant et après', async () => {
  // MAIL-27, RIDE-02
  const [admin, rider, joiner] = [await t.as({ role: 'admin' }), await t.as(), await t.as()];
  await run(`update types_lecons set ouverte = true where value = 'saut'`);
  const two = { noms_participants: ['Zoé', 'Hugo'], nombre_personnes: 2 };
  await bookOn(rider, '2026-11-24', two);
  await bookOn(rider, '2026-12-01', two);
  await bookOn(rider, '2026-12-02', { heure_debut: '14:00' });
  const joined = await joiner('POST', '/api/reservations/places', {
    type_lecon: 'saut',
    type_piste: 'interieure',
    date_reservation: '2026-11-24',
    heure_debut: '10:00',
    noms_participants: ['Max'],
    nombre_personnes: 1,
    remarques: null,
  });
  expect(joined.status, joined.body.message).toBe(201);
  await run('delete from courriels');
  await save(admin, { prix: 22, appliquer: true });
  const emails = await told(admin);
  expect(emails.map(({ to }) => to).toSorted()).toEqual([rider.email, joiner.email].toSorted());
  expect(new Set(emails.map(({ sujet }) => sujet))).toEqual(
    new Set(['Le prix de vos prochaines leçons change']),
  );
  const textOf = (email: string) => emails.find(({ to }) => to === email)?.texte ?? '';
  expect(textOf(joiner.email)).toContain('Jour : mardi 24 novembre 2026\n');
  expect(textOf(joiner.email)).toContain('Prix : 22,00 €\n       avant : 20,00 €');
  expect(textOf(joiner.email)).not.toContain('décembre');
  expect(textOf(rider.email)).toContain(
    'Jours : mardi 24 novembre 2026\n        mardi 1er décembre 2026\n',
  );
  expect(textOf(rider.email)).toContain(
    'Prix : 44,00 € (2 × 22,00 €)\n       avant : 40,00 € (2 × 20,00 €)',
  );
  expect(textOf(rider.email)).toContain('Jour : mercredi 2 décembre 2026\n');
  for (const name of ['Zoé', 'Max']) expect(textOf(rider.email)).not.toContain(name);
  expect(textOf(rider.email)).toContain('Piste : Piste Intérieure');
});

test.each([['showPrices'], ['emailNotifications'], ['sendModification']])(
  'sans le réglage %s, le prix change et personne ne reçoit rien',
  async (setting) => {
    const [admin, rider] = [await t.as({ role: 'admin' }), await t.as()];
    await bookOn(rider, '2026-11-24');
    await run(`update parametres set "${setting}" = false`);
    await save(admin, { prix: 22, appliquer: true });
    expect(await seats()).toEqual(['2026-11-24 2200 v1']);
    expect(await told(admin)).toEqual([]);
  },
);

test("l'annonce dit aux écrans ouverts les jours et les comptes des leçons qui changent de prix, et rien de plus", async () => {
  // UI-11
  const [admin, rider, other] = [await t.as({ role: 'admin' }), await t.as(), await t.as()];
  await bookOn(rider, '2026-11-24');
  await bookOn(other, '2026-11-25', { type_lecon: 'longe' });
  const end = new AbortController();
  const heard: Record<string, unknown>[] = [];
  const listen = async (account: string) => {
    for await (const change of t.services.live.subscribe(end.signal, account))
      if (!('opening' in change) && change.changed.includes('reservations'))
        heard.push({ account, jours: change.jours, miennes: change.miennes });
  };
  const ends = [listen(rider.id), listen(other.id)];
  await new Promise((resolve) => setTimeout(resolve, 50)); // what the bookings announce has passed
  await save(admin, { prix: 21 });
  expect(heard).toEqual([]);
  await save(admin, { prix: 20 });
  await save(admin, { prix: 22, appliquer: true });
  await expect.poll(() => heard.length).toBe(2);
  end.abort();
  await Promise.all(ends);
  expect(heard).toEqual([
    { account: rider.id, jours: ['2026-11-24'], miennes: undefined },
    { account: other.id, jours: ['2026-11-24'], miennes: false },
  ]);
});

test('un prix refusé avec un autre ne touche aucune place', async () => {
  // PRICE-04
  const [admin, rider] = [await t.as({ role: 'admin' }), await t.as()];
  await bookOn(rider, '2026-11-24');
  const { status } = await admin('PUT', '/api/prix', [
    { type_lecon: 'saut', prix: 22, appliquer: true },
    { type_lecon: 'longe', prix: 16, version: 9 },
  ]);
  expect(status).toBe(409);
  expect(await seats()).toEqual(['2026-11-24 2000 v0']);
  expect(await told(admin)).toEqual([]);
});

test("une réservation faite pendant que le prix s'applique a l'ancien prix et le reçoit, ou a déjà le nouveau", async () => {
  const [admin, rider] = [await t.as({ role: 'admin' }), await t.as()];
  await bookOn(rider, '2026-11-24');
  const [saved] = await Promise.all([
    save(admin, { prix: 22, appliquer: true }),
    ...['08:00', '09:00', '11:00', '13:00', '14:00', '15:00', '16:00'].map((heure_debut) =>
      bookOn(rider, '2026-11-25', { heure_debut }),
    ),
  ]);
  expect(saved?.status).toBe(200);
  expect(new Set((await seats()).map((said) => said.split(' ')[1]))).toEqual(new Set(['2200']));
});

test("un second email sur les prix attend le premier, et vaut jusqu'au début de la dernière leçon", async () => {
  // MAIL-02, MAIL-27
  const [admin, rider] = [await t.as({ role: 'admin' }), await t.as()];
  await bookOn(rider, '2026-11-24');
  await bookOn(rider, '2026-12-04');
  await run('delete from courriels');
  await save(admin, { prix: 22, appliquer: true });
  const { rows } = await run('select id, perime_apres from courriels');
  expect(new Date(rows[0]?.['perime_apres'] as string)).toEqual(new Date('2026-12-04T09:00:00Z'));
  // The first was tried and waits for another attempt.
  await run(`update courriels set essais = 1, envoyer_apres = '2026-11-21T08:40:00Z'`);
  await save(admin, { prix: 24, appliquer: true });
  const claim = async (at: string) =>
    (await claimMessage(t.services.db, new Date(at), 0)).map(({ id }) => id === rows[0]?.['id']);
  expect(await claim('2026-11-21T08:35:00Z')).toEqual([]);
  expect(await claim('2026-11-21T08:45:00Z')).toEqual([true]);
  await run(`update courriels set statut = 'envoye' where id = '${rows[0]?.['id'] as string}'`);
  expect(await claim('2026-11-21T08:45:00Z')).toEqual([false]);
});
