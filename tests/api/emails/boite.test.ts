/** What administrators see of the emails, and how they send one (MAIL-03, MAIL-10, API-08). */
import { eq, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { addDays } from '../../../src/domain/core/calendrier.ts';
import type { ContenuCourriel, StatutCourriel } from '../../../src/domain/emails/courriels.ts';
import { answerDemandes } from '../../../src/server/actions/signin/liens.ts';
import { courriels } from '../../../src/server/platform/schema/schema.ts';
import { type Caller, DEMANDE, MORNING, put, type Stored, useTestApp } from '../../support/app.ts';
import { confirmSessions } from '../../support/people.ts';

const t = useTestApp();
const sending = useTestApp({ smtpUrl: 'smtp://127.0.0.1:1' });

beforeEach(async () => {
  await t.services.db.execute(sql`delete from courriels`);
  await t.services.db.execute(sql`delete from reservations`);
});

async function store(
  statut: StatutCourriel,
  contenu: ContenuCourriel = { sorte: 'refus', nom: 'Inès' },
): Promise<string> {
  const [row] = await t.services.db
    .insert(courriels)
    .values({
      cause: crypto.randomUUID(),
      sorte: contenu.sorte,
      destinataire: 'ines@essai.example',
      destinataire_nom: 'Inès',
      contenu,
      statut,
      envoyer_apres: MORNING,
      perime_apres: new Date(MORNING.getTime() + 3_600_000),
    })
    .returning({ id: courriels.id });
  return row!.id;
}

test("sans serveur d'envoi, chaque email reste lisible, et son lien s'affiche à la demande : c'est la boîte du nouveau venu", async () => {
  // MAIL-03, MAIL-21
  const admin = await t.as({ role: 'admin' });
  await t.anonymous('POST', '/api/auth/request-password-reset', { email: admin.email });
  await answerDemandes(t.services);
  const {
    body: [courriel],
  } = await admin('GET', '/api/courriels');
  expect(courriel).toMatchObject({
    sorte: 'mot_de_passe',
    destinataire: admin.email,
    sujet: 'Réinitialisation de votre mot de passe',
    statut: 'en_attente',
    essais: 0,
    renvoyable: false,
  });
  const { body } = await admin('GET', `/api/courriels/${courriel.id}`);
  expect([body.lien, /token/.test(body.html + body.texte)]).toEqual([true, false]);
  // ACC-100: the link belongs to an administrator
  await confirmSessions(t.services.db, t.clock.now);
  const shown = await admin('POST', `/api/courriels/${courriel.id}/lien`);
  expect(Object.keys(shown.body)).toEqual(['lien']);
  const [, jeton] = /^http:\/\/localhost:3000\/reset-password#token=([\w-]+)$/.exec(
    shown.body.lien,
  )!;
  expect(
    (await t.anonymous('POST', '/api/auth/reset-password/verification', { token: jeton })).body,
  ).toEqual({ valable: true, email: admin.email, cles: 0, calendriers: 0, cles_exigees: false });
  expect((await admin('GET', '/api/courriels/resume')).body).toEqual({
    envoi: false,
    expediteur: 'no-reply@manege.example',
    retard: null,
    en_attente: 1,
    planifie: 0,
    envoye: 0,
    echoue: 0,
    perime: 0,
    echoue_non_vus: 0,
  });
});

test('une réservation se lit avec son fichier de calendrier', async () => {
  const admin = await t.as({ role: 'admin' });
  await admin('POST', '/api/reservations', DEMANDE);
  const { body: list } = await admin('GET', '/api/courriels?statut=en_attente');
  const confirmation = list.find(
    ({ sorte }: { sorte: string }) => sorte === 'reservation_confirmee',
  );
  expect((await admin('GET', `/api/courriels/${confirmation.id}`)).body.calendrier).toContain(
    'DTSTART:20261123T090000Z',
  );
});

