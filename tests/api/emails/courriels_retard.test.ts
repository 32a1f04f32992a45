/**
 * Late emails are reported while they wait, not only after they have failed for good. Texts of a
 * reminder and of the preview (MAIL-11, MAIL-22, MAIL-23).
 */
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ContenuCourriel } from '../../../src/domain/emails/courriels.ts';
import { check } from '../../../src/server/actions/health/controles.ts';
import { createTestApp, DEMANDE, type TestApp } from '../../support/app.ts';
import { useCourrier } from '../../support/courrier.ts';

const c = useCourrier();
const ESSAI: ContenuCourriel = { sorte: 'essai', nom: 'Camille Lambert' };

describe('un serveur qui ne prend rien', () => {
  let without: TestApp;
  beforeAll(async () => {
    without = await createTestApp({ smtpUrl: 'smtp://127.0.0.1:1' });
  });
  afterAll(() => without.close());
  const failing = () => c.round({ ...c.t.services, mailer: without.services.mailer });
  const retard = async () =>
    (await (await c.t.as({ role: 'admin' }))('GET', '/api/courriels/resume')).body.retard;
  const said = async () =>
    (await check({ ...c.t.services, databaseUrl: c.t.url })).find(({ nom }) => nom === 'Emails');

  test("après un quart d'heure, combien attendent et depuis quand, aussi entre deux essais ; plus rien une fois partis", async () => {
    // MAIL-22, LIM-160
    for (let i = 0; i < 3; i += 1) await c.write(ESSAI, { destinataire: `n${i}@essai.example` });
    await c.write(ESSAI, { envoyer_apres: new Date('2026-11-23T09:00:00Z') }); // planned
    await failing();
    c.later(14);
    await failing();
    expect([await retard(), (await said())?.etat]).toEqual([null, 'ok']);
    c.later(2);
    await failing();
    expect(await retard()).toEqual({ nombre: 3, depuis: '2026-11-21T08:30:00.000Z' });
    expect(await said()).toMatchObject({
      etat: 'attention',
      constat: '3 emails attendent depuis 9h30.',
    });
    c.later(60);
    await c.round();
    expect([await retard(), c.smtp.recus.length]).toEqual([null, 3]);
  });

  test("ce qu'on renvoie attend depuis qu'on le renvoie", async () => {
    // MAIL-22
    const id = await c.write(ESSAI);
    await failing();
    await c.t.services.db.execute(sql`update courriels set statut = 'echoue'`);
    c.later(60);
    const admin = await c.t.as({ role: 'admin' });
    expect((await admin('POST', `/api/courriels/${id}/renvoi`)).status).toBe(200);
    expect(await retard()).toBeNull();
    c.later(16);
    expect(await retard()).toEqual({ nombre: 1, depuis: '2026-11-21T09:30:00.000Z' });
  });
});

test("ce qui n'a jamais été essayé à temps est un échec, qui se compte et que « Tout renvoyer » reprend", async () => {
  // MAIL-02, MAIL-10
  await c.write(ESSAI);
  c.later(25 * 60); // the service was off
  await c.round();
  const admin = await c.t.as({ role: 'admin' });
  expect((await admin('GET', '/api/courriels/resume')).body).toMatchObject({
    echoue: 1,
    perime: 0,
    echoue_non_vus: 1,
  });
  expect((await admin('POST', '/api/courriels/echecs/renvoi')).body).toEqual({
    renvoyes: 1,
    restes: 0,
    email_envoye: true,
  });
  await c.round();
  expect(c.smtp.recus.map(({ subject }) => subject)).toEqual(["Email d'essai de Manège"]);
});

describe('ce que le cavalier peut encore faire', () => {
  const set = (rights: boolean, hours: number) =>
    c.t.services.db.execute(
      sql`update parametres set "riderCancellation" = ${rights}, "riderChanges" = ${rights}, "cancellationHours" = ${hours}`,
    );
  beforeEach(() => set(true, 2));
  afterAll(() => set(false, 24));
  const AT_EIGHT = "Vous pouvez la changer ou l'annuler jusqu'au lundi 23 novembre 2026 à 8h00";
  const CENTRE_ONLY = "Pour la changer ou l'annuler, parlez-en au centre.";
  /** The text of the reminder as it arrives. */
  const reminder = async () => {
    c.t.clock.now = new Date('2026-11-22T09:00:30Z');
    await c.round();
    const mail = c.smtp.recus.find(({ subject }) => subject?.startsWith('Rappel'));
    return mail?.text?.replace(/\s+/g, ' ');
  };

  test("le rappel le dit comme la confirmation, et reste lisible tel qu'il est parti", async () => {
    // MAIL-23
    const [admin, rider] = [await c.t.as({ role: 'admin' }), await c.t.as()];
    await rider('POST', '/api/reservations', DEMANDE);
    await c.round();
    expect(c.smtp.recus[0]?.text?.replace(/\s+/g, ' ')).toContain(AT_EIGHT);
    expect(await reminder()).toContain(AT_EIGHT);
    await set(false, 24);
    const { id } = (await c.rows()).find(({ sorte }) => sorte === 'rappel')!;
    expect((await admin('GET', `/api/courriels/${id}`)).body.texte.replace(/\s+/g, ' ')).toContain(
      AT_EIGHT,
    );
  });

  test('le rappel le dit selon les réglages du moment où il part', async () => {
    // MAIL-23
    const rider = await c.t.as();
    await rider('POST', '/api/reservations', DEMANDE);
    await set(false, 2);
    expect(await reminder()).toContain(CENTRE_ONLY);
  });

  test('passé le délai, il renvoie au centre', async () => {
    // MAIL-23
    const rider = await c.t.as();
    await set(true, 24);
    await rider('POST', '/api/reservations', DEMANDE);
    expect(await reminder()).toContain(CENTRE_ONLY);
  });

  test("l'aperçu montre les phrases qui partent avec les réglages du moment", async () => {
    // MAIL-11
    const admin = await c.t.as({ role: 'admin' });
    const sentences = async () => {
      const { body } = await admin('GET', '/api/courriels/apercu');
      return ['reservation_confirmee', 'reservation_modifiee', 'rappel'].map((sorte) =>
        (body as { sorte: string; texte: string }[])
          .find((one) => one.sorte === sorte)!
          .texte.replace(/\s+/g, ' '),
      );
    };
    for (const text of await sentences())
      expect(text).toContain(
        "Vous pouvez la changer ou l'annuler jusqu'au samedi 15 mai 2027 à 12h00",
      );
    await set(false, 2);
    for (const text of await sentences()) expect(text).toContain(CENTRE_ONLY);
    await set(true, 24); // the reminder is sent when the delay ends
    const [confirmation, , rappel] = await sentences();
    expect([
      confirmation?.includes("jusqu'au vendredi 14 mai 2027 à 14h00"),
      rappel?.includes(CENTRE_ONLY),
    ]).toEqual([true, true]);
  });
});
