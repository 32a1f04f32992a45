/** Emails, from the row to a real SMTP server and back (decisions 35, 38). */
import { asc, eq, sql } from 'drizzle-orm';
import ICAL from 'ical.js';
import type { ParsedMail } from 'mailparser';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ContenuCourriel, Lecon, SorteDeLecon } from '#domain/courriels.ts';
import { EXEMPLES } from '#domain/courriels_textes.ts';
import { deliver } from '#server/actions/courriels.ts';
import { courriels } from '#server/platform/schema.ts';
import { insertCourriels } from '#server/stores/courriels.ts';
import { createTestApp, DEMANDE, MATIN, ORIGIN, type TestApp } from '../support/app.ts';
import { type SmtpServer, startSmtp } from '../support/smtp.ts';

let smtp: SmtpServer;
let t: TestApp;

beforeAll(async () => {
  smtp = await startSmtp();
  t = await createTestApp({ smtpUrl: smtp.url });
});

afterAll(async () => {
  await t.close();
  await smtp.stop();
});

beforeEach(async () => {
  t.clock.now = MATIN;
  Object.assign(smtp, { recus: [], essais: 0, conduites: [], toujours: {} });
  await t.services.db.execute(sql`delete from courriels`);
  await t.services.db.execute(sql`delete from reservations`);
});

const round = () => deliver(t.services, new AbortController().signal);
const rows = () => t.services.db.select().from(courriels).orderBy(asc(courriels.cause));
const later = (minutes: number) => { t.clock.now = new Date(t.clock.now.getTime() + minutes * 60_000); };

let n = 0;
async function write(contenu: ContenuCourriel, change: { cause?: string; destinataire?: string; destinataire_nom?: string; perime_apres?: Date } = {}): Promise<string> {
  n += 1;
  const [id] = await t.services.db.transaction((tx) => insertCourriels(tx, [{
    cause: `essai ${n}`, destinataire: 'camille@essai.example', destinataire_nom: 'Camille Lambert', user_id: null, reservation_id: null, contenu,
    envoyer_apres: t.clock.now, perime_apres: new Date(t.clock.now.getTime() + 86_400_000), ...change,
  }]));
  return id ?? '';
}
const APPROBATION: ContenuCourriel = { sorte: 'approbation', nom: 'Camille Lambert', role: 'utilisateur' };

