/**
 * Emails that a person may refuse: in the profile, and with the address in the email (MAIL-24,
 * MAIL-25).
 */
import type { ParsedMail } from 'mailparser';
import { sql } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ContenuCourriel } from '../../../src/domain/emails/courriels.ts';
import { DEMANDE, type TestApp } from '../../support/app.ts';
import { useCourrier } from '../../support/courrier.ts';

const c = useCourrier();
const CRENEAU = {
  date_reservation: '2026-11-23',
  heure_debut: '10:00',
  heure_fin: '11:00',
  type_piste: 'interieure',
  type: 'Longe',
} as const;
const FREE: ContenuCourriel = {
  sorte: 'place_libre',
  nom: 'Camille',
  creneau: CRENEAU,
  rejoindre: false,
};
const SITE = 'https://reservation.centre.example';
/** The same application, configured to be served over https. */
let served: TestApp['services'];
beforeAll(() => {
  served = { ...c.t.services, publicUrl: SITE };
});

const subjects = () => c.smtp.recus.map(({ subject }) => subject?.split(' : ')[0]);
const rappel = async (rider: {
  (method: 'POST', path: string, body: unknown): Promise<unknown>;
}) => {
  await rider('POST', '/api/reservations', DEMANDE);
  c.t.clock.now = new Date('2026-11-22T09:00:30Z');
};

test('qui ne veut ni rappels ni créneaux libres ne les reçoit pas, et reçoit le reste', async () => {
  // MAIL-24
  const rider = await c.t.as();
  expect((await rider('GET', '/api/profil/emails')).body).toEqual({
    email_rappels: true,
    email_places: true,
  });
  const none = { email_rappels: false, email_places: false };
  expect(await rider('PUT', '/api/profil/emails', none)).toMatchObject({ status: 200, body: none });
  expect((await rider('GET', '/api/profil/emails')).body).toEqual(none);
  expect((await rider('GET', '/api/profil/donnees')).body.compte).toMatchObject(none);
  await rappel(rider);
  await c.write(FREE, { user_id: rider.id });
  await c.round();
  expect(subjects()).toEqual(['Leçon confirmée']);
  expect(
    (await c.rows())
      .filter(({ statut }) => statut === 'perime')
      .map(({ sorte, derniere_erreur }) => [sorte, derniere_erreur])
      .toSorted(),
  ).toEqual([
    ['place_libre', 'Son destinataire ne veut plus de ces emails (profil).'],
    ['rappel', 'Son destinataire ne veut plus de ces emails (profil).'],
  ]);
});

test.each([
  {},
  { email_rappels: 'non', email_places: true },
  { email_rappels: true, email_places: true, role: 'admin' },
])('%j est refusé, et rien ne change', async (body) => {
  const rider = await c.t.as();
  expect((await rider('PUT', '/api/profil/emails', body)).status).toBe(400);
  expect((await rider('GET', '/api/profil/emails')).body).toEqual({
    email_rappels: true,
    email_places: true,
  });
});

