/**
 * A copy of the person's own data, the date of the consent, and how long network addresses are kept
 * (PEOPLE-33, PEOPLE-36, ACC-81).
 */
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { remind } from '../../../src/server/actions/emails/courriels.ts';
import { tidy } from '../../../src/server/housekeeping.ts';
import { insertJournal } from '../../../src/server/stores/journal.ts';
import { DEMANDE, MORNING, useTestApp } from '../../support/app.ts';

const t = useTestApp();
const DAY_MS = 86_400_000;

/** Writes the reminders that are due at an instant; the clock stays as it was. */
const writeReminders = (instant: string) => remind({ ...t.services, now: () => new Date(instant) });

test('chacun reçoit tout ce qui le concerne, et rien des autres', async () => {
  const [admin, rider, other] = [
    await t.as({ role: 'admin', prenom: 'Odile', nom: 'Bureau' }),
    await t.as({ prenom: 'Zoé', nom: 'Willems' }),
    await t.as({ prenom: 'Hugo', nom: 'Secret' }),
  ];
  const { body: own } = await rider('POST', '/api/reservations', {
    ...DEMANDE,
    remarques: 'Poney calme',
  });
  const { body: removed } = await rider('POST', '/api/reservations', {
    ...DEMANDE,
    heure_debut: '16:00',
    remarques: 'Leçon retirée',
  });
  // Her name is in another person's lesson: only the account links a lesson to a person.
  await other('POST', '/api/reservations', {
    ...DEMANDE,
    heure_debut: '11:00',
    noms_participants: ['Zoé Willems', 'Hugo Secret'],
    remarques: 'Rien pour Zoé',
  });
  await admin('DELETE', `/api/reservations/${removed.id}`);
  await rider('POST', '/api/cavaliers', { nom: 'Tom', annee_naissance: 2015, note: 'Débute' });
  await other('POST', '/api/cavaliers', { nom: 'Tom Secret', annee_naissance: null, note: null });
  await rider('POST', '/api/profil/mot-de-passe');
  await t.services.db.execute(
    sql`insert into cles_acces (id, user_id, nom, cle_publique, compteur, transports, created_at) values ('cle-tres-secrete', ${rider.id}, 'Téléphone de Zoé', 'x', 0, '{}', now())`,
  );
  await insertJournal(
    t.services.db,
    {
      personne: admin,
      ip: '198.51.100.77',
      userAgent: 'Navigateur du bureau',
      now: () => t.clock.now,
    },
    { action: 'compte.role', objet_id: rider.id },
  );

  // Another customer pays for her; the note about her is hers to read, the one about him is not.
  await t.services.db.execute(
    sql`insert into clients (id, nom, cle, note) values ('77777777-7777-4777-8777-777777777777', 'Bernard Secret', 'bernard secret', 'Note Secrète')`,
  );
  await t.services.db.execute(
    sql`update clients set note = 'Préfère le matin', paye_par = '77777777-7777-4777-8777-777777777777' where id = ${rider.id}`,
  );
  await t.services.db.execute(
    sql`update clients set note = 'Rien pour Zoé' where id = ${other.id}`,
  );

  for (const { id } of [rider, other]) {
    await t.services.db.execute(
      sql`insert into alertes (user_id, type_lecon, type_piste, date_reservation, heure_debut, heure_fin) values (${id}, 'collective', 'exterieure', '2026-12-01', '10:00', '11:00')`,
    );
  }

  await writeReminders('2026-11-22T09:00:30Z');
  const { status, body } = await rider('GET', '/api/profil/donnees');
  expect(status).toBe(200);
  expect(body.alertes).toMatchObject([
    {
      type_lecon: 'collective',
      type_piste: 'exterieure',
      date_reservation: '2026-12-01',
      heure_debut: '10:00',
    },
  ]);
  expect(body.compte).toMatchObject({
    id: rider.id,
    email: rider.email,
    prenom: 'Zoé',
    nom: 'Willems',
    consentement_at: null,
  });
  // CLI-01, CLI-05
  expect(body.client).toEqual({ note: 'Préfère le matin', paye_par_un_autre: true });
  expect((await other('GET', '/api/profil/donnees')).body.client).toEqual({
    note: 'Rien pour Zoé',
    paye_par_un_autre: false,
  });
  expect((await admin('GET', '/api/profil/donnees')).body.client).toEqual({
    note: null,
    paye_par_un_autre: false,
  });
  expect(body.cavaliers).toEqual([
    { id: expect.any(String), nom: 'Tom', annee_naissance: 2015, note: 'Débute' },
  ]);
  expect(body.reservations).toMatchObject([
    { id: own.id, remarques: 'Poney calme', heure_debut: DEMANDE.heure_debut },
  ]);
  expect(body.reservations_supprimees).toMatchObject([
    { id: removed.id, remarques: 'Leçon retirée' },
  ]);
  expect(body.courriels.map(({ sorte }: { sorte: string }) => sorte).toSorted()).toEqual([
    'mot_de_passe',
    'rappel',
    'reservation_annulee',
    'reservation_confirmee',
    'reservation_confirmee',
  ]);
  expect(body.sessions).toMatchObject([
    { adresse_ip: '192.0.2.1', ouverte_le: expect.any(String), expire_le: expect.any(String) },
  ]);
  expect(body.appareils).toHaveLength(1);
  expect(body.cles_acces).toMatchObject([{ nom: 'Téléphone de Zoé', utilisee_le: null }]);
  const lines = body.journal.map(
    ({ action, par }: { action: string; par: string }) => `${action} ${par}`,
  );
  expect(lines).toContain('compte.role une autre personne');
  expect(lines).toContain('connexion.ouverte vous');
  const said = JSON.stringify(body);
  for (const foreign of [
    'Secret',
    'Secrète',
    '77777777-7777-4777-8777-777777777777',
    'Rien pour Zoé',
    other.id,
    other.email,
    admin.email,
    '198.51.100.77',
    'Navigateur du bureau',
    'token=',
    'jeton',
    'hachage',
    'empreinte',
    'argon2',
    'cle-tres-secrete',
  ])
    expect(said, foreign).not.toContain(foreign);
});

