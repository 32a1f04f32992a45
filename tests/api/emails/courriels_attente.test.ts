/**
 * Emails of changes leave 30 seconds after the last change of the lesson, as one email of what
 * differs from what the account knew (MAIL-41 to MAIL-44). The clock moves by seconds.
 */
import { sql } from 'drizzle-orm';
import ICAL from 'ical.js';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { book, MORNING, put, type Stored, type TestApp } from '../../support/app.ts';
import { useCourrier } from '../../support/courrier.ts';

type Person = Awaited<ReturnType<TestApp['as']>>;

const c = useCourrier();
let admin: Person;
let zoe: Person;
let hugo: Person;

const run = async (statement: string): Promise<Stored[]> =>
  (await c.t.services.db.execute<Stored>(sql.raw(statement))).rows;
const settings = (assignments: string) => run(`update parametres set ${assignments}`);

beforeAll(async () => {
  admin = await c.t.as({ role: 'admin', prenom: 'Ada' });
  zoe = await c.t.as({ prenom: 'Zoé', nom: 'Willems' });
  hugo = await c.t.as({ prenom: 'Hugo', nom: 'Dubois' });
});
beforeEach(async () => {
  await run('truncate reservations_supprimees, participants_retires, fermetures cascade');
  await run('delete from parametres; insert into parametres (id) values (1)');
  await settings('"riderCancellation" = true, "riderChanges" = true');
  await run("update types_lecons set ouverte = true, max_personnes = 6 where value = 'collective'");
});

/** The loop of the server looks now: what is due leaves. */
const look = () => c.round(undefined, { early: true });
/** So many seconds pass; the loop looks before and after. */
async function pass(seconds: number): Promise<void> {
  await look();
  c.t.clock.now = new Date(c.t.clock.now.getTime() + seconds * 1000);
  await look();
}
/** What was received since the last call: recipient and subject, in their order. */
function received(): string[] {
  const lines = c.smtp.recus.map(({ to, subject }) => {
    const address = [to].flat()[0]?.value[0]?.address;
    const who = { [zoe.email]: 'Zoé', [hugo.email]: 'Hugo' }[String(address)] ?? address;
    return `${who} ${subject?.replace('lundi 23 novembre 2026, ', '')}`;
  });
  c.smtp.recus = [];
  return lines;
}
const waiting = async () =>
  (await run("select sorte from courriels where statut = 'en_attente'")).map(({ sorte }) => sorte);
const names = (...noms: string[]) => ({ noms_participants: noms, nombre_personnes: noms.length });
const readOf = async ({ id }: Stored): Promise<Stored> =>
  (await admin('GET', `/api/reservations/${id}`)).body;
/** An administrator's edit of the lesson as it is now. */
async function edit(lesson: Stored, change: object): Promise<Stored> {
  const { status, body } = await put(admin, await readOf(lesson), change);
  expect(status, body.message).toBe(200);
  return body;
}
const moveTo = (lesson: Stored, heure_debut: string) => edit(lesson, { heure_debut });
const cancel = (lesson: Stored) => edit(lesson, { statut: 'annulee' });
const confirm = (lesson: Stored) => edit(lesson, { statut: 'confirmee' });
/** Gives a new seat to Hugo, or takes it. */
async function seatHugo(lesson: Stored, taken: boolean): Promise<Stored> {
  const { tarifs, participants } = await readOf(lesson);
  const first = (participants?.[0]?.id ?? tarifs[0].place) as string;
  return taken
    ? edit(lesson, { ...names('Zoé', 'Hugo'), places: [first, null], comptes: [zoe.id, hugo.id] })
    : edit(lesson, { ...names('Zoé'), places: [first] });
}
const join = async (
  rider: Person,
  { type_lecon, date_reservation, type_piste, heure_debut }: Stored,
): Promise<number> =>
  (
    await rider('POST', '/api/reservations/places', {
      ...names('Hugo'),
      type_lecon,
      date_reservation,
      type_piste,
      heure_debut,
      remarques: null,
    })
  ).status;
/** A lesson of Zoé on Monday at 10:00, whose confirmation she has. */
async function booked(change: object = {}): Promise<Stored> {
  const lesson = await book(zoe, { ...names('Zoé'), remarques: null, ...change });
  await look();
  received();
  return lesson;
}

