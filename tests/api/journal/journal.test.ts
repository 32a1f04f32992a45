/**
 * The journal: each action and its line, what no line contains, who reads it, how it is searched
 * and cleaned up.
 */
import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { sql } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ACTIONS_JOURNAL } from '../../../src/domain/journal/journal.ts';
import { tidy } from '../../../src/server/housekeeping.ts';
import { book, type Caller, DEMANDE, MORNING, put, useTestApp } from '../../support/app.ts';
import { confirmSessions, createPerson, PASSWORD } from '../../support/people.ts';
import { restoreTypes } from '../../support/fixture.ts';

const t = useTestApp({ smtpUrl: 'smtp://127.0.0.1:1' });
const db = () => t.services.db;

type Person = Caller & { id: string; email: string };
let [admin, rider]: [Person, Person] = [] as never;
let pending: { id: string; email: string };

beforeAll(async () => {
  [admin, rider] = [
    await t.as({ role: 'admin', prenom: 'Élise', nom: 'Maes' }),
    await t.as({ prenom: 'Hugo', nom: 'Dubois' }),
  ];
});
beforeEach(async () => {
  t.clock.now = MORNING;
  await confirmSessions(db(), MORNING);
  await restoreTypes(t);
  await db().execute(sql`delete from reservations`);
  await db().execute(sql`delete from reservations_supprimees`);
  pending = await createPerson(db(), { statut: 'en_attente' });
  await db().execute(sql`delete from journal`);
});

type Line = {
  action: string;
  acteur_id: string | null;
  objet: string | null;
  objet_id: string | null;
  details: Record<string, unknown>;
  ip: string;
  user_agent: string;
};
const lines = async (): Promise<Line[]> =>
  (
    await db().execute<Line>(
      sql`select action, acteur_id, objet, objet_id, details, ip, user_agent from journal order by id`,
    )
  ).rows;

const LECON = {
  date_reservation: '2026-11-23',
  heure_debut: '10:00',
  heure_fin: '11:00',
  type_piste: 'interieure',
  type_lecon: 'collective',
  nombre_personnes: 2,
  statut: 'confirmee',
};
const PARAMETRES = async () => (await admin('GET', '/api/parametres')).body;

/**
 * Each write of an administrator, and the line that the specification requires for it. `id` is the
 * object of the call.
 */