test("la liste se lit par état et par pages de cent, la plus récente d'abord", async () => {
  // LIM-39
  const admin = await t.as({ role: 'admin' });
  await t.services.db
    .execute(sql`insert into courriels (cause, sorte, destinataire, destinataire_nom, contenu, statut, envoyer_apres, perime_apres, created_at)
    select 'n' || n, 'refus', 'n' || n || '@essai.example', '', '{"sorte":"refus","nom":""}', case when n % 2 = 0 then 'envoye' else 'echoue' end, now(), now(), now() - n * interval '1 minute'
    from generate_series(1, 205) n`);
  const read = async (query: string) => admin('GET', `/api/courriels?${query}`);
  const pages = [await read('page=1'), await read('page=2'), await read('page=3')];
  expect(pages.map(({ body }) => body.length)).toEqual([100, 100, 5]);
  expect([pages[0]!.headers['x-total-count'], pages[0]!.body[0].destinataire]).toEqual([
    '205',
    'n1@essai.example',
  ]);
  expect((await read('statut=echoue')).headers['x-total-count']).toBe('103');
});

describe('renvoyer', () => {
  // MAIL-17
  test.each([
    ['échoué', 'echoue'],
    ['périmé', 'perime'],
    ['envoyé', 'envoye'],
  ] as const)('un email %s attend de nouveau, sous le même identifiant', async (_, statut) => {
    const [admin, id] = [await t.as({ role: 'admin' }), await store(statut)];
    expect((await admin('POST', `/api/courriels/${id}/renvoi`)).body).toEqual({
      email_envoye: false,
    });
    expect((await admin('GET', `/api/courriels/${id}`)).body).toMatchObject({
      id,
      statut: 'en_attente',
      essais: 0,
      derniere_erreur: null,
      envoye_at: null,
    });
  });

  const lecon = {
    ...DEMANDE,
    type_piste: 'interieure' as const,
    reservation_id: crypto.randomUUID(),
    version: 0,
    heure_fin: '11:00',
    type: 'Longe',
    date_reservation: '2026-11-20',
  };
  test.each([
    ['ce qui attend déjà', 'en_attente', undefined],
    ['un lien', 'envoye', { sorte: 'mot_de_passe', nom: '', jeton: null }],
    [
      'une leçon qui est finie',
      'echoue',
      { sorte: 'reservation_confirmee', nom: '', copie: false, lecon },
    ],
  ] as const)('%s ne se renvoie pas', async (_, statut, contenu) => {
    const [admin, id] = [await t.as({ role: 'admin' }), await store(statut, contenu)];
    expect((await admin('POST', `/api/courriels/${id}/renvoi`)).body).toMatchObject({
      status: 409,
      code: 'courriel_non_renvoyable',
    });
    expect((await admin('GET', `/api/courriels/${id}`)).body).toMatchObject({
      statut,
      renvoyable: false,
    });
  });

  test("la confirmation d'un cavalier se renvoie quand un autre a rejoint ou quitté la leçon, et plus quand sa propre leçon a changé", async () => {
    // RIDE-04
    await t.services.db.execute(sql`update types_lecons set ouverte = true`);
    await t.services.db.execute(sql`update parametres set "riderCancellation" = true`);
    const [admin, camille, zoe] = [await t.as({ role: 'admin' }), await t.as(), await t.as()];
    const { body: lecon } = await camille('POST', '/api/reservations', DEMANDE);
    await zoe('POST', '/api/reservations/places', {
      ...DEMANDE,
      nombre_personnes: 1,
      noms_participants: ['Zoé'],
    });
    const fail = () =>
      t.services.db.execute(sql`update courriels set statut = 'echoue' where sorte <> 'rappel'`);
    const resendable = async (): Promise<string[]> => {
      await fail();
      return (await admin('GET', '/api/courriels?statut=echoue')).body
        .filter(({ renvoyable }: Stored) => renvoyable)
        .map(
          ({ sorte, destinataire }: Stored) =>
            `${sorte} ${[camille, zoe].findIndex(({ email }) => email === destinataire)}`,
        )
        .toSorted();
    };
    expect(await resendable()).toEqual(['reservation_confirmee 0', 'reservation_confirmee 1']);
    expect((await zoe('POST', `/api/reservations/${lecon.id}/annulation`, {})).status).toBe(200);
    expect(await resendable()).toEqual(['reservation_annulee 1', 'reservation_confirmee 0']);
    expect((await admin('POST', '/api/courriels/echecs/renvoi')).body).toMatchObject({
      renvoyes: 2,
      restes: 1,
    });
    await put(admin, (await admin('GET', `/api/reservations/${lecon.id}`)).body, {
      heure_debut: '14:00',
    });
    expect(await resendable()).toEqual(['reservation_annulee 1', 'reservation_modifiee 0']);
  });
});

