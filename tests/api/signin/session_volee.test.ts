/**
 * A thief has the session of an administrator, and an honest administrator works beside: what the
 * thief prepares must not become lasting access (ACC-103 to ACC-105). Steps of real attacks.
 */
import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { answerDemandes } from '../../../src/server/actions/signin/liens.ts';
import { sweep as sweepJournal } from '../../../src/server/actions/journal.ts';
import type { Caller } from '../../support/app.ts';
import { useCourrier } from '../../support/courrier.ts';
import { jetonsOf } from '../../support/jetons.ts';
import { createPerson, PASSWORD } from '../../support/people.ts';

const c = useCourrier();
const db = () => c.t.services.db;
let n = 0;
const fresh = (nom = 'voleur') => `${nom}${(n += 1)}@ailleurs.example`;
const rows = async <Row extends Record<string, unknown>>(query: ReturnType<typeof sql>) =>
  (await db().execute<Row>(query)).rows;

type Person = Awaited<ReturnType<typeof c.t.as>>;
let thief: Person;
let honest: Person;

beforeEach(async () => {
  await db().execute(sql`delete from essais`);
  await db().execute(sql`delete from courriels`);
  await db().execute(sql`update users set role = 'utilisateur' where role = 'admin'`);
  thief = await c.t.as({ role: 'admin', prenom: 'Odile', nom: 'Bureau' });
  honest = await c.t.as({ role: 'admin' });
  await honest('POST', '/api/profil/confirmation', { password: PASSWORD });
});

const correct = (id: string, email: string, by: Caller = thief) =>
  by('PATCH', `/api/users/${id}/coordonnees`, { email });
const promote = (id: string) => honest('PATCH', `/api/users/${id}`, { role: 'admin' });
const approve = (id: string, role = 'admin') =>
  honest('POST', `/api/users/${id}/approbation`, { role });
const linkTo = async (email: string, sorte: Parameters<typeof jetonsOf>[2]) =>
  (await jetonsOf(c.t.services, email, sorte))[0] ?? '';
const open = (token: string) => c.t.anonymous('POST', '/api/auth/verify-email', { token });
const choose = (token: string) =>
  c.t.anonymous('POST', '/api/auth/reset-password', { token, newPassword: 'un cheval de Troie' });
const addressOf = async (id: string) =>
  (
    await rows<{ email: string; email_demande: string | null; email_confirme: boolean }>(
      sql`select email, email_demande, email_confirme from users where id = ${id}`,
    )
  )[0];
/** The names of an address that an administrator has changed, in the emails to administrators. */
const told = async () =>
  (
    await rows<{ adresse: { nom: string; geste: string } | null; a: string }>(
      sql`select destinataire as a, contenu -> 'adresse' as adresse from courriels where sorte = 'alerte_admins' and contenu ->> 'fait' = 'nouvel_administrateur'`,
    )
  ).map(({ adresse }) => adresse && [adresse.nom, adresse.geste]);
const inList = async (id: string) => {
  const { body } = await honest('GET', '/api/users');
  return body.find((user: { id: string }) => user.id === id).adresse_par;
};
async function unconfirmed() {
  const person = await createPerson(db(), { statut: 'en_attente', prenom: 'Hugo', nom: 'Dubois' });
  await db().execute(sql`update users set email_confirme = false where id = ${person.id}`);
  return person;
}