const WRITES: [
  name: string,
  act: () => Promise<{ id: string | null }>,
  line: { action: string; objet: string | null; details: object },
][] = [
  [
    'réserver',
    async () => ({ id: (await book(admin, { pour: { nom: 'Zoé' } }))['id'] }),
    { action: 'reservation.creee', objet: 'reservation', details: { lecon: LECON } },
  ],
  [
    'déplacer',
    async () => {
      const stored = await book(rider);
      await put(admin, stored, {
        heure_debut: '14:00',
        remarques: 'Poney vif',
        noms_participants: ['A', 'B'],
      });
      return { id: stored['id'] };
    },
    {
      action: 'reservation.deplacee',
      objet: 'reservation',
      details: {
        lecon: LECON,
        changements: {
          heure_debut: ['10:00', '14:00'],
          heure_fin: ['11:00', '15:00'],
          noms_participants: null,
          remarques: null,
        },
        participants: { ajoutes: 0, retires: 0, renommes: 2 },
      },
    },
  ],
  [
    'modifier',
    async () => {
      const stored = await book(rider);
      await put(admin, stored, {
        type_lecon: 'saut',
        nombre_personnes: 1,
        noms_participants: ['Hugo'],
      });
      return { id: stored['id'] };
    },
    {
      action: 'reservation.modifiee',
      objet: 'reservation',
      details: {
        lecon: LECON,
        changements: {
          type_lecon: ['collective', 'saut'],
          nombre_personnes: [2, 1],
          noms_participants: null,
          heure_fin: ['11:00', '10:30'],
        },
        participants: { ajoutes: 0, retires: 1, renommes: 1 },
      },
    },
  ],
  [
    'annuler',
    async () => {
      const stored = await book(rider);
      await put(admin, stored, { statut: 'annulee', raison: 'Piste gelée' });
      return { id: stored['id'] };
    },
    {
      action: 'reservation.annulee',
      objet: 'reservation',
      details: { lecon: LECON, changements: { statut: ['confirmee', 'annulee'] } },
    },
  ],
  [
    'supprimer une leçon',
    async () => {
      const { id } = await book(rider);
      await admin('DELETE', `/api/reservations/${id}`);
      return { id };
    },
    { action: 'reservation.supprimee', objet: 'reservation', details: { lecon: LECON } },
  ],
  [
    'remettre un participant',
    async () => {
      const { id } = await book(rider);
      const {
        rows: [retire],
      } = await db().execute<{
        id: string;
      }>(sql`insert into participants_retires (position, nom, remarques, reservation_id, retire_at)
      values (3, 'Zoé', 'Poney vif', ${id}, ${MORNING.toISOString()}::timestamptz) returning id`);
      await admin('POST', `/api/reservations/retires/${retire?.id}/remise`);
      return { id };
    },
    { action: 'place.remise', objet: 'reservation', details: { lecon: LECON } },
  ],
  [
    'approuver',
    async () => {
      await admin('POST', `/api/users/${pending.id}/approbation`, { role: 'cavalier' });
      return pending;
    },
    { action: 'compte.approuve', objet: 'compte', details: { role: 'utilisateur' } },
  ],
  [
    'refuser',
    async () => {
      await admin('POST', `/api/users/${pending.id}/refus`);
      return pending;
    },
    { action: 'compte.refuse', objet: 'compte', details: {} },
  ],
  [
    'changer un rôle',
    async () => {
      const { id } = await createPerson(db());
      await admin('PATCH', `/api/users/${id}`, { role: 'admin' });
      return { id };
    },
    {
      action: 'compte.role',
      objet: 'compte',
      details: { changements: { role: ['utilisateur', 'admin'] } },
    },
  ],
  [
    'désactiver',
    async () => {
      const { id } = await createPerson(db());
      await admin('PATCH', `/api/users/${id}`, { statut: 'inactif' });
      return { id };
    },
    {
      action: 'compte.statut',
      objet: 'compte',
      details: { changements: { statut: ['actif', 'inactif'] } },
    },
  ],
  [
    'supprimer un compte',
    async () => {
      const { id } = await createPerson(db());
      await admin('DELETE', `/api/users/${id}`);
      return { id };
    },
    { action: 'compte.supprime', objet: 'compte', details: {} },
  ],
  [
    'renvoyer une confirmation',
    async () => {
      await db().execute(sql`update users set email_confirme = false where id = ${pending.id}`);
      await admin('POST', `/api/users/${pending.id}/confirmation`);
      return pending;
    },
    { action: 'courriel.confirmation', objet: 'compte', details: {} },
  ],
  [
    'créer un type',
    async () => {
      await admin('POST', '/api/types-lecons', {
        value: 'stage',
        label: 'Stage',
        icon: '🏇',
        color: 'from-rose-600 to-rose-700',
        max_personnes: 4,
        duree_minutes: 90,
      });
      return { id: 'stage' };
    },
    { action: 'type.cree', objet: 'type', details: { label: 'Stage' } },
  ],
  [
    'modifier un type',
    async () => {
      await admin('PATCH', '/api/types-lecons/saut', { max_personnes: 4, label: 'Leçon de saut' });
      return { id: 'saut' };
    },
    {
      action: 'type.modifie',
      objet: 'type',
      details: { label: 'Leçon de saut', changements: { max_personnes: [3, 4] } },
    },
  ],
  [
    'ordonner les types',
    async () => {
      await admin('PUT', '/api/types-lecons/ordre', {
        values: ['liberte', 'saut', 'longe', 'travail_pied', 'collective', 'particuliere'],
      });
      return { id: null };
    },
    { action: 'types.ordonnes', objet: null, details: {} },
  ],
  [
    'supprimer un type',
    async () => {
      await admin('DELETE', '/api/types-lecons/liberte');
      return { id: 'liberte' };
    },
    { action: 'type.supprime', objet: 'type', details: { label: 'Liberté' } },
  ],
  [
    'ajouter une piste',
    async () => {
      await admin('POST', '/api/pistes', { nom: 'Rond de longe', dessin: 'rond' });
      return { id: 'rond_de_longe' };
    },
    { action: 'piste.creee', objet: 'piste', details: { nom: 'Rond de longe' } },
  ],
  [
    'modifier une piste',
    async () => {
      await admin('PATCH', '/api/pistes/rond_de_longe', { actif: false, dessin: 'rond' });
      return { id: 'rond_de_longe' };
    },
    {
      action: 'piste.modifiee',
      objet: 'piste',
      details: { nom: 'Rond de longe', changements: { actif: [true, false] } },
    },
  ],
  [
    'ranger les pistes',
    async () => {
      await admin('PUT', '/api/pistes/ordre', {
        ids: ['exterieure', 'interieure', 'rond_de_longe'],
      });
      return { id: null };
    },
    { action: 'pistes.ordonnees', objet: null, details: {} },
  ],
  [
    'supprimer une piste',
    async () => {
      await admin('DELETE', '/api/pistes/rond_de_longe');
      return { id: 'rond_de_longe' };
    },
    { action: 'piste.supprimee', objet: 'piste', details: { nom: 'Rond de longe' } },
  ],
  [
    'changer un prix',
    async () => {
      await admin('PUT', '/api/prix', [
        { type_lecon: 'saut', prix: 31.5 },
        { type_lecon: 'longe', prix: 0 },
      ]);
      return { id: null };
    },
    { action: 'prix.modifies', objet: null, details: { changements: { saut: ['0.00', '31.50'] } } },
  ],
  [
    'changer les paramètres',
    async () => {
      await admin('PUT', '/api/parametres', {
        ...(await PARAMETRES()),
        openingTime: '09:00',
        adminEmail: 'centre@essai.example',
        contactTelephone: '081 61 23 45',
      });
      await db().execute(
        sql`update parametres set "openingTime" = '08:00', "adminEmail" = '', "contactTelephone" = ''`,
      );
      return { id: null };
    },
    {
      action: 'parametres.modifies',
      objet: null,
      details: {
        changements: { adminEmail: null, contactTelephone: null, openingTime: ['08:00', '09:00'] },
      },
    },
  ],
  [
    "confirmer l'horloge",
    async () => {
      await admin('POST', '/api/horloge/confirmation');
      return { id: null };
    },
    { action: 'horloge.confirmee', objet: null, details: {} },
  ],
  [
    "un email d'essai",
    async () => ({ id: (await admin('POST', '/api/courriels/essai', {})).body.id }),
    { action: 'courriel.essai', objet: 'courriel', details: {} },
  ],
  [
    'un email de son texte',
    async () => ({
      id: (
        await admin('POST', '/api/functions/send-email', {
          to: 'a@essai.example',
          subject: 'Stage',
          html: '<p>Bonjour</p>',
        })
      ).body.data.id,
    }),
    { action: 'courriel.libre', objet: 'courriel', details: {} },
  ],
];

