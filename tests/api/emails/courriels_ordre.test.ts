/**
 * Emails in the right order, sent by only one instance, and no longer than they make sense
 * (MAIL-01, MAIL-02, MAIL-07).
 */
import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type {
  ContenuCourriel,
  LeconDeCourriel,
  SorteDeLecon,
} from '../../../src/domain/emails/courriels.ts';
import { deliver, outdate, sweep } from '../../../src/server/actions/emails/courriels.ts';
import { startDelivery } from '../../../src/server/delivery.ts';
import { courriels } from '../../../src/server/platform/schema/schema.ts';
import { DEMANDE, MORNING } from '../../support/app.ts';
import { until, useCourrier } from '../../support/courrier.ts';
import { storeLecon } from '../../support/places.ts';

const c = useCourrier();
const never = new AbortController().signal;
const subjects = () => c.smtp.recus.map(({ subject }) => subject?.split(' : ')[0]);

const essai: ContenuCourriel = { sorte: 'essai', nom: 'Camille' };
const RESERVATION = '6f0a1d1e-3f53-4c0c-9d2c-0d5a1f3f0a11';
const LECON: LeconDeCourriel = {
  reservation_id: RESERVATION,
  version: 0,
  date_reservation: '2026-11-23',
  heure_debut: '10:00',
  heure_fin: '11:00',
  type_piste: 'interieure',
  type: 'Longe',
  noms_participants: ['Camille Lambert'],
  remarques: null,
};
const news = (sorte: SorteDeLecon, version: number, recipient = 'camille@essai.example') =>
  c.write(
    { sorte, nom: 'Camille', lecon: { ...LECON, version }, copie: false },
    { reservation_id: RESERVATION, destinataire: recipient },
  );

describe("l'ordre", () => {
  test("l'annulation attend la confirmation qui se retente : on n'apprend jamais qu'une leçon annulée est confirmée", async () => {
    // MAIL-07
    c.smtp.conduites = [{ destinataire: 451 }];
    await news('reservation_confirmee', 0);
    await deliver(c.t.services, never);
    await news('reservation_annulee', 1);
    await news('reservation_annulee', 1, 'centre@essai.example');
    await deliver(c.t.services, never);
    expect(c.smtp.recus.map(({ to }) => to)).toMatchObject([
      { text: expect.stringContaining('centre@essai.example') },
    ]); // nobody else waits
    c.later(2);
    await deliver(c.t.services, never);
    expect(subjects()).toEqual(['Leçon annulée', 'Leçon confirmée', 'Leçon annulée']);
  });

  test("une confirmation abandonnée ne retient pas l'annulation", async () => {
    c.smtp.conduites = [{ destinataire: 550 }];
    await news('reservation_confirmee', 0);
    await news('reservation_annulee', 1);
    await deliver(c.t.services, never);
    expect((await c.rows()).map(({ statut }) => statut)).toEqual(['echoue', 'envoye']);
  });

  test('un rappel qui attend son heure ne retient rien', async () => {
    await c.write(
      { sorte: 'rappel', nom: 'Camille', lecon: LECON, copie: false },
      { reservation_id: RESERVATION, envoyer_apres: new Date('2026-11-22T09:00:00Z') },
    );
    await news('reservation_modifiee', 1);
    await deliver(c.t.services, never);
    expect(subjects()).toEqual(['Leçon modifiée']);
  });
});

test("un expéditeur refusé se corrige chez nous : l'email n'est pas perdu", async () => {
  c.smtp.conduites = [{ expediteur: 550 }];
  await c.write(essai);
  await deliver(c.t.services, never);
  expect(await c.rows()).toMatchObject([
    { statut: 'en_attente', essais: 1, derniere_erreur: expect.stringContaining('550') },
  ]);
  c.later(1);
  await deliver(c.t.services, never);
  expect(await c.rows()).toMatchObject([{ statut: 'envoye', essais: 2 }]);
});