test("qui a l'adresse du centre ne reçoit pas les copies du centre, ni ce qui fut écrit à cette adresse avant le compte", async () => {
  // PEOPLE-33, RIDE-02
  const admin = await t.as({ role: 'admin' });
  const [rider, double] = [
    await t.as({ prenom: 'Camille', nom: 'Secrète' }),
    await t.as({ prenom: 'Jean', nom: 'Dupont' }),
  ];
  await t.services.db.execute(sql`update parametres set "adminEmail" = ${double.email}`);
  // Sent before the account existed.
  await admin('POST', '/api/functions/send-email', {
    to: double.email,
    subject: 'Ancien',
    html: "<p>Pour quelqu'un avant lui</p>",
  });
  await t.services.db.execute(
    sql`update courriels set created_at = (select created_at - interval '1 day' from users where id = ${double.id}) where sorte = 'libre'`,
  );
  await admin('POST', '/api/functions/send-email', {
    to: double.email,
    subject: 'Nouveau',
    html: '<p>Pour Jean</p>',
  });
  await rider('POST', '/api/reservations', {
    ...DEMANDE,
    date_reservation: '2026-11-27',
    noms_participants: ['Camille Secrète', 'Léa'],
    remarques: 'Allergique au foin',
  });
  await double('POST', '/api/reservations', { ...DEMANDE, date_reservation: '2026-11-28' });
  await t.services.db
    .execute(sql`insert into courriels (cause, sorte, destinataire, destinataire_nom, contenu, envoyer_apres, perime_apres)
    values ('inscription x centre', 'inscription', ${double.email}, '', '{"sorte": "inscription", "nom": "Zoé Secrète", "email": "zoe@essai.example", "telephone": null, "adresse": null}', now(), now())`);
  const { rows: copies } = await t.services.db.execute(
    sql`select 1 from courriels where destinataire = ${double.email} and user_id is null`,
  );
  expect(copies.length).toBeGreaterThanOrEqual(4);

  await writeReminders('2026-11-27T09:00:30Z');
  const { body } = await double('GET', '/api/profil/donnees');
  expect(JSON.stringify(body)).not.toMatch(/Secrète|Allergique|avant lui/);
  expect(body.courriels.map(({ sorte }: { sorte: string }) => sorte).toSorted()).toEqual([
    'libre',
    'rappel',
    'reservation_confirmee',
  ]);
  await t.services.db.execute(sql`update parametres set "adminEmail" = ''`);
});

test('un seul relevé par personne est établi à la fois', async () => {
  // LIM-72
  const rider = await t.as();
  const statuses = (
    await Promise.all(Array.from({ length: 6 }, () => rider('GET', '/api/profil/donnees')))
  ).map(({ status }) => status);
  expect(new Set(statuses)).toEqual(new Set([200, 503]));
  expect((await rider('GET', '/api/profil/donnees')).status).toBe(200);
});

test("l'inscription garde sa date, à l'horloge du serveur", async () => {
  // ACC-81
  t.clock.now = new Date('2026-11-21T10:11:12Z');
  const email = `${crypto.randomUUID()}@essai.example`;
  expect(
    (
      await t.anonymous('POST', '/api/auth/sign-up/email', {
        prenom: 'Zoé',
        nom: 'Willems',
        email,
        password: 'selle-et-filet',
        telephone: null,
        adresse: null,
      })
    ).status,
  ).toBe(201);
  const { rows } = await t.services.db.execute(
    sql`select consentement_at from users where email = ${email}`,
  );
  expect(rows).toEqual([{ consentement_at: '2026-11-21 10:11:12+00' }]);
  expect(
    (
      await t.anonymous('POST', '/api/auth/sign-up/email', {
        prenom: 'Zoé',
        nom: 'Willems',
        email: `a${email}`,
        password: 'selle-et-filet',
        telephone: null,
        adresse: null,
        consentement_at: '2020-01-01T00:00:00Z',
      })
    ).status,
  ).toBe(400);
});

test("l'adresse d'une session est gardée 30 jours, la session plus longtemps ; rien ne s'efface tant que l'horloge est douteuse", async () => {
  // LIM-71
  const rider = await t.as();
  const address = async (): Promise<unknown> =>
    (await t.services.db.execute(sql`select ip_address from sessions where user_id = ${rider.id}`))
      .rows;
  const later = async (days: number) => {
    t.clock.now = new Date(MORNING.getTime() + days * DAY_MS);
    await t.services.db.execute(
      sql`update sessions set expires_at = ${new Date(t.clock.now.getTime() + DAY_MS).toISOString()} where user_id = ${rider.id}`,
    );
    await tidy(t.services);
  };
  t.clock.now = MORNING;
  await t.services.db.execute(
    sql`update sessions set created_at = ${MORNING.toISOString()} where user_id = ${rider.id}`,
  );
  await later(0);
  await later(29.9);
  expect(await address()).toEqual([{ ip_address: '192.0.2.1' }]);
  await later(29.9 + 46);
  expect(await address()).toEqual([{ ip_address: '192.0.2.1' }]);
  await later(30.1);
  expect(await address()).toEqual([{ ip_address: null }]);
});