test.each(WRITES)("%s : une ligne, avec son auteur, son objet et d'où", async (_, act, line) => {
  // ACC-70, ACC-72
  const { id } = await act();
  const written = (await lines()).filter(({ acteur_id }) => acteur_id === admin.id);
  expect(written).toEqual([
    { ...line, acteur_id: admin.id, objet_id: id, ip: '192.0.2.1', user_agent: 'lightMyRequest' },
  ]);
});

test("chaque mot du journal s'écrit quelque part", () => {
  const text =
    globSync('src/server/**/*.ts')
      .map((path) => readFileSync(path, 'utf8'))
      .join('\n') +
    readFileSync('src/domain/journal/journal.ts', 'utf8').split('export const entreeOf')[1];
  // Written with a template: `compte.${field}`, `courriel.${sorte}`.
  const composed = new Set(['compte.role', 'compte.statut', 'courriel.libre', 'courriel.essai']);
  expect(
    Object.keys(ACTIONS_JOURNAL).filter(
      (action) => !text.includes(`'${action}'`) && !composed.has(action),
    ),
  ).toEqual([]);
});

test("rien de personnel n'est écrit, et un cavalier qui réserve n'écrit rien", async () => {
  // ACC-72
  await book(rider);
  expect(await lines()).toEqual([]);
  for (const [, act] of WRITES) {
    await db().execute(sql`delete from reservations`);
    await act();
  }
  const text = JSON.stringify(await lines());
  for (const secret of [
    'Camille',
    'Zoé',
    'Hugo',
    'Dubois',
    'Poney',
    'gelée',
    '@essai',
    '081 ',
    rider.email,
  ])
    expect(text).not.toContain(secret);
});