test("l'email d'un changement part 30 secondes après le dernier, pas avant", async () => {
  // MAIL-41, LIM-175
  const lesson = await booked();
  await moveTo(lesson, '11:00');
  await pass(20);
  await moveTo(lesson, '14:00');
  await pass(29);
  expect(received()).toEqual([]);
  expect(await waiting()).toEqual(['reservation_modifiee']);
  await pass(1);
  expect(received()).toEqual(['Zoé Leçon modifiée : 14h00']);
  await pass(120);
  expect(received()).toEqual([]);
});

test("un changement qui ne concerne qu'un autre compte fait attendre aussi", async () => {
  // MAIL-41
  const lesson = await booked();
  await moveTo(lesson, '11:00');
  await pass(20);
  await seatHugo(lesson, true);
  await pass(20);
  expect(received()).toEqual([]);
  await pass(10);
  expect(received().toSorted()).toEqual([
    'Hugo Leçon confirmée : 11h00',
    'Zoé Leçon modifiée : 11h00',
  ]);
});

describe('ce qui est défait à temps', () => {
  // MAIL-42
  test.each<[string, (lesson: Stored) => Promise<unknown>]>([
    [
      'déplacée, puis remise à son heure',
      async (lesson) => {
        await moveTo(lesson, '11:00');
        await pass(10);
        await moveTo(lesson, '10:00');
      },
    ],
    [
      'déplacée deux fois, puis remise',
      async (lesson) => {
        await moveTo(lesson, '11:00');
        await pass(29);
        await moveTo(lesson, '14:00');
        await pass(29);
        await moveTo(lesson, '10:00');
      },
    ],
    [
      'annulée, puis confirmée',
      async (lesson) => {
        await cancel(lesson);
        await pass(10);
        await confirm(lesson);
      },
    ],
    [
      'supprimée, puis restaurée',
      async (lesson) => {
        await admin('DELETE', `/api/reservations/${lesson['id']}`, {});
        await pass(10);
        const { status } = await admin(
          'POST',
          `/api/reservations/supprimees/${lesson['id']}/restauration`,
        );
        expect(status).toBe(200);
      },
    ],
    [
      'une place ajoutée, puis retirée',
      async (lesson) => {
        await seatHugo(lesson, true);
        await pass(10);
        await seatHugo(lesson, false);
      },
    ],
    [
      'changée de compte, puis rendue',
      async (lesson) => {
        const place = (await readOf(lesson))['tarifs'][0].place;
        await edit(lesson, { places: [place], comptes: [hugo.id] });
        await pass(10);
        await edit(lesson, { places: [place], comptes: [zoe.id] });
      },
    ],
    [
      'changée puis remise par son cavalier',
      async (lesson) => {
        const change = async (heure_debut: string) => {
          const { body } = await zoe('GET', `/api/reservations/${lesson['id']}`);
          const { version, date_reservation, type_piste } = body;
          const answer = await zoe('PUT', `/api/reservations/${lesson['id']}/changement`, {
            ...names('Zoé'),
            version,
            date_reservation,
            type_piste,
            heure_debut,
            remarques: null,
          });
          expect(answer.status, answer.body.message).toBe(200);
        };
        await change('11:00');
        await pass(10);
        await change('10:00');
      },
    ],
  ])('%s : aucun email, à personne', async (_, work) => {
    await settings(`"adminEmail" = 'bureau@essai.example'`);
    const lesson = await booked();
    await work(lesson);
    await pass(30);
    await pass(60);
    expect(received()).toEqual([]);
    expect(await waiting()).toEqual([]);
  });

  test('une place retirée, puis remise', async () => {
    // DESK-33
    const lesson = await booked();
    await seatHugo(lesson, true);
    await pass(30);
    received();
    await seatHugo(lesson, false);
    await pass(10);
    const [retire] = (await admin('GET', '/api/reservations/retires')).body;
    const { status } = await admin('POST', `/api/reservations/retires/${retire.id}/remise`);
    expect(status).toBe(200);
    await pass(30);
    expect(received()).toEqual([]);
  });

  test('sans que la boucle ait regardé entre-temps : rien non plus', async () => {
    const lesson = await booked();
    await moveTo(lesson, '11:00');
    await cancel(lesson);
    await confirm(lesson);
    await moveTo(lesson, '10:00');
    c.later(1);
    await look();
    expect(received()).toEqual([]);
    expect(await waiting()).toEqual([]);
  });
});

