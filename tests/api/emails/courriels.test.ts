/** Emails, from the row to a real SMTP server and back (MAIL-01 to MAIL-04). */
import { eq, sql } from 'drizzle-orm';
import type { ParsedMail } from 'mailparser';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { ContenuCourriel, LeconDeCourriel } from '../../../src/domain/emails/courriels.ts';
import { EXAMPLES } from '../../../src/documents/emails/exemples.ts';
import { courriels } from '../../../src/server/platform/schema/schema.ts';
import { claimMessage } from '../../../src/server/stores/emails/courriels.ts';
import { createTestApp, DEMANDE, MORNING, ORIGIN } from '../../support/app.ts';
import { useCourrier } from '../../support/courrier.ts';

const c = useCourrier();
const LECON: LeconDeCourriel = {
  reservation_id: '6f0a1d1e-3f53-4c0c-9d2c-0d5a1f3f0a11',
  version: 0,
  date_reservation: '2027-03-28',
  heure_debut: '10:00',
  heure_fin: '11:30',
  type_piste: 'interieure',
  type: 'Leçon collective',
  noms_participants: ['Camille Lambert', 'Zoé'],
  remarques: null,
};
const APPROVAL: ContenuCourriel = {
  sorte: 'approbation',
  nom: 'Camille Lambert',
  role: 'utilisateur',
};