test('les rappels prévus se comptent et se lisent à part de ce qui devrait être parti', async () => {
  // MAIL-10
  const admin = await t.as({ role: 'admin' });
  await admin('POST', '/api/reservations', DEMANDE);
  const [due, retried] = [await store('en_attente'), await store('en_attente')];
  // Tried already and planned again for later: it waits because sending fails.
  await t.services.db
    .update(courriels)
    .set({ essais: 2, envoyer_apres: new Date(MORNING.getTime() + 3_000_000) })
    .where(eq(courriels.id, retried));
  const read = async (statut: string) =>
    (await admin('GET', `/api/courriels?statut=${statut}`)).body as {
      id: string;
      sorte: string;
      statut: string;
    }[];
  expect((await read('planifie')).map(({ sorte, statut }) => [sorte, statut])).toEqual([
    ['rappel', 'planifie'],
  ]);
  const waiting = await read('en_attente');
  expect(waiting.map(({ sorte, statut }) => `${sorte} ${statut}`).toSorted()).toEqual([
    'refus en_attente',
    'refus en_attente',
    'reservation_confirmee en_attente',
  ]);
  expect(waiting.map(({ id }) => id)).toEqual(expect.arrayContaining([due, retried]));
  expect((await admin('GET', '/api/courriels/resume')).body).toMatchObject({
    en_attente: 3,
    planifie: 1,
  });
  expect((await admin('GET', '/api/courriels?statut=planifie')).headers['x-total-count']).toBe('1');
  // The others are those that are stored.
  const all = await admin('GET', '/api/courriels');
  expect(all.headers['x-total-count']).toBe('3');
  expect(all.body.map(({ sorte }: { sorte: string }) => sorte)).not.toContain('rappel');
});

test("un rappel prévu se lit en entier, tel qu'il partirait, tant que sa leçon a lieu", async () => {
  // MAIL-10, MAIL-23
  const [admin, rider] = [await t.as({ role: 'admin' }), await t.as({ prenom: 'Zoé' })];
  await t.services.db.execute(sql`update parametres set "riderCancellation" = true`);
  const { body: stored } = await rider('POST', '/api/reservations', DEMANDE);
  const [planned] = (await admin('GET', '/api/courriels?statut=planifie')).body;
  const { status, body } = await admin('GET', `/api/courriels/${planned.id}`);
  expect(status).toBe(200);
  expect(body).toMatchObject({
    ...planned,
    sorte: 'rappel',
    statut: 'planifie',
    destinataire: rider.email,
    sujet: 'Rappel de votre leçon : lundi 23 novembre 2026, 10h00',
    envoyer_apres: '2026-11-22T09:00:00.000Z',
    perime_apres: '2026-11-23T09:00:00.000Z',
    essais: 0,
    renvoyable: false,
    calendrier: null,
    lien: false,
  });
  expect(body.texte).toContain('Poney calme');
  expect((await admin('POST', `/api/courriels/${planned.id}/renvoi`)).status).toBe(404);
  await admin('PUT', `/api/reservations/${stored.id}`, { ...stored, remarques: 'Cheval rapide' });
  expect((await admin('GET', `/api/courriels/${planned.id}`)).body.texte).toContain(
    'Cheval rapide',
  );
  const [lecon, compte] = planned.id.split('_');
  await admin('DELETE', `/api/reservations/${stored.id}`);
  for (const id of [planned.id, `${compte}_${lecon}`, `${lecon}_`, `${lecon}_x`])
    expect((await admin('GET', `/api/courriels/${id}`)).body.code, id).toBe('courriel_introuvable');
});

test("les rappels prévus se lisent par pages de cent, le premier à partir d'abord", async () => {
  // MAIL-10, API-07
  const [admin, rider] = [await t.as({ role: 'admin' }), await t.as()];
  const lecon = (n: number) => ({
    user_id: rider.id,
    noms_participants: ['Zoé', 'Hugo'],
    nom_client: 'Zoé',
    date_reservation: addDays('2026-11-22', n),
    heure_debut: '10:00',
    heure_fin: '11:00',
    type_piste: 'interieure',
    type_lecon: 'collective',
    statut: n === 3 ? 'annulee' : 'confirmee',
  });
  const lecons = Array.from({ length: 103 }, (_, n) => lecon(n));
  await t.services.db.execute(sql`select importer_lecons(${JSON.stringify(lecons)})`);
  const page = (n: number) => admin('GET', `/api/courriels?statut=planifie&page=${n}`);
  const [first, second] = [await page(1), await page(2)];
  expect([first.headers['x-total-count'], first.body.length, second.body.length]).toEqual([
    '102',
    100,
    2,
  ]);
  const days = [...first.body, ...second.body].map(({ envoyer_apres }) =>
    envoyer_apres.slice(0, 10),
  );
  expect(days).toEqual(days.toSorted());
  expect([days[0], days.at(-1)]).toEqual(['2026-11-21', '2027-03-03']);
});

