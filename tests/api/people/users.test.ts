/** Administrators' actions on accounts. */
import { eq, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { remind } from '../../../src/server/actions/emails/courriels.ts';
import { courriels, users } from '../../../src/server/platform/schema/schema.ts';
import { DEMANDE, planned, useTestApp } from '../../support/app.ts';
import { confirmSessions, createPerson, PASSWORD } from '../../support/people.ts';

const t = useTestApp();

beforeEach(async () => {
  await t.services.db.execute(sql`delete from courriels`);
  await t.services.db.execute(sql`delete from reservations`);
  await t.services.db.execute(sql`delete from users`);
});

const find = async (id: string) =>
  (await t.services.db.select().from(users).where(eq(users.id, id)))[0];
const mails = () => t.services.db.select().from(courriels).orderBy(courriels.created_at);
const signIn = (email: string) =>
  t.anonymous('POST', '/api/auth/sign-in/email', { email, password: PASSWORD });

describe('approuver et refuser', () => {
  test.each(['utilisateur', 'admin'] as const)(
    'une demande approuvée comme %s entre aussitôt, et son email attend dans la même transaction',
    async (role) => {
      // PEOPLE-03, MAIL-13, API-16
      const admin = await t.as({ role: 'admin' });
      const { id, email } = await createPerson(t.services.db, {
        statut: 'en_attente',
        prenom: 'Inès',
        nom: 'Lefèvre',
      });
      await confirmSessions(t.services.db, t.clock.now);
      const { status, body } = await admin('POST', `/api/users/${id}/approbation`, { role });
      expect([status, body.email_envoye]).toEqual([200, false]);
      expect(body.user).toMatchObject({
        id,
        email,
        role,
        statut: 'actif',
        is_approved: true,
        full_name: 'Inès Lefèvre',
      });
      expect((await signIn(email)).status).toBe(200);
      const sent = await mails();
      expect(sent.filter(({ sorte }) => sorte === 'approbation')).toMatchObject([
        {
          destinataire: email,
          destinataire_nom: 'Inès Lefèvre',
          statut: 'en_attente',
          user_id: id,
        },
      ]);
      // MAIL-30: the other administrators are notified of a new one.
      expect(
        sent
          .filter(({ sorte }) => sorte !== 'approbation')
          .map(({ sorte, user_id }) => [sorte, user_id]),
      ).toEqual(role === 'admin' ? [['alerte_admins', admin.id]] : []);
    },
  );

  test("une demande refusée disparaît, son adresse est libre, et l'email de refus reste à envoyer", async () => {
    // PEOPLE-04
    const admin = await t.as({ role: 'admin' });
    const { id, email } = await createPerson(t.services.db, { statut: 'en_attente' });
    expect((await admin('POST', `/api/users/${id}/refus`)).status).toBe(200);
    expect(await find(id)).toBeUndefined();
    expect(await mails()).toMatchObject([
      { sorte: 'refus', destinataire: email, statut: 'en_attente', user_id: null },
    ]);
    const demande = {
      prenom: 'Zoé',
      nom: 'Willems',
      email,
      password: PASSWORD,
      telephone: null,
      adresse: null,
    };
    expect((await t.anonymous('POST', '/api/auth/sign-up/email', demande)).status).toBe(201);
  });

  test('de dix administrateurs qui tranchent en même temps, un seul le fait : un email', async () => {
    // PEOPLE-09
    const admins = await Promise.all(Array.from({ length: 10 }, () => t.as({ role: 'admin' })));
    const { id } = await createPerson(t.services.db, { statut: 'en_attente' });
    const answers = await Promise.all(
      admins.map((admin, n) =>
        n % 2
          ? admin('POST', `/api/users/${id}/refus`)
          : admin('POST', `/api/users/${id}/approbation`, { role: 'utilisateur' }),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const { status, body } of answers.filter(({ status }) => status !== 200)) {
      expect([404, 409]).toContain(status);
      expect(body.message).toMatch(/\.$/);
    }
    expect(await mails()).toHaveLength(1);
  });

  test('un compte déjà approuvé ne se décide plus', async () => {
    // PEOPLE-20
    const admin = await t.as({ role: 'admin' });
    const { id } = await createPerson(t.services.db);
    for (const path of ['approbation', 'refus']) {
      expect(
        (
          await admin(
            'POST',
            `/api/users/${id}/${path}`,
            path === 'refus' ? undefined : { role: 'admin' },
          )
        ).body.message,
      ).toBe('Cette demande a déjà été traitée.');
    }
    expect(await find(id)).toMatchObject({ role: 'utilisateur', statut: 'actif' });
  });

  test("une inscription s'annonce à chaque administrateur actif et à l'adresse du centre, sauf notifications coupées", async () => {
    // MAIL-05
    const [{ email: active }, { email: inactive }] = [
      await createPerson(t.services.db, { role: 'admin' }),
      await createPerson(t.services.db, { role: 'admin', statut: 'inactif' }),
    ];
    const signUpAs = (email: string) =>
      t.anonymous('POST', '/api/auth/sign-up/email', {
        prenom: 'Zoé',
        nom: 'Willems',
        email,
        password: PASSWORD,
        telephone: '0470',
        adresse: null,
      });
    await t.services.db.execute(sql`update parametres set "adminEmail" = 'centre@essai.example'`);
    expect((await signUpAs('a@essai.example')).status).toBe(201);
    const sent = await mails();
    expect(sent.map(({ destinataire: recipient }) => recipient).toSorted()).toEqual(
      [active, 'centre@essai.example'].toSorted(),
    );
    expect(sent.map(({ destinataire: recipient }) => recipient)).not.toContain(inactive);
    await t.services.db.execute(sql`update parametres set "emailNotifications" = false`);
    expect((await signUpAs('b@essai.example')).status).toBe(201);
    expect(await mails()).toHaveLength(2);
    await t.services.db.execute(
      sql`update parametres set "emailNotifications" = true, "adminEmail" = ''`,
    );
  });
});

describe("les données d'une demande", () => {
  // PEOPLE-21
  test.each([
    ['refusée', 'POST', '/refus'],
    ['dont le compte est supprimé', 'DELETE', ''],
  ] as const)(
    '%s : rien de ce que les administrateurs en ont reçu ne reste, envoyé ou non',
    async (_, method, rest) => {
      await t.services.db.execute(sql`delete from essais`); // notified one by one
      const admins = [await t.as({ role: 'admin' }), await t.as({ role: 'admin' })] as const;
      const [prenom, other] = [crypto.randomUUID(), crypto.randomUUID()];
      for (const nom of [prenom, other]) {
        const { status } = await t.anonymous('POST', '/api/auth/sign-up/email', {
          prenom: nom,
          nom: 'Effacée',
          email: `${nom}@essai.example`,
          password: PASSWORD,
          telephone: '0470 99 88 77',
          adresse: 'Rue Cachée 3',
        });
        expect(status).toBe(201);
      }
      await t.services.db.execute(
        sql`update courriels set statut = 'envoye' where destinataire = ${admins[0].email}`,
      );
      const {
        body: [{ id }],
      } = await admins[0]('GET', `/api/users?q=${prenom}@essai.example`);
      expect((await admins[0](method, `/api/users/${id}${rest}`)).status).toBe(200);
      const told = async (nom: string) =>
        (
          await t.services.db.execute(
            sql`select id from courriels where sorte = 'inscription' and contenu ->> 'email' = ${`${nom}@essai.example`}`,
          )
        ).rows.length;
      expect([await told(prenom), await told(other)]).toEqual([0, 2]);
    },
  );
});

describe('rôles et statuts', () => {
  test('promouvoir, rétrograder, désactiver et activer', async () => {
    // PEOPLE-05, ACC-09
    const admin = await t.as({ role: 'admin' });
    const { id, email } = await createPerson(t.services.db);
    await confirmSessions(t.services.db, t.clock.now);
    const set = async (change: object) => (await admin('PATCH', `/api/users/${id}`, change)).body;
    expect(await set({ role: 'admin' })).toMatchObject({ role: 'admin', statut: 'actif' });
    expect(await set({ statut: 'inactif' })).toMatchObject({
      role: 'admin',
      statut: 'inactif',
      is_approved: true,
    });
    expect((await signIn(email)).body.message).toBe(
      "Votre compte n'est pas actif. Contactez un administrateur.",
    );
    expect(await set({ role: 'utilisateur' })).toMatchObject({
      role: 'utilisateur',
      statut: 'inactif',
    });
    expect(await set({ statut: 'actif' })).toMatchObject({ role: 'utilisateur', statut: 'actif' });
    expect((await signIn(email)).status).toBe(200);
  });

  test.each([
    ["webmaster, qu'aucun écran ne donne", { role: 'webmaster' }],
    ['en attente, où rien ne ramène', { statut: 'en_attente' }],
    ['refusé', { statut: 'refuse' }],
    ['un rôle et un statut à la fois', { role: 'admin', statut: 'inactif' }],
    ['rien', {}],
  ])('%s : refusé', async (_, change) => {
    const admin = await t.as({ role: 'admin' });
    const { id } = await createPerson(t.services.db);
    expect((await admin('PATCH', `/api/users/${id}`, change)).status).toBe(400);
    expect(await find(id)).toMatchObject({ role: 'utilisateur', statut: 'actif' });
  });

  test("un compte en attente ne se promeut pas : il s'approuve", async () => {
    // PEOPLE-20
    const admin = await t.as({ role: 'admin' });
    const { id } = await createPerson(t.services.db, { statut: 'en_attente' });
    expect((await admin('PATCH', `/api/users/${id}`, { role: 'admin' })).body.message).toBe(
      "Ce compte n'est pas encore approuvé.",
    );
    expect(await find(id)).toMatchObject({ role: 'utilisateur', statut: 'en_attente' });
  });

  test("qui vient d'être rétrogradé ne décide plus rien", async () => {
    // PEOPLE-09
    const [admin, other] = [await t.as({ role: 'admin' }), await t.as({ role: 'admin' })];
    await confirmSessions(t.services.db, t.clock.now);
    expect((await other('PATCH', `/api/users/${admin.id}`, { role: 'utilisateur' })).status).toBe(
      200,
    );
    expect((await admin('DELETE', `/api/users/${other.id}`)).status).toBe(403);
  });
});

describe('le dernier administrateur actif', () => {
  // ACC-14
  const FIN =
    'le dernier administrateur actif ! Il doit y avoir au moins un administrateur actif pour gérer le site.';

  test('ne se supprime, ne se désactive ni ne se rétrograde, fût-ce par lui-même', async () => {
    const only = await t.as({ role: 'admin' });
    await createPerson(t.services.db, { role: 'admin', statut: 'inactif' });
    expect((await only('DELETE', `/api/users/${only.id}`)).body).toMatchObject({
      status: 409,
      message: `Impossible de supprimer ${FIN}`,
    });
    expect(
      (await only('PATCH', `/api/users/${only.id}`, { statut: 'inactif' })).body,
    ).toMatchObject({ status: 409, message: `Impossible de désactiver ${FIN}` });
    expect(
      (await only('PATCH', `/api/users/${only.id}`, { role: 'utilisateur' })).body,
    ).toMatchObject({ status: 409, message: `Impossible de rétrograder ${FIN}` });
    expect(
      (await only('POST', '/api/functions/delete-user', { userId: only.id })).body,
    ).toMatchObject({ success: false, error: `Impossible de supprimer ${FIN}`, status: 409 });
    expect(await find(only.id)).toMatchObject({ role: 'admin', statut: 'actif' });
  });

  test("tant qu'il en reste un autre, un administrateur part de lui-même", async () => {
    const [first, second] = [await t.as({ role: 'admin' }), await t.as({ role: 'admin' })];
    await confirmSessions(t.services.db, t.clock.now);
    expect((await first('PATCH', `/api/users/${first.id}`, { role: 'utilisateur' })).status).toBe(
      200,
    );
    expect((await second('DELETE', `/api/users/${second.id}`)).status).toBe(409);
  });
});

describe('supprimer', () => {
  test("la session finit aussitôt, l'adresse est libre, les réservations restent sous les noms, plus rien ne lui est envoyé que la nouvelle", async () => {
    // PEOPLE-06
    const [admin, rider] = [await t.as({ role: 'admin' }), await t.as()];
    const { body: reservation } = await rider('POST', '/api/reservations', DEMANDE);
    await rider('POST', '/api/reservations', { ...DEMANDE, date_reservation: '2026-11-30' });
    expect(await planned(admin)).toHaveLength(2);
    const eve = () => remind({ ...t.services, now: () => new Date('2026-11-22T09:00:30Z') });
    await eve();
    expect((await mails()).map(({ sorte }) => sorte).toSorted()).toEqual([
      'rappel',
      'reservation_confirmee',
      'reservation_confirmee',
    ]);
    expect((await admin('DELETE', `/api/users/${rider.id}`)).body).toEqual({ success: true });
    expect((await rider('GET', '/api/types-lecons')).status).toBe(401);
    expect((await admin('GET', `/api/reservations/${reservation.id}`)).body).toMatchObject({
      user_id: null,
      nom_client: 'Camille Lambert',
      noms_participants: DEMANDE.noms_participants,
    });
    await eve();
    expect((await mails()).map(({ sorte }) => sorte)).toEqual(['effacement']);
    expect(await planned(admin)).toEqual([]);
  });

  test.each([
    ['supprimé', 'DELETE', '', 'actif'],
    ['refusé', 'POST', '/refus', 'en_attente'],
  ] as const)(
    "un compte %s pendant que ses leçons changent : chacun est servi, et qui n'a plus de compte l'apprend",
    async (_, method, path, statut) => {
      const [admin, other] = [await t.as({ role: 'admin' }), await t.as({ role: 'admin' })];
      for (let round = 1; round <= 4; round += 1) {
        const rider = await t.as();
        // Without remarks, because an edit that contains those of an erased account is refused
        // (PEOPLE-31).
        const book = (jour: number) =>
          rider('POST', '/api/reservations', {
            ...DEMANDE,
            remarques: null,
            date_reservation: `2027-0${round}-${jour}`,
          });
        const lecons = (await Promise.all([10, 11, 12, 13, 14, 15].map(book))).map(
          ({ body }) => body,
        );
        await t.services.db.execute(
          sql`update users set statut = ${statut} where id = ${rider.id}`,
        );
        const [gone, moved, removed, wanted] = await Promise.all([
          admin(method, `/api/users/${rider.id}${path}`),
          Promise.all(
            lecons
              .slice(0, 3)
              .map((lecon) =>
                other('PUT', `/api/reservations/${lecon.id}`, { ...lecon, heure_debut: '15:00' }),
              ),
          ),
          Promise.all(lecons.slice(3).map(({ id }) => other('DELETE', `/api/reservations/${id}`))),
          Promise.all([20, 21, 22, 23].map(book)),
        ]);
        expect([gone, ...moved, ...removed].map(({ status }) => status)).toEqual(
          Array<number>(7).fill(200),
        );
        for (const { status } of wanted)
          expect(statut === 'actif' ? [201, 401] : [403, 401]).toContain(status);
        const { rows } = await t.services.db.execute(
          sql`select date_reservation, heure_debut, user_id from reservations where date_reservation < ${`2027-0${round}-20`} and date_reservation >= ${`2027-0${round}-01`} order by 1`,
        );
        expect(rows).toEqual(
          [10, 11, 12].map((jour) => ({
            date_reservation: `2027-0${round}-${jour}`,
            heure_debut: '15:00:00',
            user_id: null,
          })),
        );
      }
    },
  );

  test("par « delete-user » (API-08), avec le jeton de l'administrateur", async () => {
    const [admin, { id }] = [await t.as({ role: 'admin' }), await createPerson(t.services.db)];
    const bearer = await t.bearer(admin.cookie);
    expect(
      (await t.anonymous('POST', '/api/functions/delete-user', { userId: id }, bearer)).body,
    ).toEqual({ success: true });
    expect(await find(id)).toBeUndefined();
    expect(
      (await t.anonymous('POST', '/api/functions/delete-user', { userId: id }, bearer)).body,
    ).toMatchObject({ success: false, error: "Ce compte n'existe pas ou plus." });
  });
});

describe('la liste', () => {
  test("230 comptes en pages de cent, les plus récents d'abord, le total dans l'en-tête", async () => {
    // PEOPLE-19, API-07, LIM-39
    const admin = await t.as({ role: 'admin' });
    await t.services.db
      .execute(sql`insert into users (email, full_name, prenom, nom, statut, created_at)
      select 'n' || n || '@liste.example', 'Élève Numéro' || n, 'Élève', 'Numéro' || n, 'actif', now() - n * interval '1 minute' from generate_series(1, 230) n`);
    const page = async (n: number) =>
      admin('GET', `/api/users?statut=approuve&role=utilisateur&page=${n}`);
    const pages = [await page(1), await page(2), await page(3), await page(4)];
    expect(pages.map(({ body }) => body.length)).toEqual([100, 100, 30, 0]);
    expect(pages[0]!.headers['x-total-count']).toBe('230');
    expect(pages[0]!.body[0]).toMatchObject({
      email: 'n1@liste.example',
      full_name: 'Élève Numéro1',
    });
    expect(
      new Set(pages.flatMap(({ body }) => body.map(({ id }: { id: string }) => id))).size,
    ).toBe(230);
  });

  test.each(['0475102233', '+32 475 10 22 33', '0475/10.22.33', '0032475102233', '0475', '2233'])(
    "le téléphone « %s » s'y trouve, de quelque façon qu'il soit écrit",
    async (q) => {
      // PEOPLE-19, BOOK-31
      const admin = await t.as({ role: 'admin', prenom: 'Sophie', nom: 'Delvaux' });
      await t.services.db
        .execute(sql`insert into users (email, full_name, prenom, nom, telephone, statut) values
      ('n@liste.example', 'Nathalie Dubois', 'Nathalie', 'Dubois', '0475 10 22 33', 'actif'), ('i@liste.example', 'Isabelle Martin', 'Isabelle', 'Martin', '0486 24 75 11', 'actif')`);
      const { body } = await admin('GET', `/api/users?role=utilisateur&q=${encodeURIComponent(q)}`);
      expect(body.map(({ full_name }: { full_name: string }) => full_name)).toEqual([
        'Nathalie Dubois',
      ]);
      expect(
        (await admin('GET', `/api/users/resume?q=${encodeURIComponent(q)}`)).body.approuves,
      ).toBe(1);
    },
  );

  test.each([
    ['ELEVE', 2],
    ['élève  inès', 1],
    ['lefevre', 1],
    ['fevr élè', 1],
    ['inès lefevre', 0],
    ['0470', 1],
    ['%', 0],
    ['_', 0],
    ['personne', 0],
  ])('chercher « %s » en trouve %i', async (q, n) => {
    // PEOPLE-19
    const admin = await t.as({ role: 'admin', prenom: 'Sophie', nom: 'Delvaux' });
    await t.services.db
      .execute(sql`insert into users (email, full_name, prenom, nom, telephone, statut) values
      ('ines@liste.example', 'Élève Inès', 'Élève', 'Inès', '0470 12 34 56', 'actif'), ('l@liste.example', 'Élève Lefèvre', 'Élève', 'Lefèvre', null, 'en_attente')`);
    const { body } = await admin('GET', `/api/users?role=utilisateur&q=${encodeURIComponent(q)}`);
    expect(body).toHaveLength(n);
    const { body: resume } = await admin('GET', `/api/users/resume?q=${encodeURIComponent(q)}`);
    expect(resume.en_attente + resume.approuves + resume.refuses).toBe(n);
  });
});