describe('chaque email', () => {
  test.each(EXEMPLES.map((contenu) => [contenu.sorte, contenu] as const))('%s arrive en français, en HTML et en texte, sous un Message-ID à lui', async (_, contenu) => {
    const id = await write(contenu);
    await round();
    const [mail] = smtp.recus as [ParsedMail];
    expect(mail.messageId).toBe(`<${id}@manege.example>`);
    expect(mail.from?.value).toEqual([{ name: 'Manège', address: 'no-reply@manege.example' }]);
    expect(mail.to).toMatchObject({ value: [{ name: 'Camille Lambert', address: 'camille@essai.example' }] });
    expect(mail.headers.get('auto-submitted')).toBe('auto-generated');
    expect(mail.html).toContain('<html lang="fr">');
    for (const body of [mail.html as string, mail.text ?? '']) expect(body).toMatch(/[éèçœ]/);
    // One button, one address, the same in both; and no other site's.
    const links = [...(mail.html as string).matchAll(/href="([^"]+)"/g)].map(([, href]) => href!);
    expect(links.length).toBeGreaterThan(0);
    for (const href of links) expect(new URL(href).origin).toBe(ORIGIN);
    for (const href of links) expect(mail.text).toContain(href);
    expect(await rows()).toMatchObject([{ statut: 'envoye', essais: 1, derniere_erreur: null, envoye_at: MATIN }]);
  });

  test('l\'approbation mène à la connexion, et les liens à leur page, avec leur jeton', async () => {
    await write(APPROBATION);
    await write({ sorte: 'mot_de_passe', nom: 'Camille', jeton: 'a-b_c' });
    await write({ sorte: 'confirmation_adresse', nom: 'Camille', jeton: 'd/e' });
    await round();
    const texts = smtp.recus.map(({ text }) => text ?? '').join('\n');
    for (const address of ['/login', '/reset-password?token=a-b_c', '/confirm-email?token=d%2Fe']) expect(texts).toContain(`${ORIGIN}${address}`);
  });

  test('une fois parti, un lien ne se lit plus dans la base ni à l\'écran', async () => {
    const id = await write({ sorte: 'mot_de_passe', nom: 'Camille', jeton: 'un-jeton-secret' });
    const admin = await t.as({ role: 'admin' });
    expect(JSON.stringify((await admin('GET', `/api/courriels/${id}`)).body)).not.toContain('un-jeton-secret');
    await round();
    expect(smtp.recus[0]?.text).toContain('un-jeton-secret');
    expect(JSON.stringify(await rows())).not.toContain('un-jeton-secret');
  });

  test('ce que les gens écrivent reste du texte, et un nom ne glisse pas d\'en-tête', async () => {
    const mal = '<script>alert(1)</script>"><img src=x onerror=alert(2)>';
    const nom = `${mal}\r\nBcc: victime@essai.example`;
    const lecon: Lecon = { ...LECON, type: mal, noms_participants: [mal], remarques: mal };
    for (const contenu of [
      { ...APPROBATION, nom }, { sorte: 'refus', nom }, { sorte: 'mot_de_passe', nom, jeton: '"><script>' }, { sorte: 'confirmation_adresse', nom, jeton: null },
      { sorte: 'inscription', nom, email: 'a@essai.example', telephone: mal, adresse: mal }, { sorte: 'reservation_confirmee', nom, lecon, copie: true },
      { sorte: 'reservation_modifiee', nom, lecon, copie: false }, { sorte: 'reservation_annulee', nom, lecon, copie: false }, { sorte: 'rappel', nom, lecon, copie: false }, { sorte: 'essai', nom },
    ] satisfies ContenuCourriel[]) await write(contenu, { destinataire_nom: nom });
    await round();
    expect(smtp.recus).toHaveLength(10);
    for (const mail of smtp.recus) {
      expect(mail.html).not.toMatch(/<script|<img/i);
      expect([mail.bcc, mail.cc, mail.to]).toMatchObject([undefined, undefined, { value: [{ address: 'camille@essai.example' }] }]);
      expect(mail.subject).not.toMatch(/[\r\n]/);
    }
  });
});

const LECON: Lecon = {
  reservation_id: '6f0a1d1e-3f53-4c0c-9d2c-0d5a1f3f0a11', version: 0, date_reservation: '2027-03-28', heure_debut: '10:00', heure_fin: '11:30', type_piste: 'interieure',
  type: 'Leçon collective', noms_participants: ['Camille Lambert', 'Zoé'], remarques: null,
};