describe('la ronde', () => {
  test("un email que le serveur fait attendre ne retient pas celui qui s'écrit après", async () => {
    // MAIL-18
    onTestFinished(startDelivery(c.t.services, { graceMs: 100 }));
    c.smtp.conduites = [{ delaiMs: 6_000 }];
    await c.write(essai);
    await until(() => c.smtp.essais === 1, c.smtp);
    await c.write({ sorte: 'refus', nom: 'Camille' });
    await until(() => c.smtp.recus.length === 1, c.smtp);
    expect(subjects()).toEqual(['Votre demande de compte']);
  });

  test("un arrêt coupe ce qui traîne et le rend, comme s'il n'avait pas été essayé", async () => {
    const stop = startDelivery(c.t.services, { graceMs: 100 });
    c.smtp.conduites = [{ delaiMs: 30_000 }];
    await c.write(essai);
    await until(() => c.smtp.essais === 1, c.smtp);
    await stop();
    expect(c.smtp.recus).toEqual([]);
    expect(await c.rows()).toMatchObject([
      { statut: 'en_attente', essais: 0, tenu_jusque: null, derniere_erreur: null },
    ]);
    await deliver(c.t.services, never);
    expect(c.smtp.recus).toHaveLength(1);
  });

  test('soixante emails, deux instances en ronde : chacun part une fois', async () => {
    // MAIL-18
    const stops = [startDelivery(c.t.services), startDelivery(c.t.services)];
    await Promise.all(
      Array.from({ length: 60 }, (_, i) => c.write(essai, { destinataire: `n${i}@essai.example` })),
    );
    await until(() => c.smtp.recus.length >= 60, c.smtp);
    await Promise.all(stops.map((stop) => stop()));
    expect([c.smtp.essais, new Set(c.smtp.recus.map(({ messageId }) => messageId)).size]).toEqual([
      60, 60,
    ]);
    expect(
      (await c.rows()).every(({ statut, essais }) => statut === 'envoye' && essais === 1),
    ).toBe(true);
  });
});