describe("l'adresse d'une autre personne", () => {
  test("demandée par le voleur, elle est retirée par la promotion, et son lien ne s'ouvre plus", async () => {
    // ACC-103
    const rider = await createPerson(db());
    const mailbox = fresh();
    expect((await correct(rider.id, mailbox)).body.email_demande).toBe(mailbox);
    const token = await linkTo(mailbox, 'changement_adresse');
    expect((await promote(rider.id)).body).toMatchObject({ role: 'admin', email_demande: null });
    expect((await open(token)).body.code).toBe('lien_confirmation_invalide');
    expect(await addressOf(rider.id)).toMatchObject({ email: rider.email, email_demande: null });
    expect(
      await rows(
        sql`select action, acteur_id from journal where objet_id = ${rider.id} and action = 'adresse.retiree'`,
      ),
    ).toEqual([{ action: 'adresse.retiree', acteur_id: honest.id }]);
  });

  test('une approbation la retire aussi, seule ou avec d’autres', async () => {
    // ACC-103
    for (const decide of [
      (id: string) => approve(id, 'utilisateur'),
      (id: string) => honest('POST', '/api/users/approbations', { ids: [id] }),
    ]) {
      const pending = await createPerson(db(), { statut: 'en_attente' });
      const mailbox = fresh();
      await correct(pending.id, mailbox);
      const token = await linkTo(mailbox, 'changement_adresse');
      expect((await decide(pending.id)).status).toBe(200);
      expect((await open(token)).body.code).toBe('lien_confirmation_invalide');
      expect(await addressOf(pending.id)).toMatchObject({
        email: pending.email,
        email_demande: null,
      });
    }
  });

  test("changée avant, elle est nommée par la liste et par l'email à chaque administrateur", async () => {
    // ACC-104, MAIL-30
    const rider = await createPerson(db());
    const mailbox = fresh();
    await correct(rider.id, mailbox);
    await open(await linkTo(mailbox, 'changement_adresse'));
    // The thief, who reads the mailbox, then changes the address once more, as its owner.
    await db().execute(sql`delete from courriels`);
    expect(await inList(rider.id)).toEqual({
      nom: 'Odile Bureau',
      geste: 'changee',
      le: c.t.clock.now.toISOString(),
    });
    await db().execute(
      sql`insert into journal (survenu_at, action, acteur_id, objet, objet_id) values
        (${c.t.clock.now.toISOString()}, 'adresse.demandee', ${rider.id}, 'compte', ${rider.id}),
        (${c.t.clock.now.toISOString()}, 'adresse.changee', ${rider.id}, 'compte', ${rider.id})`,
    );
    expect(await inList(rider.id)).toMatchObject({ nom: 'Odile Bureau' });
    expect((await promote(rider.id)).status).toBe(200);
    expect(await told()).toEqual([
      ['Odile Bureau', 'changee'],
      ['Odile Bureau', 'changee'],
    ]);
    await c.round();
    const mail = c.smtp.recus.find(({ subject }) => subject?.startsWith('Nouvel administrateur'));
    expect(mail?.text).toContain('a été changée par Odile Bureau le samedi 21 novembre 2026');
    c.smtp.recus.length = 0;
  });

  test("celle d'une inscription, remplacée à l'instant, est nommée ; le lien du voleur ne s'ouvre pas après l'approbation", async () => {
    // ACC-104, ACC-105
    const pending = await unconfirmed();
    const mailbox = fresh();
    expect((await correct(pending.id, mailbox)).body.email).toBe(mailbox);
    const token = await linkTo(mailbox, 'confirmation_adresse');
    expect(await inList(pending.id)).toMatchObject({ nom: 'Odile Bureau', geste: 'changee' });
    expect((await approve(pending.id)).status).toBe(200);
    expect(await told()).toEqual([
      ['Odile Bureau', 'changee'],
      ['Odile Bureau', 'changee'],
    ]);
    expect((await open(token)).body.code).toBe('lien_confirmation_invalide');
    expect(await addressOf(pending.id)).toMatchObject({ email_confirme: false });
  });

  test("donnée par une invitation, elle est nommée ; l'invitation ne s'ouvre pas après la promotion", async () => {
    // ACC-104, ACC-105
    const { body } = await thief('POST', '/api/clients', { nom: 'Zoé Willems' });
    const mailbox = fresh();
    await thief('POST', `/api/clients/${body.id}/invitation`, { email: mailbox });
    const token = await linkTo(mailbox, 'invitation');
    expect(await inList(body.id)).toMatchObject({ nom: 'Odile Bureau', geste: 'donnee' });
    expect((await promote(body.id)).status).toBe(200);
    expect(await told()).toEqual([
      ['Odile Bureau', 'donnee'],
      ['Odile Bureau', 'donnee'],
    ]);
    expect(
      (await c.t.anonymous('POST', '/api/auth/reset-password/verification', { token })).body
        .valable,
    ).toBe(false);
    expect((await choose(token)).body.code).toBe('lien_reinitialisation_invalide');
  });

  test("ce que la personne fait elle-même n'est pas nommé, et ses liens s'ouvrent toujours", async () => {
    const rider = await c.t.as();
    const own = fresh('elle');
    await rider('PUT', '/api/profil/email', { password: PASSWORD, email: own });
    await open(await linkTo(own, 'changement_adresse'));
    expect(await inList(rider.id)).toBeNull();
    await c.t.anonymous('POST', '/api/auth/request-password-reset', { email: own });
    await answerDemandes(c.t.services);
    const token = await linkTo(own, 'mot_de_passe');
    await promote(rider.id);
    expect(await told()).toEqual([null, null]);
    expect((await choose(token)).status).toBe(200);

    const pending = await unconfirmed();
    await c.t.anonymous('POST', '/api/auth/send-verification-email', { email: pending.email });
    await answerDemandes(c.t.services);
    const confirmation = await linkTo(pending.email, 'confirmation_adresse');
    await approve(pending.id);
    expect((await open(confirmation)).status).toBe(200);
  });

  test("un lien demandé pour quelqu'un qui était déjà administrateur, mot de passe donné, s'ouvre", async () => {
    const other = await createPerson(db(), { role: 'admin' });
    const mailbox = fresh('juste');
    expect((await correct(other.id, mailbox, honest)).status).toBe(200);
    expect((await open(await linkTo(mailbox, 'changement_adresse'))).status).toBe(200);
  });

  test("30 jours après, elle n'est plus nommée ; jusque-là, aucun journal trop court ne l'oublie", async () => {
    // ACC-104, ACC-71, LIM-220, LIM-221: a month from 10 February is 28 days.
    const pending = await unconfirmed();
    await correct(pending.id, fresh());
    await db().execute(sql`update parametres set "journalMois" = 1`);
    await db().execute(sql`update sessions set expires_at = '2028-01-01'`);
    await db().execute(
      sql`update journal set survenu_at = '2027-02-10T12:00:00Z' where objet_id = ${pending.id}`,
    );
    const began = c.t.clock.now;
    try {
      c.t.clock.now = new Date('2027-03-12T11:59:00Z');
      await sweepJournal(c.t.services);
      expect(await inList(pending.id)).toMatchObject({ nom: 'Odile Bureau' });
      c.t.clock.now = new Date('2027-03-12T12:01:00Z');
      expect(await inList(pending.id)).toBeNull();
    } finally {
      c.t.clock.now = began;
      await db().execute(sql`update parametres set "journalMois" = 13`);
    }
  });

  test('le nom d’un administrateur effacé depuis manque, et le reste est dit', async () => {
    // PEOPLE-31
    const pending = await unconfirmed();
    await correct(pending.id, fresh());
    await approve(pending.id);
    expect((await honest('DELETE', `/api/users/${thief.id}`)).status).toBe(200);
    const [mail] = await rows<{ adresse: object }>(
      sql`select contenu -> 'adresse' as adresse from courriels where sorte = 'alerte_admins' and destinataire = ${honest.email}`,
    );
    expect(mail?.adresse).toMatchObject({ user_id: null, nom: null });
    expect(await inList(pending.id)).toMatchObject({ nom: null });
  });
});