describe('chaque email', () => {
  test.each(EXAMPLES.map((contenu) => [contenu.sorte, contenu] as const))(
    '%s arrive en français, en HTML et en texte, sous un Message-ID à lui',
    async (_, contenu) => {
      // MAIL-04
      const id = await c.write(contenu);
      await c.round();
      const [mail] = c.smtp.recus as [ParsedMail];
      expect(mail.messageId).toBe(`<${id}@manege.example>`);
      expect(mail.from?.value).toEqual([{ name: 'Manège', address: 'no-reply@manege.example' }]);
      expect(mail.to).toMatchObject({
        value: [{ name: 'Camille Lambert', address: 'camille@essai.example' }],
      });
      expect(mail.headers.get('auto-submitted')).toBe('auto-generated');
      expect(mail.html).toContain('<html lang="fr">');
      for (const body of [mail.html as string, mail.text ?? '']) expect(body).toMatch(/[éèçœ]/);
      // One button and one address, the same in both parts; no address of another site.
      const links = [...(mail.html as string).matchAll(/href="([^"]+)"/g)].map(([, href]) =>
        href!.replaceAll('&amp;', '&'),
      );
      expect(links.length).toBeGreaterThan(0);
      for (const href of links) expect(new URL(href).origin).toBe(ORIGIN);
      for (const href of links) expect(mail.text).toContain(href);
      expect(await c.rows()).toMatchObject([
        { statut: 'envoye', essais: 1, derniere_erreur: null, envoye_at: MORNING },
      ]);
    },
  );

  test("le message d'un administrateur part tel quel, avec un texte à côté", async () => {
    const html =
      '<p>Stage de <b>Pâques</b> : <a href="https://ailleurs.example/stage">le programme</a></p>';
    await c.write({ sorte: 'libre', sujet: 'Stage de Pâques, du 5 au 9 : 100 €', html });
    await c.round();
    expect(c.smtp.recus).toMatchObject([
      {
        subject: 'Stage de Pâques, du 5 au 9 : 100 €',
        html,
        text: 'Stage de Pâques : le programme (https://ailleurs.example/stage)',
        from: { value: [{ name: 'Manège', address: 'no-reply@manege.example' }] },
      },
    ]);
  });

  test("où joindre le centre se lit au pied de l'email, et la réponse y va ; sans rien, l'email n'en dit rien", async () => {
    // MAIL-09
    await c.write(APPROVAL);
    await c.round();
    await c.t.services.db.execute(
      sql`update parametres set "contactTelephone" = '+32 (0)81 61 23 45', "contactEmail" = 'accueil@essai.example'`,
    );
    onTestFinished(async () => {
      await c.t.services.db.execute(
        sql`update parametres set "contactTelephone" = '', "contactEmail" = ''`,
      );
    });
    await c.write(APPROVAL);
    await c.round();
    const [withoutFile, withFile] = c.smtp.recus as [ParsedMail, ParsedMail];
    expect(withFile.replyTo?.value).toEqual([{ name: 'Manège', address: 'accueil@essai.example' }]);
    expect(withFile.html).toContain('href="tel:+3281612345"');
    expect(withFile.html).toContain('href="mailto:accueil@essai.example"');
    expect(withFile.text).toContain(
      'Téléphone : +32 (0)81 61 23 45\nEmail : accueil@essai.example\n',
    );
    expect(withoutFile.replyTo).toBeUndefined();
    expect(`${withoutFile.html}${withoutFile.text}`).not.toMatch(/tel:|mailto:|Téléphone/);
  });

  test("l'approbation mène à la connexion, et les liens à leur page, avec leur jeton", async () => {
    // MAIL-09
    await c.write(APPROVAL);
    await c.write({ sorte: 'mot_de_passe', nom: 'Camille', jeton: 'a-b_c' });
    await c.write({ sorte: 'confirmation_adresse', nom: 'Camille', jeton: 'd/e' });
    await c.round();
    const texts = c.smtp.recus.map(({ text }) => text ?? '').join('\n');
    for (const address of ['/login', '/reset-password#token=a-b_c', '/confirm-email#token=d%2Fe'])
      expect(texts).toContain(`${ORIGIN}${address}`);
  });

  test("une fois parti, un lien ne se lit plus dans la base ni à l'écran", async () => {
    // MAIL-03
    const id = await c.write({ sorte: 'mot_de_passe', nom: 'Camille', jeton: 'un-jeton-secret' });
    const admin = await c.t.as({ role: 'admin' });
    expect(JSON.stringify((await admin('GET', `/api/courriels/${id}`)).body)).not.toContain(
      'un-jeton-secret',
    );
    await c.round();
    expect(c.smtp.recus[0]?.text).toContain('un-jeton-secret');
    expect(JSON.stringify(await c.rows())).not.toContain('un-jeton-secret');
  });

  test("ce que les gens écrivent reste du texte, et un nom ne glisse pas d'en-tête", async () => {
    const hostile = '<script>alert(1)</script>"><img src=x onerror=alert(2)>';
    const nom = `${hostile}\r\nBcc: victime@essai.example`;
    const lecon: LeconDeCourriel = {
      ...LECON,
      type: hostile,
      noms_participants: [hostile],
      remarques: hostile,
    };
    for (const contenu of [
      { ...APPROVAL, nom },
      { sorte: 'refus', nom },
      { sorte: 'mot_de_passe', nom, jeton: '"><script>' },
      { sorte: 'confirmation_adresse', nom, jeton: null },
      { sorte: 'inscription', nom, email: 'a@essai.example', telephone: hostile, adresse: hostile },
      { sorte: 'reservation_confirmee', nom, lecon, copie: true },
      { sorte: 'reservation_modifiee', nom, lecon, copie: false },
      { sorte: 'reservation_annulee', nom, lecon, copie: false },
      { sorte: 'rappel', nom, lecon, copie: false },
      { sorte: 'essai', nom },
    ] satisfies ContenuCourriel[])
      await c.write(contenu, { destinataire_nom: nom });
    await c.round();
    expect(c.smtp.recus).toHaveLength(10);
    for (const mail of c.smtp.recus) {
      expect(mail.html).not.toMatch(/<script|<img/i);
      expect([mail.bcc, mail.cc, mail.to]).toMatchObject([
        undefined,
        undefined,
        { value: [{ address: 'camille@essai.example' }] },
      ]);
      expect(mail.subject).not.toMatch(/[\r\n]/);
    }
  });
});