describe('les connexions', () => {
  const signIn = (email: string, password = PASSWORD) =>
    t.anonymous('POST', '/api/auth/sign-in/email', { email, password });

  test('une session ouverte, fermée, terminée', async () => {
    const { id } = await t.as();
    const caller = await t.as();
    const { body: sessions } = await caller('GET', '/api/profil/sessions');
    await caller('DELETE', '/api/profil/sessions');
    await Promise.all([1, 2].map(() => caller('POST', '/api/auth/sign-out')));
    expect(sessions).toHaveLength(1);
    expect((await lines()).map(({ action, acteur_id }) => [action, acteur_id])).toEqual([
      ['connexion.ouverte', id],
      ['connexion.ouverte', caller.id],
      ['sessions.terminees', caller.id],
      ['connexion.fermee', caller.id],
    ]);
  });

  test("un nouveau mot de passe par un lien, dont le jeton ne s'écrit pas", async () => {
    const { id } = await createPerson(db());
    await db().execute(
      sql`insert into verifications (identifier, value, expires_at) values (${`mot_de_passe:${createHash('sha256').update('un-jeton').digest('base64url')}`}, ${id}, '2030-01-01')`,
    );
    expect(
      (
        await t.anonymous('POST', '/api/auth/reset-password', {
          token: 'un-jeton',
          newPassword: 'un nouveau mot de passe',
        })
      ).status,
    ).toBe(200);
    expect(await lines()).toEqual([
      {
        action: 'motdepasse.reinitialise',
        acteur_id: id,
        objet: 'compte',
        objet_id: id,
        details: {},
        ip: '192.0.2.1',
        user_agent: 'lightMyRequest',
      },
    ]);
  });

  test("une connexion refusée nomme le compte, jamais l'adresse, et au plus une fois par minute", async () => {
    // ACC-73, LIM-62
    const [one, two] = [await createPerson(db()), await createPerson(db())];
    await signIn(one.email, 'faux');
    await signIn(one.email, 'faux');
    await signIn(two.email, 'faux');
    await signIn('inconnue@essai.example', 'faux');
    await signIn('autre-inconnue@essai.example', 'faux');
    await signIn(pending.email);
    const refused = (n: string | null, code = 'identifiants_incorrects') => ({
      action: 'connexion.refusee',
      acteur_id: null,
      objet: 'compte',
      objet_id: n,
      details: { code },
      ip: '192.0.2.1',
      user_agent: 'lightMyRequest',
    });
    expect(await lines()).toEqual([
      refused(one.id),
      refused(two.id),
      refused(null),
      refused(pending.id, 'compte_en_attente'),
    ]);
    t.clock.now = new Date(MORNING.getTime() + 61_000);
    await signIn(one.email, 'faux');
    expect((await lines()).at(-1)).toEqual(refused(one.id));
  });
});

test("un changement refusé ou sans effet n'écrit rien", async () => {
  // ACC-70
  const stored = await book(rider);
  await put(admin, stored);
  await put(admin, stored, { version: 7, heure_debut: '15:00' });
  await book(rider, { heure_debut: '14:00' });
  await put(admin, stored, { heure_debut: '14:00' });
  await admin('POST', '/api/reservations', DEMANDE);
  await admin('PATCH', '/api/types-lecons/saut', { max_personnes: 3 });
  await admin('PUT', '/api/prix', [
    { type_lecon: 'saut', prix: 12 },
    { type_lecon: 'longe', prix: -1 },
  ]);
  await admin('PATCH', `/api/users/${pending.id}`, { role: 'admin' });
  await admin('PUT', '/api/parametres', await PARAMETRES());
  expect(await lines()).toEqual([]);
});

