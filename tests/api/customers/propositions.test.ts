/**
 * Whom the fast entry proposes, and with which lesson type (DESK-72, DESK-73). The clock shows
 * Saturday 21 November 2026, 09:30 in Brussels.
 */
import { sql } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { MORNING, type Stored, useTestApp } from '../../support/app.ts';
import { storeLecon } from '../../support/places.ts';
import { rowsRead, statementsOf } from '../../support/statements.ts';

const t = useTestApp();
type Person = Awaited<ReturnType<typeof t.as>>;
let [admin, anne]: [Person, Person] = [] as never;

const run = (statement: string) => t.services.db.execute<Stored>(sql.raw(statement));
const propose = async (q: string): Promise<Stored> => {
  const { status, body } = await admin(
    'GET',
    `/api/clients/propositions?q=${encodeURIComponent(q)}`,
  );
  expect(status, body.message).toBe(200);
  return body;
};
/** Each customer with the own type, and the riders with theirs. */
const proposed = async (q: string) =>
  (await propose(q))['clients'].map(({ nom, type_lecon, cavaliers }: Stored) => [
    nom,
    type_lecon,
    ...cavaliers.map((one: Stored) => `${one['nom']} ${one['type_lecon']}`),
  ]);

/** A lesson of one name for a customer, on a day of October. */
async function lesson(
  day: number,
  nom: string,
  type_lecon: string,
  { client = anne.id, statut = 'confirmee' as const, heure = '10:00' } = {},
): Promise<void> {
  const id = await storeLecon(t.services.db, {
    user_id: null,
    nom_client: nom,
    noms_participants: [nom],
    date_reservation: `2026-10-${String(day).padStart(2, '0')}`,
    heure_debut: heure,
    heure_fin: `${heure.slice(0, 2)}:30`,
    type_piste: 'interieure',
    type_lecon,
    nombre_personnes: 1,
    statut,
  });
  await run(`update participants set user_id = '${client}' where reservation_id = '${id}'`);
}

beforeEach(async () => {
  t.clock.now = MORNING;
  await run('truncate reservations, clients, users, journal cascade');
  await run('update types_lecons set actif = true');
  admin = await t.as({ role: 'admin', prenom: 'Odile', nom: 'Bureau' });
  anne = await t.as({ prenom: 'Anne', nom: 'Maes' });
});

test("le type habituel est celui de la plupart des leçons du cavalier ; à égalité, celui de la dernière ; une leçon annulée ou un type retiré n'y compte pas", async () => {
  await run(`insert into cavaliers (user_id, nom) values ('${anne.id}', 'Léa Maes')`);
  await lesson(1, 'Léa Maes', 'saut');
  await lesson(2, 'lea  MAES', 'saut');
  await lesson(3, 'Léa Maes', 'longe');
  for (const day of [4, 5, 6])
    await lesson(day, 'Léa Maes', 'liberte', { statut: 'annulee' as never });
  await lesson(7, 'Tom Maes', 'longe');
  await lesson(8, 'Tom Maes', 'collective');
  await lesson(9, 'Anne Maes', 'particuliere');
  expect(await proposed('maes')).toEqual([
    ['Anne Maes', 'particuliere', 'Léa Maes saut', 'Tom Maes collective'],
  ]);
  await run("update types_lecons set actif = false where value in ('saut', 'particuliere')");
  // Without lessons of the own name, those of all names of the customer count.
  expect(await proposed('maes')).toEqual([
    ['Anne Maes', 'longe', 'Léa Maes longe', 'Tom Maes collective'],
  ]);
});

test("un cavalier se trouve par son nom, et passe avant les autres ; un cavalier sans leçon n'a pas de type ; un client sans compte se trouve par téléphone", async () => {
  // CLI-04, PEOPLE-19
  await run(
    `insert into cavaliers (user_id, nom) values ('${anne.id}', 'Zoé Peeters'), ('${anne.id}', 'Léa Maes')`,
  );
  await lesson(1, 'Léa Maes', 'saut');
  expect(await proposed('zoe')).toEqual([
    ['Anne Maes', 'saut', 'Zoé Peeters null', 'Léa Maes saut'],
  ]);
  const { body } = await admin('POST', '/api/clients', {
    nom: 'Jeanne Dupont',
    telephone: '+32 475 10 22 33',
  });
  await lesson(2, 'Jeanne Dupont', 'longe', { client: body.id });
  expect(await proposed('0475/10.22')).toEqual([['Jeanne Dupont', 'longe']]);
  // Names that were removed (SET-42) are nobody's.
  await lesson(3, 'Ancien cavalier 12', 'longe', { client: body.id });
  expect(await proposed('jeanne')).toEqual([['Jeanne Dupont', 'longe']]);
  expect((await propose('personne de ce nom'))['clients']).toEqual([]);
});