describe('les échecs', () => {
  const unseen = async (caller: Caller) =>
    (await caller('GET', '/api/courriels/resume')).body.echoue_non_vus;

  test('comptent tant que personne ne les a vus ; vus par un, ils le sont pour tous ; renvoyé et échoué encore, un email recompte', async () => {
    const [first, second] = [await t.as({ role: 'admin' }), await t.as({ role: 'admin' })];
    const [a, b, gone] = [await store('echoue'), await store('echoue'), await store('envoye')];
    expect(await unseen(first)).toBe(2);
    expect((await first('POST', '/api/courriels/echecs/vus', { ids: [a, gone] })).body).toEqual({
      vus: 1,
    });
    expect([await unseen(first), await unseen(second)]).toEqual([1, 1]);
    const { body } = await second('GET', '/api/courriels?statut=echoue');
    expect(body.map(({ id, vu }: { id: string; vu: boolean }) => [id, vu])).toEqual(
      expect.arrayContaining([
        [a, true],
        [b, false],
      ]),
    );
    expect((await second('POST', '/api/courriels/echecs/vus', { ids: [a] })).body).toEqual({
      vus: 0,
    });
    await first('POST', `/api/courriels/${a}/renvoi`);
    await t.services.db.update(courriels).set({ statut: 'echoue' }).where(eq(courriels.id, a));
    expect(await unseen(first)).toBe(2);
  });

  test("se renvoient tous à la fois, chacun une fois, sauf ceux qui n'ont plus de sens", async () => {
    // MAIL-10
    const [first, second] = [await t.as({ role: 'admin' }), await t.as({ role: 'admin' })];
    const valid = [await store('echoue'), await store('echoue'), await store('echoue')];
    const lien = await store('echoue', { sorte: 'mot_de_passe', nom: '', jeton: null });
    const outdated = await store('perime');
    const answers = await Promise.all(
      [first, second].map((admin) => admin('POST', '/api/courriels/echecs/renvoi')),
    );
    expect(answers.map(({ body }) => body.renvoyes).toSorted()).toEqual([0, 3]);
    expect(answers.map(({ body }) => [body.restes, body.email_envoye])).toEqual([
      [1, false],
      [1, false],
    ]);
    const rows = await t.services.db.select().from(courriels);
    const statutDe = (id: string) => rows.find((row) => row.id === id);
    for (const id of valid)
      expect(statutDe(id)).toMatchObject({
        statut: 'en_attente',
        essais: 0,
        derniere_erreur: null,
        vu_at: null,
        perime_apres: new Date(MORNING.getTime() + 7 * 86_400_000),
      });
    expect([statutDe(lien)?.statut, statutDe(outdated)?.statut]).toEqual(['echoue', 'perime']);
  });
});

test("un essai part à soi-même, ou à l'adresse donnée", async () => {
  // MAIL-15
  const admin = await t.as({ role: 'admin' });
  expect((await admin('POST', '/api/courriels/essai', {})).status).toBe(201);
  expect(
    (await admin('POST', '/api/courriels/essai', { destinataire: ' Autre@Essai.example ' })).status,
  ).toBe(201);
  const { body } = await admin('GET', '/api/courriels');
  expect(
    body.map(({ destinataire: recipient }: { destinataire: string }) => recipient).toSorted(),
  ).toEqual(['autre@essai.example', admin.email].toSorted());
});