test('défait trop tard : chacun des deux se dit', async () => {
  // MAIL-42
  const lesson = await booked();
  await moveTo(lesson, '11:00');
  await pass(31);
  await moveTo(lesson, '10:00');
  await pass(30);
  expect(received()).toEqual(['Zoé Leçon modifiée : 11h00', 'Zoé Leçon modifiée : 10h00']);
});

test("déplacée puis annulée : une annulation, de l'heure que le compte connaissait", async () => {
  // MAIL-42, MAIL-08
  const lesson = await booked();
  await moveTo(lesson, '11:00');
  await edit(lesson, { statut: 'annulee', raison: 'Gel' });
  await pass(30);
  const [mail] = c.smtp.recus;
  expect(mail?.text).toContain('Gel');
  const file = mail?.attachments.find(({ contentType }) => contentType.includes('calendar'));
  const event = new ICAL.Event(
    new ICAL.Component(ICAL.parse(String(file?.content))).getFirstSubcomponent('vevent')!,
  );
  expect([event.uid, event.sequence]).toEqual([lesson['id'], 2]);
  expect(received()).toEqual(['Zoé Leçon annulée : 10h00']);
});

test("annulée puis confirmée à une autre heure : une modification, avec l'heure d'avant", async () => {
  // MAIL-42
  const lesson = await booked();
  await cancel(lesson);
  await edit(lesson, { statut: 'confirmee', heure_debut: '11:00' });
  await pass(30);
  expect(c.smtp.recus[0]?.text).toMatch(/10h00[\s\S]*11h00|11h00[\s\S]*10h00/);
  expect(received()).toEqual(['Zoé Leçon modifiée : 11h00']);
});

test("une place ajoutée puis changée d'heure : une confirmation, de la dernière heure", async () => {
  // MAIL-42
  const lesson = await booked();
  await seatHugo(lesson, true);
  await moveTo(lesson, '11:00');
  await pass(30);
  expect(received().toSorted()).toEqual([
    'Hugo Leçon confirmée : 11h00',
    'Zoé Leçon modifiée : 11h00',
  ]);
});

test('le changement de plusieurs leçons, défait pour une : les autres seulement', async () => {
  // MAIL-26, MAIL-42
  const lesson = await booked();
  const { body } = await admin('POST', `/api/reservations/${lesson['id']}/repetition`, {
    version: 0,
    rythme: 7,
    dates: ['2026-11-30', '2026-12-07'].map((date) => ({ date, type_piste: 'interieure' })),
  });
  await look();
  received();
  const { lecons } = (await admin('GET', `/api/series/${body.serie_id}`)).body;
  const { status } = await admin('PUT', `/api/series/${body.serie_id}`, {
    ...lecons[0],
    id: undefined,
    version: undefined,
    heure_debut: '11:00',
    lecon: lecons[0].id,
    lecons: lecons.map(({ id, version }: Stored) => ({ id, version })),
  });
  expect(status).toBe(200);
  await pass(10);
  await moveTo(lecons[1], '10:00');
  await pass(20);
  expect(received()).toEqual(['Zoé 2 leçons modifiées']);
  await pass(60);
  expect(received()).toEqual([]);
});

describe('une fermeture', () => {
  // MAIL-26, FERM-05, FERM-06
  const closeDay = async (lessons: Stored[]): Promise<Stored> => {
    const { status, body } = await admin('POST', '/api/fermetures', {
      pistes: ['interieure'],
      du: '2026-11-23',
      au: '2026-11-23',
      heure_debut: '08:00',
      heure_fin: '20:00',
      motif: 'Gel',
      publique: true,
      lecons: lessons.map(({ id, version }) => ({ id, version, sort: 'annuler' })),
    });
    expect(status, body.message).toBe(201);
    return body;
  };

  test('levée à temps : seules les leçons qui restent annulées se disent', async () => {
    const [first, second, third] = [
      await booked(),
      await booked({ heure_debut: '12:00' }),
      await booked({ heure_debut: '14:00' }),
    ];
    const { id } = await closeDay([first, second, third]);
    await pass(20);
    const back: Stored[] = (await admin('GET', `/api/fermetures/${id}/annulees`)).body;
    const { status } = await admin('POST', `/api/fermetures/${id}/rouvrir`, {
      lecons: back.slice(0, 1).map((lesson) => ({ id: lesson['id'], version: lesson['version'] })),
    });
    expect(status).toBe(200);
    await pass(30);
    expect(received()).toEqual(['Zoé 2 leçons annulées']);
  });

  test('ce qui commence bientôt part avant le reste', async () => {
    // MAIL-43
    const lessons = [
      await booked(),
      await booked({ heure_debut: '14:00' }),
      await booked({ heure_debut: '16:00' }),
    ];
    c.t.clock.now = new Date('2026-11-23T08:00:00Z');
    await look();
    received();
    await closeDay(lessons);
    await look();
    expect(received()).toEqual(['Zoé Leçon annulée : 10h00']);
    await pass(30);
    expect(received()).toEqual(['Zoé 2 leçons annulées']);
  });
});