describe("l'urgence", () => {
  // MAIL-46. The clock shows Saturday 21 November 2026.
  const releve = (n: number): ContenuCourriel => ({
    sorte: 'releve',
    nom: 'Camille',
    numero: `2026-11-${String(n).padStart(4, '0')}`,
    mois: '2026-11',
    jour: '2026-11-20',
    centimes: 2_500,
    virement: null,
  });
  const lien: ContenuCourriel = { sorte: 'mot_de_passe', nom: 'Camille', jeton: 'a'.repeat(43) };
  const lecon = (
    sorte: SorteDeLecon,
    { jour, avant, groupe }: { jour: string; avant?: string; groupe?: string },
  ) => {
    const reservation_id = randomUUID();
    const one = { ...LECON, reservation_id, date_reservation: jour };
    return c.write(
      {
        sorte,
        nom: 'Camille',
        lecon: one,
        copie: false,
        ...(avant && { avant: { ...one, date_reservation: avant } }),
      },
      {
        reservation_id,
        envoyer_apres: new Date(MORNING.getTime() - 1_000),
        ...(groupe && { groupe }),
      },
    );
  };
  /** Statements, which have been due for longer than everything else. */
  const releves = async (nombre: number) => {
    for (let n = 1; n <= nombre; n += 1)
      await c.write(releve(n), { envoyer_apres: new Date(MORNING.getTime() - 60_000) });
  };
  /** Whose mail server does not answer until the test is over. */
  const silent = { delaiMs: 600_000 };
  const held = async () => {
    const rows = await c.rows();
    return rows.filter(({ tenu_jusque }) => tenu_jusque !== null).map(({ sorte }) => sorte);
  };

  test('les liens d’abord, puis les leçons du jour et de demain, les suivantes, puis le reste', async () => {
    await releves(3);
    await c.write({ sorte: 'refus', nom: 'Camille' });
    await lecon('reservation_confirmee', { jour: '2026-12-20' });
    await lecon('reservation_confirmee', { jour: '2026-11-22' });
    await lecon('reservation_annulee', { jour: '2026-11-21' });
    await lecon('reservation_modifiee', { jour: '2026-12-24', avant: '2026-11-21' });
    await c.write({ sorte: 'invitation', nom: 'Camille', jeton: 'b'.repeat(43) });
    await c.write(lien);
    await deliver(c.t.services, never);
    const sent = await c.t.services.db.select().from(courriels);
    const sorteOf = new Map(
      sent.map(({ id, sorte, contenu }) => [
        `<${id}@manege.example>`,
        'lecon' in contenu && sorte === 'reservation_confirmee'
          ? contenu.lecon.date_reservation
          : sorte,
      ]),
    );
    const sortes = c.smtp.recus.map(({ messageId }) => sorteOf.get(messageId ?? ''));
    expect(sortes.slice(0, 2)).toEqual(['mot_de_passe', 'invitation']);
    expect(sortes.slice(2, 4).toSorted()).toEqual(['reservation_annulee', 'reservation_modifiee']);
    expect(sortes.slice(4)).toEqual([
      '2026-11-22',
      '2026-12-20',
      'releve',
      'releve',
      'releve',
      'refus',
    ]);
  });

  test('un message de plusieurs leçons est aussi urgent que la première', async () => {
    await lecon('reservation_annulee', { jour: '2026-11-22' });
    // Whichever row is the first of its message.
    for (let n = 0; n < 6; n += 1) {
      const groupe = randomUUID();
      await lecon('reservation_annulee', { jour: '2027-01-20', groupe });
      await lecon('reservation_annulee', { jour: '2026-11-21', groupe });
    }
    await deliver(c.t.services, never);
    expect(subjects()).toEqual([
      ...Array.from({ length: 6 }, () => '2 leçons annulées'),
      'Leçon annulée',
    ]);
  });

  test('trois cents relevés sur un serveur lent, deux instances : le lien part, et rien de plus', async () => {
    c.smtp.toujours = silent;
    await releves(300);
    const stops = [1, 2].map(() => startDelivery(c.t.services, { graceMs: 100 }));
    onTestFinished(async () => {
      await Promise.all(stops.map((stop) => stop()));
    });
    // LIM-230: three of the four senders of each instance.
    await until(() => c.smtp.essais === 6, c.smtp);
    c.smtp.toujours = {};
    await c.write(lien);
    await until(() => c.smtp.recus.length === 1, c.smtp);
    expect(c.smtp.recus[0]?.text).toContain('a'.repeat(43));
    await lecon('reservation_annulee', { jour: '2026-11-22' });
    await until(() => c.smtp.recus.length === 2, c.smtp);
    expect(subjects()[1]).toBe('Leçon annulée');
    expect(c.smtp.essais).toBe(8);
    await vi.waitFor(async () =>
      expect(await held()).toEqual(Array.from({ length: 6 }, () => 'releve')),
    );
  });

  test('rien ne reste pour toujours : l’un des quatre envois prend d’abord ce qui n’est ni un lien ni une leçon', async () => {
    c.smtp.toujours = silent;
    await releves(2);
    for (let n = 0; n < 8; n += 1) await lecon('reservation_annulee', { jour: '2026-11-21' });
    onTestFinished(startDelivery(c.t.services, { graceMs: 100 }));
    await until(() => c.smtp.essais === 4, c.smtp);
    expect((await held()).toSorted()).toEqual([
      'releve',
      'reservation_annulee',
      'reservation_annulee',
      'reservation_annulee',
    ]);
  });
});