describe('le fichier de calendrier', () => {
  const send = async (sorte: SorteDeLecon, change: Partial<Lecon> = {}, copie = false) => {
    await write({ sorte, nom: 'Camille', lecon: { ...LECON, ...change }, copie });
    await round();
    return smtp.recus.at(-1)!;
  };
  const calendarOf = (mail: ParsedMail) => {
    const file = mail.attachments.find(({ contentType }) => /calendar|ics/.test(contentType));
    if (!file) return null;
    const root = new ICAL.Component(ICAL.parse(file.content.toString()));
    const event = new ICAL.Event(root.getFirstSubcomponent('vevent')!);
    return { method: String(root.getFirstPropertyValue('method')), event };
  };

  test.each([
    ['le jour du passage à l\'heure d\'été', '2027-03-28', '2027-03-28T08:00:00Z', '2027-03-28T09:30:00Z'],
    ['la veille', '2027-03-27', '2027-03-27T09:00:00Z', '2027-03-27T10:30:00Z'],
    ['le jour du passage à l\'heure d\'hiver', '2027-10-31', '2027-10-31T09:00:00Z', '2027-10-31T10:30:00Z'],
  ])('tombe juste %s', async (_, date_reservation, debut, fin) => {
    const { event, method } = calendarOf(await send('reservation_confirmee', { date_reservation }))!;
    expect([method, event.startDate.toString(), event.endDate.toString()]).toEqual(['REQUEST', debut, fin]);
    expect([event.summary, event.location, event.organizer, event.attendees.length]).toEqual(['Leçon collective, Manège', 'Piste Intérieure, Manège, Gembloux', 'mailto:no-reply@manege.example', 1]);
  });

  test('confirmée, déplacée, annulée : un calendrier qui suit UID et SEQUENCE finit sans la leçon', async () => {
    const agenda = new Map<string, { sequence: number; debut: string }>();
    const apply = (mail: ParsedMail) => {
      const { method, event } = calendarOf(mail)!;
      const known = agenda.get(event.uid);
      if (known && known.sequence > event.sequence) return;
      if (method === 'CANCEL') agenda.delete(event.uid);
      else agenda.set(event.uid, { sequence: event.sequence, debut: event.startDate.toString() });
    };
    const [un, deux] = [await send('reservation_confirmee'), await send('reservation_modifiee', { version: 1, heure_debut: '14:00', heure_fin: '15:30' })];
    apply(un);
    apply(deux);
    expect([...agenda.values()]).toEqual([{ sequence: 1, debut: '2027-03-28T12:00:00Z' }]);
    apply(un); // an older one that comes late moves nothing back
    expect([...agenda.values()]).toMatchObject([{ debut: '2027-03-28T12:00:00Z' }]);
    apply(await send('reservation_annulee', { version: 2, heure_debut: '14:00', heure_fin: '15:30' }));
    expect(agenda.size).toBe(0);
  });

  test('le rappel et la copie du centre n\'en portent pas', async () => {
    expect(calendarOf(await send('rappel'))).toBeNull();
    expect(calendarOf(await send('reservation_confirmee', {}, true))).toBeNull();
  });
});

describe('quand le serveur ne prend pas', () => {
  test('un refus 4xx se retente plus tard, sous le même Message-ID', async () => {
    smtp.conduites = [{ destinataire: 451 }, { message: 452 }];
    const id = await write(APPROBATION);
    await round();
    await round(); // not due yet
    expect(await rows()).toMatchObject([{ statut: 'en_attente', essais: 1, derniere_erreur: expect.stringContaining('451') }]);
    later(2);
    await round();
    later(6);
    await round();
    expect([smtp.essais, smtp.recus.map(({ messageId }) => messageId)]).toEqual([3, [`<${id}@manege.example>`]]);
    expect(await rows()).toMatchObject([{ statut: 'envoye', essais: 3, derniere_erreur: null }]);
  });

  test.each([['le destinataire', { destinataire: 550 }], ['le message', { message: 554 }]])('un refus 5xx sur %s est sans appel, et se voit', async (_, conduite) => {
    smtp.conduites = [conduite];
    await write(APPROBATION);
    await round();
    later(600);
    await round();
    expect([smtp.essais, await rows()]).toMatchObject([1, [{ statut: 'echoue', derniere_erreur: expect.stringContaining("refus d'essai") }]]);
  });

  test('un serveur absent n\'en perd aucun : tous partent à son retour, une fois chacun', async () => {
    const ailleurs = await createTestApp({ smtpUrl: 'smtp://127.0.0.1:1' });
    const services = { ...t.services, mailer: ailleurs.services.mailer };
    for (let i = 0; i < 10; i += 1) await write(APPROBATION, { destinataire: `n${i}@essai.example` });
    await deliver(services, new AbortController().signal);
    expect((await rows()).map(({ statut, essais }) => [statut, essais])).toEqual(Array(10).fill(['en_attente', 1]));
    later(2);
    await round();
    expect(new Set(smtp.recus.map(({ messageId }) => messageId)).size).toBe(10);
    await ailleurs.close();
  });

  test('après un jour d\'essais, il est donné pour échoué ; jamais essayé, pour périmé', async () => {
    smtp.toujours = { destinataire: 451 };
    const [essaye] = [await write(APPROBATION)];
    for (let i = 0; i < 30; i += 1) {
      await round();
      later(60);
    }
    const jamais = await write(APPROBATION, { perime_apres: t.clock.now });
    await round();
    const byId = Object.fromEntries((await rows()).map(({ id, statut }) => [id, statut]));
    expect(byId).toEqual({ [essaye]: 'echoue', [jamais]: 'perime' });
    expect(smtp.recus).toEqual([]);
  });

  test('pendant qu\'il fait attendre, les appels répondent, et ce qu\'ils écrivent part ensuite', async () => {
    smtp.toujours = { delaiMs: 3_000 };
    await write(APPROBATION);
    const sending = round();
    const rider = await t.as();
    const answered: number[] = [];
    for (let i = 0; i < 5; i += 1) answered.push((await rider('POST', '/api/reservations', { ...DEMANDE, heure_debut: `1${i}:00` })).status);
    expect([answered, smtp.recus.length]).toEqual([Array(5).fill(201), 0]); // five bookings while the first email is still being taken
    smtp.toujours = {};
    await sending;
    await round();
    expect(smtp.recus).toHaveLength(6);
  });
});