describe('ce qui part tout de suite', () => {
  // MAIL-43
  test('la réservation, par le cavalier ou par le centre ; sa suite est un email de ce qui diffère', async () => {
    const own = await book(zoe, names('Zoé'));
    await book(admin, { ...names('Hugo'), heure_debut: '14:00', pour: { user_id: hugo.id } });
    await moveTo(own, '11:00');
    await look();
    expect(received().toSorted()).toEqual([
      'Hugo Leçon confirmée : 14h00',
      'Zoé Leçon confirmée : 10h00',
    ]);
    await pass(30);
    expect(received()).toEqual(['Zoé Leçon modifiée : 11h00']);
  });

  test("rejoindre une leçon qui vient d'être déplacée : la confirmation dit la nouvelle heure", async () => {
    const lesson = await booked();
    const moved = await moveTo(lesson, '11:00');
    expect(await join(hugo, moved)).toBe(201);
    await look();
    expect(received()).toEqual(['Hugo Leçon confirmée : 11h00']);
    await pass(30);
    expect(received()).toEqual(['Zoé Leçon modifiée : 11h00']);
  });

  test('partir puis rejoindre : la confirmation seule', async () => {
    const lesson = await booked();
    await seatHugo(lesson, true);
    await pass(30);
    received();
    expect((await hugo('POST', `/api/reservations/${lesson['id']}/annulation`, {})).status).toBe(
      200,
    );
    expect(await join(hugo, await readOf(lesson))).toBe(201);
    await look();
    expect(received()).toEqual(['Hugo Leçon confirmée : 10h00']);
    await pass(60);
    expect(received()).toEqual([]);
  });

  test.each([
    ['1 h 59', '2026-11-23T07:01:00Z', true],
    ['2 h', '2026-11-23T07:00:00Z', false],
  ])('une annulation %s avant la leçon', async (_, instant, atOnce) => {
    // LIM-175
    const lesson = await booked();
    c.t.clock.now = new Date(instant);
    await look();
    received();
    await cancel(lesson);
    await look();
    expect(received()).toEqual(atOnce ? ['Zoé Leçon annulée : 10h00'] : []);
    await pass(30);
    expect(received()).toEqual(atOnce ? [] : ['Zoé Leçon annulée : 10h00']);
  });

  test("elle emporte le changement qui attend : un email, de l'heure connue", async () => {
    const lesson = await booked();
    c.t.clock.now = new Date('2026-11-23T08:00:00Z');
    await look();
    received();
    await moveTo(lesson, '10:30');
    await pass(5);
    await cancel(lesson);
    await look();
    expect(received()).toEqual(['Zoé Leçon annulée : 10h00']);
    await pass(60);
    expect(received()).toEqual([]);
  });

  test('un changement dont la leçon commence avant la fin de l’attente', async () => {
    const lesson = await booked();
    c.t.clock.now = new Date('2026-11-23T08:59:45Z');
    await look();
    received();
    await moveTo(lesson, '11:00');
    await look();
    expect(received()).toEqual(['Zoé Leçon modifiée : 11h00']);
  });
});