describe("l'adresse de désinscription", () => {
  let rider: Awaited<ReturnType<TestApp['as']>>;
  beforeEach(async () => {
    rider = await c.t.as();
  });
  const listOf = (mail: ParsedMail | undefined) =>
    mail?.headers.get('list') as
      { unsubscribe?: { url: string }; 'unsubscribe-post'?: { name: string } } | undefined;
  /** The address in the reminder that is sent over https. */
  const address = async (): Promise<string> => {
    await rappel(rider);
    await c.round(served);
    const url =
      listOf(c.smtp.recus.find(({ subject }) => subject?.startsWith('Rappel')))?.unsubscribe?.url ??
      '';
    expect(url).toMatch(/^https:\/\/reservation\.centre\.example\/api\/desabonnement\/v1\.[\w-]+$/);
    return new URL(url).pathname;
  };
  const choices = async () => (await rider('GET', '/api/profil/emails')).body;
  const FORM = {
    'content-type': 'application/x-www-form-urlencoded',
    origin: 'https://mail.example',
  };

  test("l'ouvrir demande et ne change rien ; un POST d'un autre site, sans cookie, l'éteint, et une seule sorte", async () => {
    // MAIL-25
    const path = await address();
    const asked = await c.t.app.inject({ method: 'GET', url: path });
    expect([
      asked.statusCode,
      asked.headers['content-type'],
      asked.headers['cache-control'],
      asked.headers['referrer-policy'],
    ]).toEqual([200, 'text/html; charset=utf-8', 'no-store', 'no-referrer']);
    // a document, though below /api (API-19)
    expect(asked.headers['content-security-policy']).toContain("style-src 'self' 'unsafe-inline'");
    expect(asked.headers['content-security-policy']).toContain("script-src 'self';");
    expect(asked.body).toContain('<form method="post">');
    expect(await choices()).toEqual({ email_rappels: true, email_places: true });
    const done = await c.t.app.inject({
      method: 'POST',
      url: path,
      headers: FORM,
      payload: 'List-Unsubscribe=One-Click',
    });
    expect([done.statusCode, done.body.includes('Ces emails sont arrêtés')]).toEqual([200, true]);
    expect(await choices()).toEqual({ email_rappels: false, email_places: true });
    // pressed twice, without a body
    expect((await c.t.app.inject({ method: 'POST', url: path })).statusCode).toBe(200);
    const form = await c.t.app.inject({
      method: 'POST',
      url: path,
      headers: { ...FORM, 'content-type': 'multipart/form-data; boundary=x' },
      payload:
        '--x\r\ncontent-disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--',
    });
    expect(form.statusCode).toBe(200);
  });

  test("l'email annonce le bouton en un geste ; les autres emails, et un site sans https, n'en ont pas", async () => {
    // MAIL-25
    await c.write(FREE, { user_id: rider.id });
    await c.round(); // http
    expect(listOf(c.smtp.recus[0])).toBeUndefined();
    await address();
    await c.write(FREE, { user_id: rider.id });
    await c.round(served);
    const told = c.smtp.recus
      .slice(1)
      .map((mail) => [mail.subject?.split(' : ')[0], listOf(mail) !== undefined]);
    expect(told).toEqual([
      ['Leçon confirmée', false],
      ['Rappel de votre leçon', true],
      ['Un créneau libre', true],
    ]);
    const { pathname } = new URL(listOf(c.smtp.recus.at(-1))!.unsubscribe!.url);
    expect(
      (
        await c.t.app.inject({
          method: 'POST',
          url: pathname,
          headers: FORM,
          payload: 'List-Unsubscribe=One-Click',
        })
      ).statusCode,
    ).toBe(200);
    expect(await choices()).toEqual({ email_rappels: true, email_places: false });
    expect(
      c.smtp.recus.at(-1)?.headerLines.find(({ key }) => key === 'list-unsubscribe-post')?.line,
    ).toBe('List-Unsubscribe-Post: List-Unsubscribe=One-Click');
  });

  test("une adresse inventée, changée ou d'un autre usage est introuvable, et n'éteint rien", async () => {
    // MAIL-25
    const path = await address();
    const forged = [
      path.slice(0, -2),
      `${path.slice(0, -4)}AAAA`,
      `/api/desabonnement/rappel ${rider.id}`,
      `/api/desabonnement/${c.t.services.coffres.totp.seal(`rappel ${rider.id}`, 'desabonnement')}`,
      `/api/desabonnement/${c.t.services.coffres.desabonnement.seal(`reservation_annulee ${rider.id}`, 'desabonnement')}`,
    ];
    for (const url of forged)
      for (const method of ['GET', 'POST'] as const)
        expect((await c.t.app.inject({ method, url: encodeURI(url) })).statusCode, url).toBe(404);
    expect(await choices()).toEqual({ email_rappels: true, email_places: true });
  });

  test('pour un compte effacé, la page dit la même chose', async () => {
    const path = await address();
    await c.t.services.db.execute(sql`delete from users where id = ${rider.id}`);
    expect((await c.t.app.inject({ method: 'POST', url: path })).body).toContain(
      'Ces emails sont arrêtés',
    );
  });
});