describe('une fois et une seule', () => {
  test('une cause s\'écrit une fois', async () => {
    expect(await write(APPROBATION, { cause: 'la même' })).not.toBe('');
    expect(await write(APPROBATION, { cause: 'la même' })).toBe('');
    expect(await rows()).toHaveLength(1);
  });

  test('deux instances qui font la ronde ensemble n\'envoient rien deux fois', async () => {
    for (let i = 0; i < 60; i += 1) await write(APPROBATION);
    await Promise.all([round(), round(), round()]);
    expect([smtp.recus.length, new Set(smtp.recus.map(({ messageId }) => messageId)).size]).toEqual([60, 60]);
  });

  test('ce qu\'une instance morte tenait est repris par une autre, sous le même Message-ID', async () => {
    const id = await write(APPROBATION);
    await t.services.db.update(courriels).set({ tenu_jusque: new Date(t.clock.now.getTime() + 180_000), essais: 1 }).where(eq(courriels.id, id));
    await round();
    expect(smtp.recus).toEqual([]);
    later(4);
    await round();
    expect(smtp.recus.map(({ messageId }) => messageId)).toEqual([`<${id}@manege.example>`]);
  });
});

test('un rappel ne part qu\'à son heure, et pas si les rappels sont coupés d\'ici là', async () => {
  const [un, deux] = [await t.as(), await t.as()];
  await un('POST', '/api/reservations', DEMANDE);
  await round();
  expect(smtp.recus.map(({ subject }) => subject)).toEqual(['Leçon confirmée : lundi 23 novembre 2026, 10:00']);
  t.clock.now = new Date('2026-11-22T09:00:30Z');
  await round();
  expect(smtp.recus.at(-1)?.subject).toBe('Rappel de votre leçon : lundi 23 novembre 2026, 10:00');
  await deux('POST', '/api/reservations', { ...DEMANDE, date_reservation: '2026-11-25' });
  await t.services.db.execute(sql`update parametres set "sendReminders" = false`);
  t.clock.now = new Date('2026-11-24T09:00:30Z');
  await round();
  await t.services.db.execute(sql`update parametres set "sendReminders" = true`);
  expect((await rows()).filter(({ sorte }) => sorte === 'rappel').map(({ statut }) => statut).toSorted()).toEqual(['envoye', 'perime']);
});