describe('les envois coupés', () => {
  // MAIL-05, MAIL-42
  test("annulations coupées : le déplacement d'une leçon annulée depuis ne part pas", async () => {
    await settings('"sendCancellation" = false');
    const lesson = await booked();
    await moveTo(lesson, '11:00');
    await cancel(lesson);
    await pass(30);
    expect(received()).toEqual([]);
    expect(await waiting()).toEqual([]);
  });

  test("confirmations coupées : l'annulation d'une leçon restaurée depuis ne part pas", async () => {
    await settings('"sendConfirmation" = false');
    const lesson = await booked();
    await cancel(lesson);
    await confirm(lesson);
    await pass(30);
    expect(received()).toEqual([]);
  });

  test('modifications coupées : une place ajoutée se dit, à sa dernière heure ; un déplacement seul, non', async () => {
    await settings('"sendModification" = false');
    const lesson = await booked();
    await seatHugo(lesson, true);
    await moveTo(lesson, '11:00');
    await pass(30);
    expect(received()).toEqual(['Hugo Leçon confirmée : 11h00']);
    await cancel(lesson);
    await edit(lesson, { statut: 'confirmee', heure_debut: '14:00' });
    await pass(30);
    expect(received()).toEqual([]);
  });
});

test('un email déjà tenté ne se réunit plus : il a pu arriver', async () => {
  // MAIL-42
  const lesson = await booked();
  await moveTo(lesson, '11:00');
  c.smtp.conduites = [{ message: 451 }];
  await pass(30);
  await moveTo(lesson, '10:00');
  await pass(30);
  expect(received()).toEqual(['Zoé Leçon modifiée : 11h00', 'Zoé Leçon modifiée : 10h00']);
});

test("une instance de la version précédente a tenté l'email, sa marque est restée : il part, puis le suivant", async () => {
  // MAIL-07, MAIL-42
  const lesson = await booked();
  await moveTo(lesson, '11:00');
  await run(`update courriels set essais = 1, envoyer_apres = envoyer_apres - interval '30 seconds'
    where contenu ? 'attend'`);
  await moveTo(lesson, '14:00');
  await look();
  expect(received()).toEqual(['Zoé Leçon modifiée : 11h00']);
  await pass(30);
  expect(received()).toEqual(['Zoé Leçon modifiée : 14h00']);
  expect(await waiting()).toEqual([]);
});

test('le compte effacé pendant que son email attend ne reçoit rien ; le bureau, si', async () => {
  // PEOPLE-31, PEOPLE-32
  await settings(`"adminEmail" = 'bureau@essai.example'`);
  const leaver = await c.t.as({ prenom: 'Ida', nom: 'Noël' });
  const lesson = await book(leaver, names('Ida'));
  await look();
  received();
  await moveTo(lesson, '11:00');
  await moveTo(lesson, '14:00');
  expect((await admin('DELETE', `/api/users/${leaver.id}`)).status).toBe(200);
  await pass(30);
  expect(received().filter((line) => line.includes('Leçon'))).toEqual([
    expect.stringMatching(/^bureau@essai.example Leçon modifiée : .*14h00$/),
  ]);
  const [row] = await run("select * from courriels where sorte = 'reservation_modifiee'");
  expect([row?.['destinataire'], row?.['contenu'].nom]).toEqual(['', '']);
});

test("le rappel d'une leçon remise à sa place part, s'il est dû ; celui que l'email remplace, non", async () => {
  // MAIL-06
  const lesson = await booked();
  const other = await booked({ heure_debut: '14:00' });
  c.t.clock.now = new Date('2026-11-22T08:59:50Z'); // the reminder of 10:00 is due in ten seconds
  await moveTo(lesson, '11:00');
  await moveTo(other, '14:30');
  await pass(15);
  await moveTo(lesson, '10:00');
  await pass(30);
  await pass(30);
  expect(received().toSorted()).toEqual([
    'Zoé Leçon modifiée : 14h30',
    'Zoé Rappel de votre leçon : 10h00',
  ]);
});

test("dans la liste, un changement attend en une ligne, avec l'heure à laquelle il part", async () => {
  // MAIL-44
  const lesson = await booked();
  await moveTo(lesson, '11:00');
  await moveTo(lesson, '14:00');
  await look();
  const { body } = await admin('GET', '/api/courriels?statut=en_attente');
  expect(body).toMatchObject([
    {
      sujet: 'Leçon modifiée : lundi 23 novembre 2026, 14h00',
      envoyer_apres: new Date(MORNING.getTime() + 30_000).toISOString(),
      renvoyable: false,
    },
  ]);
  const whole = (await admin('GET', `/api/courriels/${body[0].id}`)).body;
  expect(whole.texte).toContain('10h00');
});