describe('« Débloquer »', () => {
  const unlock = (id: string, by: Caller) => by('POST', `/api/users/${id}/deblocage`);
  const wrong = (email: string) =>
    c.t.anonymous('POST', '/api/auth/sign-in/email', { email, password: 'essai du voleur' });
  const attempts = async (email: string) =>
    (
      await rows<{ n: number }>(
        sql`select count(*)::int as n from essais where strpos(cle, ${email}) > 0`,
      )
    )[0]?.n;
  const alertes = () =>
    rows<{ destinataire: string; par: string; compte: string }>(
      sql`select destinataire, contenu -> 'par' ->> 'nom' as par, contenu -> 'compte' ->> 'email' as compte from courriels where sorte = 'alerte_admins' and contenu ->> 'fait' = 'compte_debloque' order by destinataire`,
    );

  test('ne sert à personne pour soi-même, mot de passe donné ou non', async () => {
    // ACC-107
    await wrong(thief.email);
    const before = await attempts(thief.email);
    expect(before).toBeGreaterThan(0);
    for (const own of [thief, honest]) {
      const { status, body } = await unlock(own.id, own);
      expect([status, body.code, body.message]).toEqual([
        409,
        'deblocage_de_soi',
        'Votre propre compte ne se débloque pas ici : demandez-le à un autre administrateur.',
      ]);
    }
    expect([await attempts(thief.email), await alertes()]).toEqual([before, []]);
  });

  test("demande le mot de passe, et s'annonce à chaque administrateur, aussi à qui on l'ouvre", async () => {
    // ACC-100, ACC-106, MAIL-30
    await wrong(honest.email);
    const before = await attempts(honest.email);
    expect((await unlock(honest.id, thief)).body.code).toBe('confirmation_requise');
    expect([await attempts(honest.email), await alertes()]).toEqual([before, []]);
    await wrong(thief.email);
    expect((await unlock(thief.id, honest)).status).toBe(200);
    expect(await attempts(thief.email)).toBeLessThan(before!);
    expect(await alertes()).toEqual(
      [thief, honest]
        .map(({ email }) => ({ destinataire: email, par: 'Camille Lambert', compte: thief.email }))
        .toSorted((a, b) => (a.destinataire < b.destinataire ? -1 : 1)),
    );
  });
});