describe('quand le serveur ne prend pas', () => {
  test('un refus 4xx se retente plus tard, sous le même Message-ID', async () => {
    // MAIL-02, LIM-35
    c.smtp.conduites = [{ destinataire: 451 }, { message: 452 }];
    const id = await c.write(APPROVAL);
    await c.round();
    await c.round(); // not due yet
    expect(await c.rows()).toMatchObject([
      { statut: 'en_attente', essais: 1, derniere_erreur: expect.stringContaining('451') },
    ]);
    c.later(2);
    await c.round();
    c.later(6);
    await c.round();
    expect([c.smtp.essais, c.smtp.recus.map(({ messageId }) => messageId)]).toEqual([
      3,
      [`<${id}@manege.example>`],
    ]);
    expect(await c.rows()).toMatchObject([{ statut: 'envoye', essais: 3, derniere_erreur: null }]);
  });

  test.each([
    ['le destinataire', { destinataire: 550 }],
    ['le message', { message: 554 }],
  ])('un refus 5xx sur %s est sans appel, et se voit', async (_, behaviour) => {
    // MAIL-02
    c.smtp.conduites = [behaviour];
    await c.write(APPROVAL);
    await c.round();
    c.later(600);
    await c.round();
    expect([c.smtp.essais, await c.rows()]).toMatchObject([
      1,
      [{ statut: 'echoue', derniere_erreur: expect.stringContaining("refus d'essai") }],
    ]);
  });

  test("un serveur absent n'en perd aucun : tous partent à son retour, une fois chacun", async () => {
    // MAIL-01
    const elsewhere = await createTestApp({ smtpUrl: 'smtp://127.0.0.1:1' });
    const services = { ...c.t.services, mailer: elsewhere.services.mailer };
    for (let i = 0; i < 10; i += 1)
      await c.write(APPROVAL, { destinataire: `n${i}@essai.example` });
    await c.round(services);
    expect((await c.rows()).map(({ statut, essais }) => `${statut} ${essais}`)).toEqual(
      Array(10).fill('en_attente 1'),
    );
    c.later(2);
    await c.round();
    expect(new Set(c.smtp.recus.map(({ messageId }) => messageId)).size).toBe(10);
    await elsewhere.close();
  });

  test("après un jour d'essais, il est donné pour échoué ; jamais essayé aussi, avec sa cause", async () => {
    // MAIL-02, LIM-14
    c.smtp.toujours = { destinataire: 451 };
    const [tried] = [await c.write(APPROVAL)];
    for (let i = 0; i < 30; i += 1) {
      await c.round();
      c.later(60);
    }
    const never = await c.write(APPROVAL, { perime_apres: c.t.clock.now });
    await c.round();
    const byId = Object.fromEntries(
      (await c.rows()).map(({ id, statut, derniere_erreur }) => [id, [statut, derniere_erreur]]),
    );
    expect(byId).toEqual({
      [tried]: ['echoue', expect.stringContaining('451')],
      [never]: ['echoue', expect.stringContaining('le service ne tournait pas')],
    });
    expect(c.smtp.recus).toEqual([]);
  });

  test("pendant qu'il fait attendre, les appels répondent, et ce qu'ils écrivent part ensuite", async () => {
    // MAIL-01
    c.smtp.toujours = { delaiMs: 3_000 };
    await c.write(APPROVAL);
    const sending = c.round();
    const rider = await c.t.as();
    const answered: number[] = [];
    for (let i = 0; i < 5; i += 1)
      answered.push(
        (await rider('POST', '/api/reservations', { ...DEMANDE, heure_debut: `1${i}:00` })).status,
      );
    // five bookings while the first email is still being accepted
    expect([answered, c.smtp.recus.length]).toEqual([Array(5).fill(201), 0]);
    c.smtp.toujours = {};
    await sending;
    await c.round();
    expect(c.smtp.recus).toHaveLength(6);
  });
});