describe('le lire', () => {
  const read = async (query = '', caller: Caller = admin) => caller('GET', `/api/journal${query}`);

  test('aux administrateurs seuls', async () => {
    expect((await read('', rider)).status).toBe(403);
    expect((await read('', t.anonymous)).status).toBe(401);
  });

  test("le plus récent d'abord, filtré par genre, par auteur, par période et par recherche", async () => {
    // ACC-74
    const { id } = await book(admin);
    t.clock.now = new Date('2026-11-22T22:59:59Z');
    await confirmSessions(db(), t.clock.now);
    await admin('PATCH', `/api/users/${rider.id}`, { role: 'admin' });
    t.clock.now = new Date('2026-11-22T23:00:00Z'); // midnight in Brussels
    await admin('PATCH', `/api/users/${rider.id}`, { role: 'cavalier' });
    const actions = async (query?: string) =>
      (await read(query)).body.map(
        ({ action, survenu_at }: Record<string, string>) =>
          `${action} ${survenu_at!.slice(11, 16)}`,
      );
    const [booked, given, taken] = [
      'reservation.creee 08:30',
      'compte.role 22:59',
      'compte.role 23:00',
    ];
    expect(await actions()).toEqual([taken, given, booked]);
    expect(await actions('?categorie=comptes')).toEqual([taken, given]);
    expect(await actions('?au=2026-11-22')).toEqual([given, booked]);
    expect(await actions('?du=2026-11-23')).toEqual([taken]);
    expect(await actions(`?par=${rider.id}`)).toEqual([]);
    expect(await actions(`?q=${id}`)).toEqual([booked]);
    // Also the lesson in which somebody of that name rides.
    expect(await actions('?q=dubois')).toEqual([taken, given, booked]);
    expect(await actions('?q=elise%20MAES')).toEqual([taken, given, booked]);
    const {
      body: [line],
      headers,
    } = await read();
    expect(headers['x-total-count']).toBe('3');
    expect(line).toMatchObject({
      acteur: { id: admin.id, nom: 'Élise Maes' },
      compte: { id: rider.id, nom: 'Hugo Dubois' },
      serveur: false,
      objet_id: rider.id,
      ip: '192.0.2.1',
    });
  });

  test("la ligne d'un compte supprimé reste, sans son nom", async () => {
    // ACC-75
    const other = await t.as({ role: 'admin', prenom: 'Marc', nom: 'Vandenberghe' });
    await book(other);
    await admin('DELETE', `/api/users/${other.id}`);
    const { body } = await read('?categorie=reservations');
    expect(body).toMatchObject([{ action: 'reservation.creee', acteur: null }]);
    expect(JSON.stringify((await read()).body)).not.toContain('Vandenberghe');
  });
});

test("gardé 13 mois, ou ce que dit le réglage, et rien ne part tant que l'horloge est en doute", async () => {
  // ACC-71, LIM-60
  const write = (at: string) =>
    db().execute(
      sql`insert into journal (survenu_at, action, details) values (${at}, 'horloge.confirmee', '{}')`,
    );
  await write('2025-10-21T08:00:00Z');
  await write('2025-10-21T09:00:00Z');
  await write('2026-09-01T09:00:00Z');
  await db().execute(sql`update horloge set battement_at = '2025-01-01'`);
  await tidy(t.services);
  expect(await lines()).toHaveLength(3);
  await db().execute(sql`update horloge set battement_at = ${MORNING.toISOString()}`);
  await tidy(t.services);
  expect(await lines()).toHaveLength(2);
  await db().execute(sql`update parametres set "journalMois" = 2`);
  await tidy(t.services);
  await db().execute(sql`update parametres set "journalMois" = 13`);
  expect(await lines()).toEqual([]);
});