describe('ce qui tient une ligne', () => {
  test("celui dont le bail est passé ne défait pas ce qu'un autre a fait", async () => {
    const id = await c.write(essai);
    c.smtp.conduites = [{ delaiMs: 800, message: 451 }];
    const slow = deliver(c.t.services, never);
    await until(() => c.smtp.essais === 1, c.smtp);
    await c.t.services.db.execute(
      sql`update courriels set tenu_jusque = tenu_jusque - interval '180 seconds'`,
    ); // the first reservation has expired
    await deliver(c.t.services, never);
    await slow;
    expect(await c.rows()).toMatchObject([{ id, statut: 'envoye', derniere_erreur: null }]);
  });

  test("sans serveur d'envoi, ce qui a trop attendu est périmé, ce qui avait été essayé est échoué", async () => {
    const services = { ...c.t.services, mailer: null, canSend: false };
    const [jamais, tried] = [await c.write(essai), await c.write(essai)];
    await c.t.services.db
      .update(courriels)
      .set({ essais: 2, derniere_erreur: '451' })
      .where(eq(courriels.id, tried));
    await c.write(essai, { perime_apres: new Date(MORNING.getTime() + 3 * 86_400_000) });
    c.later(24 * 60);
    await outdate(services);
    await deliver(services, never);
    expect((await c.rows()).map(({ id, statut }) => [id, statut])).toEqual([
      [jamais, 'perime'],
      [tried, 'echoue'],
      [expect.any(String), 'en_attente'],
    ]);
    expect(c.smtp.essais).toBe(0);
  });

  test('le journal oublie au bout de 90 jours, mais ni ce qui attend ni un rappel qui vient de partir', async () => {
    // MAIL-12, LIM-15
    const [oldest, waiting, reminder] = [
      await c.write(essai),
      await c.write(essai, { perime_apres: new Date('2028-01-01') }),
      await c.write(essai),
    ];
    await c.t.services.db
      .update(courriels)
      .set({ statut: 'envoye' })
      .where(eq(courriels.id, oldest));
    await c.t.services.db
      .update(courriels)
      .set({
        statut: 'envoye',
        envoyer_apres: new Date('2027-02-19'),
        perime_apres: new Date('2027-02-20'),
        created_at: new Date('2025-01-01'),
      })
      .where(eq(courriels.id, reminder));
    c.t.clock.now = new Date('2027-02-21T00:00:00Z');
    await sweep(c.t.services);
    expect((await c.rows()).map(({ id }) => id)).toEqual([waiting, reminder]);
  });
});

test("la confirmation d'une leçon qui a changé depuis ne se renvoie pas ; celle qui vaut encore, si", async () => {
  // MAIL-17
  const admin = await c.t.as({ role: 'admin' });
  const reservation = (await storeLecon(c.t.services.db, {
    ...DEMANDE,
    type_piste: 'interieure',
    heure_fin: '11:00',
    user_id: admin.id,
    nom_client: 'Camille',
    version: 1,
  }))!;
  const of = (version: number) =>
    c.write(
      {
        sorte: 'reservation_confirmee',
        nom: 'Camille',
        lecon: { ...LECON, reservation_id: reservation, version },
        copie: false,
      },
      { reservation_id: reservation, user_id: admin.id },
    );
  const [former, current] = [await of(0), await of(1)];
  await c.t.services.db.update(courriels).set({ statut: 'echoue' });
  const { body } = await admin('GET', '/api/courriels');
  expect(
    Object.fromEntries(
      body.map(({ id, renvoyable }: { id: string; renvoyable: boolean }) => [id, renvoyable]),
    ),
  ).toEqual({ [former]: false, [current]: true });
  expect((await admin('POST', `/api/courriels/${former}/renvoi`)).body).toMatchObject({
    code: 'courriel_non_renvoyable',
  });
  expect((await admin('POST', `/api/courriels/${current}/renvoi`)).body).toEqual({
    email_envoye: true,
  });
  await deliver(c.t.services, never);
  expect(c.smtp.recus.map(({ messageId }) => messageId)).toEqual([`<${current}@manege.example>`]);
});