describe('un réglage qui survit à la session', () => {
  const read = async () => (await honest('GET', '/api/parametres')).body;
  const save = async (by: Caller, change: object) =>
    by('PUT', '/api/parametres', { ...(await read()), ...change });
  const told = async () =>
    (
      await rows<{ fait: string; reglages: string[]; n: number }>(
        sql`select contenu ->> 'fait' as fait, contenu -> 'reglages' as reglages, count(*)::int as n from courriels where sorte = 'alerte_admins' group by 1, 2 order by 1`,
      )
    ).map(({ fait, reglages, n: recipients }) => [fait, reglages, recipients]);

  beforeEach(async () => {
    await db().execute(
      sql`update parametres set "lessonRetention" = true, "lessonMonths" = 36, "cancelledDays" = 30, "journalMois" = 13, "sauvegardesJours" = 7, "sauvegardesSemaines" = 4, "sauvegardesMois" = 12,
        "dureesAvant" = null, "dureesJusque" = null, billing = false, "billingSince" = '', "billingHolder" = '', "billingIban" = '', "centreName" = '', "centreForm" = '', "centreAddress" = '', "centreNumber" = '',
        "contactTelephone" = '', "contactEmail" = '', "adminEmail" = '', "lessonDurationSaved" = true`,
    );
  });

  test.each([
    [{ billing: true, billingSince: '2026-11-01' }, 'textes_du_centre'],
    [{ billingSince: '2026-11-01' }, 'textes_du_centre'],
    [{ billingHolder: 'Voleur' }, 'compte_du_centre'],
    [{ billingIban: 'BE71096123456769' }, 'compte_du_centre'],
    [{ centreName: 'NOUVEAU COMPTE : BE71 0961 2345 6769' }, 'textes_du_centre'],
    [{ centreForm: 'SRL' }, 'textes_du_centre'],
    [{ centreAddress: 'NOUVEAU COMPTE : BE71 0961 2345 6769' }, 'textes_du_centre'],
    [{ centreNumber: 'BE71 0961 2345 6769' }, 'textes_du_centre'],
    [{ contactTelephone: '0475 10 22 33' }, 'textes_du_centre'],
    [{ contactEmail: 'voleur@ailleurs.example' }, 'textes_du_centre'],
    [{ adminEmail: 'voleur@ailleurs.example' }, 'copies_du_centre'],
    [{ lessonMonths: 1 }, 'durees_raccourcies'],
    [{ cancelledDays: 1 }, 'durees_raccourcies'],
    [{ journalMois: 1 }, 'durees_raccourcies'],
    [{ sauvegardesJours: 1 }, 'durees_raccourcies'],
    [{ sauvegardesSemaines: 0 }, 'durees_raccourcies'],
    [{ sauvegardesMois: 0 }, 'durees_raccourcies'],
  ])('%j demande le mot de passe et est annoncé', async (change, fait) => {
    // ACC-106, SET-50, MAIL-30
    const before = await read();
    const refused = await save(thief, change);
    expect([refused.status, refused.body.code]).toEqual([409, 'confirmation_requise']);
    expect([await read(), await told()]).toEqual([before, []]);
    expect((await save(honest, change)).body).toMatchObject(change);
    expect(await told()).toEqual([[fait, Object.keys(change), 2]]);
  });

  test("allonger, ou changer le reste, ne demande rien ; un mot de passe suffit pour tout ce qu'on enregistre à la fois", async () => {
    const longer = {
      lessonMonths: 60,
      cancelledDays: 365,
      journalMois: 24,
      sauvegardesJours: 31,
      sauvegardesSemaines: 53,
      sauvegardesMois: 24,
      openingTime: '09:00',
      sendReminders: false,
      showPrices: true,
    };
    expect((await save(thief, longer)).body).toMatchObject(longer);
    expect((await save(thief, { lessonRetention: false })).status).toBe(200);
    // What is not in force shortens nothing.
    expect((await save(thief, { lessonMonths: 2 })).status).toBe(200);
    expect(await told()).toEqual([]);
    const all = {
      contactEmail: 'centre@essai.example',
      billingHolder: 'Centre',
      lessonRetention: true,
      journalMois: 12,
      adminEmail: 'copies@essai.example',
    };
    expect((await save(thief, all)).body.code).toBe('confirmation_requise');
    expect((await save(honest, all)).status).toBe(200);
    expect(await told()).toEqual([
      ['compte_du_centre', ['billingHolder'], 2],
      ['copies_du_centre', ['adminEmail'], 2],
      [
        'durees_raccourcies',
        ['lessonRetention', 'lessonMonths', 'cancelledDays', 'journalMois'],
        2,
      ],
      ['textes_du_centre', ['contactEmail'], 2],
    ]);
    await c.round();
    const mail = c.smtp.recus.find(({ subject }) => subject?.includes('moins longtemps'));
    expect(mail?.text).toContain('Conserver le journal (mois)');
    expect(mail?.text).toContain('dimanche 22 novembre 2026 à 9h30');
    c.smtp.recus.length = 0;
    await db().execute(
      sql`update parametres set "openingTime" = '08:00', "sendReminders" = true, "showPrices" = false`,
    );
  });
});