describe('send-email', () => {
  const MESSAGE = {
    to: 'camille@essai.example',
    subject: 'Stage de Pâques',
    html: '<p>Bonjour &amp; à <b>bientôt</b></p><script>alert(1)</script>',
  };

  test('part à une adresse, de la nôtre quoi que dise « from », avec un texte à côté', async () => {
    // API-08, MAIL-09
    const admin = await t.as({ role: 'admin' });
    const { body } = await admin('POST', '/api/functions/send-email', {
      ...MESSAGE,
      from: 'Banque <chef@banque.example>',
    });
    expect(body).toEqual({ success: true, data: { id: body.data.id } });
    const { body: courriel } = await admin('GET', `/api/courriels/${body.data.id}`);
    expect(courriel).toMatchObject({
      destinataire: MESSAGE.to,
      sujet: MESSAGE.subject,
      html: MESSAGE.html,
      texte: 'Bonjour & à bientôt',
    });
    expect(JSON.stringify(courriel)).not.toContain('banque');
  });

  test.each([
    [
      'deux adresses',
      { to: 'a@essai.example, b@essai.example' },
      'Veuillez indiquer une seule adresse email valable.',
    ],
    [
      "un en-tête dans l'adresse",
      { to: 'a@essai.example\r\nBcc: b@essai.example' },
      'Veuillez indiquer une seule adresse email valable.',
    ],
    [
      "un nom devant l'adresse",
      { to: 'Camille <a@essai.example>' },
      'Veuillez indiquer une seule adresse email valable.',
    ],
    [
      'un en-tête dans le sujet',
      { subject: 'Bonjour\r\nBcc: b@essai.example' },
      'Veuillez indiquer un sujet, sur une ligne de 200 caractères au plus.',
    ],
    ['un message vide', { html: ' ' }, 'Veuillez indiquer un message (50 000 caractères au plus).'],
    [
      'un message trop long',
      { html: 'a'.repeat(50_001) },
      'Veuillez indiquer un message (50 000 caractères au plus).',
    ],
  ])("%s : refusé, et rien n'est écrit", async (_, change, error) => {
    const admin = await t.as({ role: 'admin' });
    const { status, body } = await admin('POST', '/api/functions/send-email', {
      ...MESSAGE,
      ...change,
    });
    expect([status, body]).toMatchObject([400, { success: false, error }]);
    expect((await admin('GET', '/api/courriels')).body).toEqual([]);
  });
});

test("l'aperçu montre l'approbation telle qu'elle s'écrit pour ce nom-là", async () => {
  // MAIL-11
  const admin = await t.as({ role: 'admin' });
  const { body } = await admin('GET', '/api/courriels/apercu');
  const { body: demande } = await t.anonymous('POST', '/api/auth/sign-up/email', {
    prenom: 'Camille',
    nom: 'Lambert',
    email: 'camille@apercu.example',
    password: 'selle-et-filet',
    telephone: null,
    adresse: null,
  });
  expect(demande).toEqual({ statut: 'en_attente', confirmation_envoyee: false, delai_jours: null });
  const {
    body: [user],
  } = await admin('GET', '/api/users?q=camille@apercu.example');
  await admin('POST', `/api/users/${user.id}/approbation`, { role: 'utilisateur' });
  const { body: list } = await admin('GET', '/api/courriels');
  const real = (
    await admin(
      'GET',
      `/api/courriels/${list.find(({ sorte }: { sorte: string }) => sorte === 'approbation').id}`,
    )
  ).body;
  const preview = body.find(({ sorte }: { sorte: string }) => sorte === 'approbation');
  expect(preview).toEqual({
    sorte: 'approbation',
    sujet: real.sujet,
    html: real.html,
    texte: real.texte,
  });
});

test('les liens restent sur PUBLIC_URL, quoi que disent Host et X-Forwarded-Host', async () => {
  // ACC-33
  const rider = await sending.as();
  const headers = {
    host: 'mechant.example',
    origin: 'http://mechant.example',
    'x-forwarded-host': 'mechant.example',
    'x-forwarded-proto': 'https',
  };
  expect(
    (
      await sending.anonymous(
        'POST',
        '/api/auth/request-password-reset',
        { email: rider.email },
        headers,
      )
    ).status,
  ).toBe(200);
  await answerDemandes(sending.services);
  expect(
    (
      await sending.anonymous(
        'POST',
        '/api/auth/sign-up/email',
        {
          prenom: 'Zoé',
          nom: 'W',
          email: 'zoe@liens.example',
          password: 'selle-et-filet',
          telephone: null,
          adresse: null,
        },
        headers,
      )
    ).status,
  ).toBe(201);
  const admin = await sending.as({ role: 'admin' });
  const { body: list } = await admin('GET', '/api/courriels', undefined, headers);
  expect(list).toHaveLength(2);
  for (const { id } of list) {
    const { body } = await admin('GET', `/api/courriels/${id}`, undefined, headers);
    expect(body.html + body.texte).not.toContain('mechant');
  }
});
