/**
 * A mail server that is down for more than a day: the emails that riders need arrive when it is
 * back (MAIL-02, LIM-14).
 */
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ContenuCourriel, LeconDeCourriel } from '../../../src/domain/emails/courriels.ts';
import { sweep } from '../../../src/server/actions/emails/courriels.ts';
import { extendWaiting } from '../../../src/server/actions/emails/limites.ts';
import { createTestApp, DEMANDE, MORNING, type Stored, type TestApp } from '../../support/app.ts';
import { useCourrier } from '../../support/courrier.ts';
import { createPerson } from '../../support/people.ts';

const c = useCourrier();
/** The same application with a mail server at which nothing listens. */
let without: TestApp;

beforeAll(async () => {
  without = await createTestApp({ smtpUrl: 'smtp://127.0.0.1:1' });
});
afterAll(() => without.close());

const HOUR = 60;
/** The rounds of `hours` hours, every half hour, while no email is accepted. */
async function away(hours: number): Promise<void> {
  const services = { ...c.t.services, mailer: without.services.mailer };
  for (let minutes = 0; minutes < hours * HOUR; minutes += 30) {
    await c.round(services);
    c.later(30);
  }
}

test('un serveur absent trente heures : annulations, déplacements et approbations du début partent à son retour, pas ce qui a commencé', async () => {
  // MAIL-02
  const [admin, camille, hugo, ines, zoe] = [
    await c.t.as({ role: 'admin' }),
    await c.t.as(),
    await c.t.as(),
    await createPerson(c.t.services.db, { statut: 'en_attente' }),
    await c.t.as(),
  ];
  await c.t.services.db.execute(sql`update parametres set "adminEmail" = 'centre@essai.example'`);
  const book = async (
    rider: typeof camille,
    date_reservation: string,
    heure_debut: string,
  ): Promise<Stored> =>
    (await rider('POST', '/api/reservations', { ...DEMANDE, date_reservation, heure_debut })).body;
  const [cancelled, moved] = [
    await book(camille, '2026-12-01', '10:00'),
    await book(hugo, '2026-12-01', '12:00'),
  ];
  await c.round();
  c.smtp.recus.length = 0;

  await admin('DELETE', `/api/reservations/${cancelled['id']}`, { raison: 'Moniteur malade' });
  const { version: _, ...read } = (await admin('GET', `/api/reservations/${moved['id']}`)).body;
  expect(
    (await admin('PUT', `/api/reservations/${moved['id']}`, { ...read, heure_debut: '13:00' }))
      .status,
  ).toBe(200);
  expect(
    (await admin('POST', `/api/users/${ines.id}/approbation`, { role: 'utilisateur' })).status,
  ).toBe(200);
  await book(zoe, '2026-11-22', '10:00'); // begins while the server is down
  await away(30);
  expect(c.smtp.recus).toEqual([]);
  expect(c.t.clock.now.toISOString()).toBe('2026-11-22T14:30:00.000Z');

  for (let minutes = 0; minutes < 90; minutes += 5) {
    // within the longest pause between two attempts
    await c.round();
    c.later(5);
  }
  const taken = c.smtp.recus.map(
    ({ subject, to }) =>
      `${[to].flat()[0]?.text.replace(/.*<|>/g, '')} ${subject?.split(' : ')[0]}`,
  );
  for (const [rider, said] of [
    [camille, 'Leçon annulée'],
    [hugo, 'Leçon modifiée'],
    [ines, 'Votre compte est approuvé'],
  ] as const)
    expect(taken).toContain(`${rider.email} ${said}`);
  expect(taken.filter((one) => one.startsWith('centre@')).toSorted()).toEqual([
    'centre@essai.example Leçon annulée',
    'centre@essai.example Leçon modifiée',
  ]);
  expect(taken.filter((one) => one.startsWith(zoe.email))).toEqual([]);
  expect(
    (await c.rows())
      .filter(({ destinataire }) => destinataire === zoe.email)
      .map(({ sorte, statut }) => [sorte, statut]),
  ).toEqual([
    ['rappel', 'echoue'],
    ['reservation_confirmee', 'echoue'],
  ]);
});

const LECON: LeconDeCourriel = {
  reservation_id: '6f0a1d1e-3f53-4c0c-9d2c-0d5a1f3f0a11',
  version: 0,
  date_reservation: '2026-12-01',
  heure_debut: '10:00',
  heure_fin: '11:30',
  type_piste: 'interieure',
  type: 'Leçon collective',
  noms_participants: ['Camille Lambert'],
  remarques: null,
};
const CANCELLED: ContenuCourriel = {
  sorte: 'reservation_annulee',
  nom: 'Camille',
  lecon: LECON,
  copie: false,
};