test("le début d'un mot passe avant le milieu d'un autre, du nom, d'un cavalier ou de l'email", async () => {
  // PEOPLE-48, DESK-61
  const add = async (nom: string, cavalier?: string, email: string | null = null) => {
    const { body } = await admin('POST', '/api/clients', { nom, email });
    if (cavalier !== undefined)
      await run(`insert into cavaliers (user_id, nom) values ('${body.id}', '${cavalier}')`);
  };
  await add('Margaux Mathieu', undefined, 'a.thi@exemple.be');
  await add('Margaux Thiry');
  await add('Vandenbroeck Luc');
  await add('Paul Van den Berghe');
  await add("Carine D'Hondt", 'Nathan Vandenabeele');
  await add('Jean-Pierre Amory');
  await add('Benoît Lambiotte', 'Margaux Lambiotte');
  const clientsOf = async (path: string): Promise<string[]> => {
    const { body } = await admin('GET', path);
    return (body['clients'] ?? body).map(({ nom }: Stored) => nom);
  };
  for (const [q, expected] of [
    ['margaux thi', ['Margaux Thiry', 'Margaux Mathieu']],
    ['THI margaux', ['Margaux Thiry', 'Margaux Mathieu']],
    ['van den', ['Paul Van den Berghe', "Carine D'Hondt", 'Vandenbroeck Luc']],
    ['vanden', ['Vandenbroeck Luc', "Carine D'Hondt"]],
    ['pierre', ['Jean-Pierre Amory']],
    ['hondt', ["Carine D'Hondt"]],
    ['lamb', ['Benoît Lambiotte']],
  ] as const)
    for (const path of ['/api/clients/recherche', '/api/clients/propositions', '/api/recherche'])
      expect(await clientsOf(`${path}?q=${encodeURIComponent(q)}`), `${path} ${q}`).toEqual(
        expected,
      );

  // Of one customer too: the rider who is meant, not the one with more lessons.
  await run(
    `insert into cavaliers (user_id, nom) values ('${anne.id}', 'Mathieu'), ('${anne.id}', 'Théa'), ('${anne.id}', 'Zoé')`,
  );
  for (const day of [1, 2, 3]) await lesson(day, 'Mathieu', 'saut');
  expect(await proposed('the')).toEqual([
    ['Anne Maes', 'saut', 'Théa null', 'Mathieu saut', 'Zoé null'],
  ]);
  expect(await proposed('zoe mae')).toEqual([
    ['Anne Maes', 'saut', 'Zoé null', 'Mathieu saut', 'Théa null'],
  ]);
});

test("six clients et un de plus ; un compte qui attend n'en est pas", async () => {
  for (const n of [1, 2, 3, 4, 5, 6, 7, 8])
    await admin('POST', '/api/clients', { nom: `Jeanne Dupont ${'I'.repeat(n)}` });
  await t.as({ prenom: 'Jeanne', nom: 'Attente' });
  await run("update users set statut = 'en_attente' where nom = 'Attente'");
  expect((await propose('jeanne'))['clients'].map(({ nom }: Stored) => nom)).toEqual(
    [1, 2, 3, 4, 5, 6, 7].map((n) => `Jeanne Dupont ${'I'.repeat(n)}`),
  );
});

test('une frappe ne lit que les leçons des clients montrés', async () => {
  // DESK-73: as many rows among 2,000 lessons of others as among 6,000.
  for (const [n, nom] of ['Ida', 'Ève', 'Lou', 'Zoé', 'Max', 'Tom', 'Guy', 'Léo'].entries()) {
    const { body } = await admin('POST', '/api/clients', { nom: `Dupont ${nom}` });
    for (const day of [1, 2, 3, 4, 5, 6])
      await lesson(day + 7 * Math.floor(n / 3), nom, 'saut', {
        client: body.id,
        heure: `${8 + (n % 3)}:00`.padStart(5, '0'),
      });
  }
  const read: number[] = [];
  for (const [from, to] of [
    [1, 2_000],
    [2_001, 6_000],
  ]) {
    await run(`alter table reservations disable trigger user; alter table participants disable trigger user;
      select count(*) from (
        select jsonb_agg(jsonb_build_object('user_id', '${anne.id}', 'noms_participants', array['Anne'], 'nom_client', 'Anne', 'date_reservation', date '2015-01-01' + n / 20,
          'heure_debut', time '08:00' + n % 20 * interval '30 minutes', 'heure_fin', time '08:30' + n % 20 * interval '30 minutes', 'type_piste', 'interieure', 'type_lecon', 'longe')) as lot
        from generate_series(${from}, ${to}) as n) as lots, lateral importer_lecons(lot);
      set constraints all immediate;
      alter table reservations enable trigger user; alter table participants enable trigger user`);
    await run('vacuum analyze participants, reservations, clients, users');
    const sent = await statementsOf(() => propose('dupont'));
    read.push(
      await rowsRead(
        t.url,
        sent.filter(({ text }) => text.includes('participants')),
      ),
    );
  }
  expect(read[1]).toBe(read[0]);
});

test('sans texte, le type que le bureau a réservé en dernier, pas celui des cavaliers', async () => {
  expect(await propose('')).toEqual({ clients: [], dernier: null });
  const book = (who: Person, type_lecon: string, heure_debut: string) =>
    who('POST', '/api/reservations', {
      type_lecon,
      nombre_personnes: 1,
      noms_participants: ['Zoé'],
      type_piste: 'interieure',
      heure_debut,
      date_reservation: '2026-11-24',
      remarques: null,
    });
  expect((await book(admin, 'longe', '09:00')).status).toBe(201);
  expect((await book(admin, 'saut', '10:00')).status).toBe(201);
  expect((await book(anne, 'collective', '11:00')).status).toBe(201);
  expect((await propose(' '))['dernier']).toBe('saut');
  await run("update types_lecons set actif = false where value = 'saut'");
  expect((await propose(''))['dernier']).toBeNull();
});
