/** The confirmation of an address: its link, its outcomes, and how an administrator resends it. */
import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { answerDemandes } from '../../../src/server/actions/signin/liens.ts';
import { MORNING, useTestApp } from '../../support/app.ts';
import { jetonsOf } from '../../support/jetons.ts';
import { createPerson, PASSWORD } from '../../support/people.ts';

const t = useTestApp();
const confirming = useTestApp({ smtpUrl: 'smtp://127.0.0.1:1' });

beforeEach(async () => {
  for (const app of [t, confirming]) {
    app.clock.now = MORNING;
    await app.services.db.execute(sql`delete from essais`);
    await app.services.db.execute(sql`delete from courriels`);
  }
});

const signIn = (email: string, password: string) =>
  confirming.anonymous('POST', '/api/auth/sign-in/email', { email, password });

const jetons = (email: string) => jetonsOf(confirming.services, email, 'confirmation_adresse');

describe('confirmer son adresse', () => {
  const demande = {
    prenom: 'Zoé',
    nom: 'Willems',
    email: 'zoe@confirme.example',
    password: PASSWORD,
    telephone: null,
    adresse: null,
  };
  const verify = (token: string) =>
    confirming.anonymous('POST', '/api/auth/verify-email', { token });

  test("où les emails partent, le compte attend sa confirmation, puis l'approbation", async () => {
    // ACC-22
    expect((await confirming.anonymous('POST', '/api/auth/sign-up/email', demande)).status).toBe(
      201,
    );
    expect((await signIn(demande.email, PASSWORD)).body.message).toBe(
      'Veuillez confirmer votre email avant de vous connecter.',
    );
    const [first] = await jetons(demande.email);
    expect(
      (
        await confirming.anonymous('POST', '/api/auth/send-verification-email', {
          email: demande.email,
        })
      ).body,
    ).toEqual({ status: true });
    await answerDemandes(confirming.services);
    const [second] = await jetons(demande.email);
    expect((await verify(first!)).body.message).toBe(
      'Ce lien de confirmation est invalide ou expiré. Connectez-vous pour en recevoir un nouveau.',
    );
    expect((await verify(second!)).body).toEqual({
      status: true,
      deja_confirmee: false,
      changee: false,
    });
    expect((await signIn(demande.email, PASSWORD)).body.message).toBe(
      'Votre compte est en attente de validation par un administrateur.',
    );
    // A reload or an earlier visit of a mail scanner is no error. A replaced link and an invented
    // token reveal nothing.
    expect((await verify(second!)).body).toEqual({
      status: true,
      deja_confirmee: true,
      changee: false,
    });
    for (const other of [first!, 'un-autre-jeton'])
      expect((await verify(other)).body.code).toBe('lien_confirmation_invalide');
  });

  test('le lien ouvre sept jours, servi ou non', async () => {
    // ACC-22, LIM-12
    const email = 'lina@confirme.example';
    await confirming.anonymous('POST', '/api/auth/sign-up/email', { ...demande, email });
    const [jeton] = await jetons(email);
    const jours = (n: number) => {
      confirming.clock.now = new Date(MORNING.getTime() + n * 86_400_000 - 1_000);
    };
    jours(7);
    expect((await verify(jeton!)).body).toEqual({
      status: true,
      deja_confirmee: false,
      changee: false,
    });
    expect((await verify(jeton!)).body).toEqual({
      status: true,
      deja_confirmee: true,
      changee: false,
    });
    jours(7.1);
    expect((await verify(jeton!)).body.code).toBe('lien_confirmation_invalide');
  });

  test('de dix ouvertures simultanées du même lien, une confirme et les autres le savent', async () => {
    const email = 'nora@confirme.example';
    await confirming.anonymous('POST', '/api/auth/sign-up/email', { ...demande, email });
    const [jeton] = await jetons(email);
    const answers = await Promise.all(Array.from({ length: 10 }, () => verify(jeton!)));
    expect(answers.map(({ body }) => body.deja_confirmee).toSorted()).toEqual([
      false,
      ...Array<boolean>(9).fill(true),
    ]);
  });

  test('un administrateur la fait redemander, trois fois par heure ; une adresse confirmée ne se redemande pas', async () => {
    // PEOPLE-07
    const email = 'mila@confirme.example';
    expect(
      (await confirming.anonymous('POST', '/api/auth/sign-up/email', { ...demande, email })).body,
    ).toEqual({ statut: 'en_attente', confirmation_envoyee: true, delai_jours: null });
    const admin = await confirming.as({ role: 'admin' });
    const {
      body: [user],
    } = await admin('GET', `/api/users?q=${email}`);
    expect(user).toMatchObject({ email, email_confirme: false });
    const resend = () => admin('POST', `/api/users/${user.id}/confirmation`);
    const [first] = await jetons(email);
    const { status, body } = await resend();
    expect([status, (await admin('GET', `/api/courriels/${body.courriel}`)).body]).toMatchObject([
      200,
      { sorte: 'confirmation_adresse', destinataire: email, statut: 'en_attente' },
    ]);
    expect((await verify(first!)).status).toBe(400); // replaced
    expect([(await resend()).status, (await resend()).status]).toEqual([200, 200]);
    expect((await resend()).body).toMatchObject({
      status: 429,
      message:
        'Plusieurs emails de confirmation lui ont déjà été envoyés. Veuillez réessayer dans une heure.',
    });
    const [last] = await jetons(email);
    expect((await verify(last!)).status).toBe(200);
    expect((await admin('GET', `/api/users?q=${email}`)).body[0].email_confirme).toBe(true);
    expect((await resend()).body).toMatchObject({
      status: 409,
      message: 'Cette adresse est déjà confirmée.',
    });
  });

  test('où rien ne part, la confirmation ne se redemande pas', async () => {
    const admin = await t.as({ role: 'admin' });
    const { id } = await createPerson(t.services.db);
    await t.services.db.execute(sql`update users set email_confirme = false where id = ${id}`);
    expect((await admin('POST', `/api/users/${id}/confirmation`)).body).toMatchObject({
      status: 409,
      message: "Ce serveur n'envoie pas d'emails.",
    });
    expect(await t.services.db.execute(sql`select 1 from courriels`)).toMatchObject({ rows: [] });
  });

  test.each([
    [false, 'Il vous reste à confirmer votre adresse email'],
    [true, 'Vous pouvez dès maintenant réserver'],
  ])(
    "l'approbation d'une adresse confirmée (%s) dit ce qu'il reste à faire",
    async (confirmed, sentence) => {
      // MAIL-04
      const { id } = await createPerson(confirming.services.db, { statut: 'en_attente' });
      await confirming.services.db.execute(
        sql`update users set email_confirme = ${confirmed} where id = ${id}`,
      );
      const admin = await confirming.as({ role: 'admin' });
      const { body } = await admin('POST', `/api/users/${id}/approbation`, { role: 'utilisateur' });
      const { body: courriel } = await admin('GET', `/api/courriels/${body.courriel}`);
      expect(courriel.texte).toContain(sentence);
      expect(courriel.texte.includes("Renvoyer l'email de confirmation")).toBe(!confirmed);
    },
  );

  test('une adresse confirmée ou inconnue reçoit la même réponse, et rien de plus', async () => {
    // ACC-30
    const { email } = await createPerson(confirming.services.db);
    for (const one of [email, 'personne@nulle-part.example']) {
      expect(
        (await confirming.anonymous('POST', '/api/auth/send-verification-email', { email: one }))
          .body,
      ).toEqual({ status: true });
    }
    await answerDemandes(confirming.services);
    expect(
      (
        await confirming.services.db.execute(
          sql`select id from courriels where sorte = 'confirmation_adresse'`,
        )
      ).rows,
    ).toEqual([]);
  });
});