test("ce qui attend quand la version arrive reçoit la limite d'aujourd'hui, jamais une plus courte", async () => {
  // MAIL-02
  const day = new Date('2026-11-22T08:30:00Z');
  const written = async (contenu: ContenuCourriel, cause: string, perime_apres = day) => {
    await c.write(contenu, { cause, perime_apres });
    await c.t.services.db.execute(
      sql`update courriels set created_at = ${MORNING.toISOString()} where cause = ${cause}`,
    );
  };
  await written(CANCELLED, 'a annulation');
  await written({ sorte: 'approbation', nom: 'Camille', role: 'utilisateur' }, 'b approbation');
  await written({ sorte: 'refus', nom: 'Camille' }, 'c refus');
  await written(
    { sorte: 'confirmation_adresse', nom: 'Camille', jeton: 'un-jeton' },
    'd confirmation',
  );
  await written({ sorte: 'essai', nom: 'Camille' }, 'e essai');
  await written(
    { sorte: 'mot_de_passe', nom: 'Camille', jeton: 'un-jeton' },
    'f lien',
    new Date('2026-11-21T09:30:00Z'),
  );
  await written(
    { ...CANCELLED, lecon: { ...LECON, date_reservation: '2026-11-21', heure_debut: '11:00' } },
    'g bientôt',
  );
  await written({ ...CANCELLED, copie: true, a_effacer: true } as ContenuCourriel, 'h à effacer');
  await c.write(CANCELLED, { cause: 'i parti', perime_apres: day });
  await c.t.services.db.execute(
    sql`update courriels set statut = 'envoye' where cause = 'i parti'`,
  );
  await extendWaiting(c.t.services);
  await extendWaiting(c.t.services); // a second start changes nothing more
  expect(
    (await c.rows()).map(({ cause, perime_apres }) => `${cause} ${perime_apres.toISOString()}`),
  ).toEqual([
    'a annulation 2026-12-01T09:00:00.000Z',
    'b approbation 2026-11-28T08:30:00.000Z',
    'c refus 2026-11-28T08:30:00.000Z',
    'd confirmation 2026-11-28T08:30:00.000Z',
    'e essai 2026-11-22T08:30:00.000Z',
    'f lien 2026-11-21T09:30:00.000Z',
    'g bientôt 2026-11-22T08:30:00.000Z',
    'h à effacer 2026-11-22T08:30:00.000Z',
    'i parti 2026-11-22T08:30:00.000Z',
  ]);
});

test('un compte effacé ne laisse pas attendre au-delà de sept jours la copie qui le nomme', async () => {
  // PEOPLE-32
  const [admin, camille] = [await c.t.as({ role: 'admin' }), await c.t.as()];
  await c.t.services.db.execute(sql`update parametres set "adminEmail" = 'centre@essai.example'`);
  await camille('POST', '/api/reservations', { ...DEMANDE, date_reservation: '2027-03-01' });
  expect((await admin('DELETE', `/api/users/${camille.id}`)).status).toBe(200);
  const copies = (await c.rows()).filter(
    ({ destinataire }) => destinataire === 'centre@essai.example',
  );
  expect(copies.map(({ perime_apres }) => perime_apres.toISOString())).toEqual([
    '2026-11-28T08:30:00.000Z',
  ]);
});

test('un email parti ou abandonné quitte le journal après 90 jours, aussi quand sa leçon est encore à venir', async () => {
  // MAIL-12
  const far = { lecon: { ...LECON, date_reservation: '2028-11-01' } };
  await c.write(
    { ...CANCELLED, ...far },
    { cause: 'a', perime_apres: new Date('2028-11-01T09:00:00Z') },
  );
  await c.round();
  c.smtp.conduites = [{ destinataire: 550 }];
  await c.write(
    { ...CANCELLED, ...far },
    { cause: 'b', perime_apres: new Date('2028-11-01T09:00:00Z') },
  );
  await c.round();
  c.later(90 * 24 * HOUR - 1);
  await sweep(c.t.services);
  expect((await c.rows()).map(({ cause, statut }) => [cause, statut])).toEqual([
    ['a', 'envoye'],
    ['b', 'echoue'],
  ]);
  c.later(2);
  await sweep(c.t.services);
  expect(await c.rows()).toEqual([]);
});