describe('une fois et une seule', () => {
  test("une cause s'écrit une fois", async () => {
    // MAIL-01
    expect(await c.write(APPROVAL, { cause: 'la même' })).not.toBe('');
    expect(await c.write(APPROVAL, { cause: 'la même' })).toBe('');
    expect(await c.rows()).toHaveLength(1);
  });

  test("deux instances qui font la ronde ensemble n'envoient rien deux fois", async () => {
    // MAIL-18
    for (let i = 0; i < 60; i += 1) await c.write(APPROVAL);
    await Promise.all([c.round(), c.round(), c.round()]);
    expect([
      c.smtp.recus.length,
      new Set(c.smtp.recus.map(({ messageId }) => messageId)).size,
    ]).toEqual([60, 60]);
  });

  test("ce qu'une instance morte tenait est repris par une autre, sous le même Message-ID", async () => {
    // MAIL-01, ADR-012
    const id = await c.write(APPROVAL);
    const held = (seconds: number) =>
      c.t.services.db
        .update(courriels)
        .set({ tenu_jusque: sql`now() + make_interval(secs => ${seconds})`, essais: 1 })
        .where(eq(courriels.id, id));
    await held(180);
    await c.round();
    expect(c.smtp.recus).toEqual([]);
    await held(-1);
    await c.round();
    expect(c.smtp.recus.map(({ messageId }) => messageId)).toEqual([`<${id}@manege.example>`]);
  });

  test.each([10, -10])(
    "une instance dont l'horloge a %i minutes de décalage ne renvoie pas ce qu'une autre envoie, et rien ne reste tenu",
    async (minutes) => {
      // OPS-73
      const other = {
        ...c.t.services,
        now: () => new Date(c.t.clock.now.getTime() + minutes * 60_000),
      };
      const due = { envoyer_apres: new Date(c.t.clock.now.getTime() - 11 * 60_000) };
      // Each instance in turn is in the middle of a delivery, and checks what the other one has
      // reserved.
      for (const [sender, onlooker] of [
        [c.t.services, other],
        [other, c.t.services],
      ] as const) {
        c.smtp.conduites = [{ delaiMs: 500 }];
        await c.write(APPROVAL, due);
        const before = c.smtp.essais;
        const sent = c.round(sender);
        await expect.poll(() => c.smtp.essais, { interval: 5 }).toBe(before + 1);
        await c.round(onlooker);
        await sent;
      }
      // An email that a dead instance has reserved is free for both after three minutes.
      const id = await c.write(APPROVAL, due);
      const [claimed] = await claimMessage(c.t.services.db, other.now(), 180_000);
      expect(claimed?.id).toBe(id);
      for (const services of [c.t.services, other]) await c.round(services);
      expect((await c.rows()).map(({ statut }) => statut)).toEqual([
        'envoye',
        'envoye',
        'en_attente',
      ]);
      await c.t.services.db.execute(
        sql`update courriels set tenu_jusque = tenu_jusque - interval '180 seconds' where tenu_jusque is not null`,
      );
      await c.round(minutes > 0 ? c.t.services : other);
      expect((await c.rows()).map(({ statut, essais }) => [statut, essais])).toEqual([
        ['envoye', 1],
        ['envoye', 1],
        ['envoye', 2],
      ]);
      expect(c.smtp.recus).toHaveLength(3);
    },
  );
});

test("un rappel ne part qu'à son heure, et pas si les rappels sont coupés d'ici là", async () => {
  // MAIL-06, MAIL-16
  const [first, second] = [await c.t.as(), await c.t.as()];
  await first('POST', '/api/reservations', DEMANDE);
  await c.round();
  expect(c.smtp.recus.map(({ subject }) => subject)).toEqual([
    'Leçon confirmée : lundi 23 novembre 2026, 10h00',
  ]);
  c.t.clock.now = new Date('2026-11-22T09:00:30Z');
  await c.round();
  expect(c.smtp.recus.at(-1)?.subject).toBe(
    'Rappel de votre leçon : lundi 23 novembre 2026, 10h00',
  );
  await second('POST', '/api/reservations', { ...DEMANDE, date_reservation: '2026-11-25' });
  await c.t.services.db.execute(sql`update parametres set "sendReminders" = false`);
  c.t.clock.now = new Date('2026-11-24T09:00:30Z');
  await c.round();
  await c.t.services.db.execute(sql`update parametres set "sendReminders" = true`);
  expect(
    (await c.rows())
      .filter(({ sorte }) => sorte === 'rappel')
      .map(({ statut }) => statut)
      .toSorted(),
  ).toEqual(['envoye', 'perime']);
});
