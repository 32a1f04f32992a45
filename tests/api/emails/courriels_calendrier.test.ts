/** The calendar files in emails, as a calendar program reads them (RFC 5545, 5546). */
import ICAL from 'ical.js';
import type { ParsedMail } from 'mailparser';
import { describe, expect, test } from 'vitest';
import type { LeconDeCourriel, SorteDeLecon } from '../../../src/domain/emails/courriels.ts';
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

describe('le fichier de calendrier', () => {
  // MAIL-08, BOOK-01
  const send = async (sorte: SorteDeLecon, change: Partial<LeconDeCourriel> = {}, copy = false) => {
    await c.write({ sorte, nom: 'Camille', lecon: { ...LECON, ...change }, copie: copy });
    await c.round();
    return c.smtp.recus.at(-1)!;
  };
  const calendarOf = (mail: ParsedMail) => {
    const file = mail.attachments.find(({ contentType }) => /calendar|ics/.test(contentType));
    if (!file) return null;
    const root = new ICAL.Component(ICAL.parse(file.content.toString()));
    const event = new ICAL.Event(root.getFirstSubcomponent('vevent')!);
    return { method: String(root.getFirstPropertyValue('method')), event };
  };

  test.each([
    [
      "le jour du passage à l'heure d'été",
      '2027-03-28',
      '2027-03-28T08:00:00Z',
      '2027-03-28T09:30:00Z',
    ],
    ['la veille', '2027-03-27', '2027-03-27T09:00:00Z', '2027-03-27T10:30:00Z'],
    [
      "le jour du passage à l'heure d'hiver",
      '2027-10-31',
      '2027-10-31T09:00:00Z',
      '2027-10-31T10:30:00Z',
    ],
  ])('tombe juste %s', async (_, date_reservation, debut, fin) => {
    const { event, method } = calendarOf(
      await send('reservation_confirmee', { date_reservation }),
    )!;
    expect([method, event.startDate.toString(), event.endDate.toString()]).toEqual([
      'REQUEST',
      debut,
      fin,
    ]);
    expect([event.summary, event.location, event.organizer, event.attendees.length]).toEqual([
      'Leçon collective, Manège',
      'Piste Intérieure, Manège, Gembloux',
      'mailto:no-reply@manege.example',
      1,
    ]);
  });

  test("voyage deux fois : comme invitation que la messagerie comprend, et comme pièce jointe que l'on ouvre", async () => {
    const { attachments } = await send('reservation_annulee', { version: 3 });
    expect(
      attachments.map(({ contentType, filename, contentDisposition, headers }) => [
        contentType,
        filename,
        contentDisposition,
        (headers.get('content-type') as { params: Record<string, string> }).params,
      ]),
    ).toEqual([
      ['text/calendar', undefined, undefined, { charset: 'utf-8', method: 'CANCEL' }],
      ['application/ics', 'lecon.ics', 'attachment', { name: 'lecon.ics' }],
    ]);
    expect(attachments[0]!.content.toString()).toBe(attachments[1]!.content.toString());
    expect(attachments[0]!.content.toString()).toMatch(/\r\nSTATUS:CANCELLED\r\n/);
  });

  test.each([
    ['confirmée', 'reservation_confirmee', {}, 'CONFIRMED'],
    ['modifiée', 'reservation_modifiee', { en_attente: false }, 'CONFIRMED'],
    ['mise en attente', 'reservation_modifiee', { en_attente: true }, 'TENTATIVE'],
    ['annulée', 'reservation_annulee', { en_attente: true }, 'CANCELLED'],
  ] as const)("d'une leçon %s le dit comme le texte", async (_, sorte, change, status) => {
    const { event } = calendarOf(await send(sorte, change))!;
    expect(event.component.getFirstPropertyValue('status')).toBe(status);
  });

  test('un nouvel essai porte le même fichier, à la lettre', async () => {
    c.smtp.conduites = [{ message: 452 }];
    const id = await c.write({
      sorte: 'reservation_confirmee',
      nom: 'Camille',
      lecon: LECON,
      copie: false,
    });
    const admin = await c.t.as({ role: 'admin' });
    const {
      body: { calendrier },
    } = await admin('GET', `/api/courriels/${id}`);
    await c.round();
    c.later(1);
    await c.round();
    expect(c.smtp.essais).toBe(2);
    expect(c.smtp.recus.map(({ attachments }) => attachments[0]!.content.toString())).toEqual([
      calendrier,
    ]);
  });

  test('confirmée, déplacée, annulée : un calendrier qui suit UID et SEQUENCE finit sans la leçon', async () => {
    const calendar = new Map<string, { sequence: number; debut: string }>();
    const apply = (mail: ParsedMail) => {
      const { method, event } = calendarOf(mail)!;
      const known = calendar.get(event.uid);
      if (known && known.sequence > event.sequence) return;
      if (method === 'CANCEL') calendar.delete(event.uid);
      else calendar.set(event.uid, { sequence: event.sequence, debut: event.startDate.toString() });
    };
    const [first, second] = [
      await send('reservation_confirmee'),
      await send('reservation_modifiee', { version: 1, heure_debut: '14:00', heure_fin: '15:30' }),
    ];
    apply(first);
    apply(second);
    expect([...calendar.values()]).toEqual([{ sequence: 1, debut: '2027-03-28T12:00:00Z' }]);
    apply(first); // an older one that arrives late changes nothing
    expect([...calendar.values()]).toMatchObject([{ debut: '2027-03-28T12:00:00Z' }]);
    apply(
      await send('reservation_annulee', { version: 2, heure_debut: '14:00', heure_fin: '15:30' }),
    );
    expect(calendar.size).toBe(0);
  });

  test("le rappel et la copie du centre n'en portent pas", async () => {
    expect(calendarOf(await send('rappel'))).toBeNull();
    expect(calendarOf(await send('reservation_confirmee', {}, true))).toBeNull();
  });
});
