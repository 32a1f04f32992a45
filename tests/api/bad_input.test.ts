/** Every field of every call of the contract, with everything that should not be sent. */
import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { isCodeRefus, REFUS } from '#domain/errors.ts';
import { type Answer, DEMANDE, useTestApp } from '../support/app.ts';
import { type Call, CALLS, type Field } from '../support/contract.ts';

const INSCRIPTION = { prenom: 'Zoé', nom: 'Willems', email: 'zoe.willems@essai.example', password: 'selle-et-filet', telephone: '0470 12 34 56', adresse: 'Rue du Manège 1\n5030 Gembloux' };

/** A sound input for each call that takes one; a new call without a line here fails the test below. */
const SOUND: Record<string, Record<string, unknown>> = {
  'session.signIn': { email: 'quelqu.un@essai.example', password: 'un mauvais mot de passe' },
  'users.signUp': INSCRIPTION,
  'users.canInstall': { jeton: 'un jeton' },
  'users.install': { jeton: 'un jeton', ...INSCRIPTION },
  'reservations.list': { du: '2026-11-01', au: '2026-11-30' },
  'reservations.get': { id: '6f0a1d1e-3f53-4c0c-9d2c-0d5a1f3f0a11' },
  'reservations.create': DEMANDE,
  'disponibilites.list': { du: '2026-11-23', au: '2026-11-29' },
};

/** JSON as it is sent: some of it no `JSON.stringify` would write. */
const BAD: Record<string, string> = {
  'absent': '',
  'null': 'null',
  'un nombre': '3',
  'un nombre négatif': '-1',
  'un nombre à virgule': '1.5',
  'un booléen': 'true',
  'un objet': '{"a":1}',
  'une liste': '["a","b"]',
  'une liste de listes': '[[["a"]]]',
  'un texte vide': '""',
  'U+0000': '"avant\\u0000après"',
  'un substitut isolé': '"\\ud800"',
  '10 000 caractères': JSON.stringify('a'.repeat(10_000)),
  'des marques de droite à gauche': '"\\u202e\\u200fabc\\u061c"',
  '__proto__': '"__proto__"',
  'une clé __proto__': '{"__proto__":{"role":"admin"}}',
  '1e400': '1e400',
  'le 31 février': '"2026-02-31"',
  'un jour passé': '"2020-01-06"',
  "l'an 20000": '"20000-01-01"',
};

const t = useTestApp();

/** All that is stored, as one fingerprint. */
async function fingerprint(): Promise<unknown> {
  const { rows } = await t.services.db.execute(sql`
    select (select md5(coalesce(string_agg(r::text, '|' order by id), '')) from reservations r) as reservations,
           (select md5(coalesce(string_agg(u::text, '|' order by id), '')) from users u) as users,
           (select md5(string_agg(x::text, '|' order by value)) from types_lecons x) as types,
           (select md5(p::text) from parametres p) as parametres`);
  return rows[0];
}

function bodyOf(sound: Record<string, unknown>, field: string, json: string): string {
  const parts = Object.entries(sound).filter(([name]) => name !== field).map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`);
  if (json !== '') parts.push(`${JSON.stringify(field)}:${json}`);
  return `{${parts.join(',')}}`;
}

/** A value in an address is text, or a list written with brackets. */
function addressOf(call: Call, sound: Record<string, unknown>, field: string, json: string): string {
  const given = new Map(Object.entries(sound).map(([name, value]) => [name, encodeURIComponent(String(value))]));
  if (json === '') given.delete(field);
  else given.set(field, encodeURIComponent(json.startsWith('"') ? (JSON.parse(json) as string).toWellFormed() : json));
  let path = call.path;
  const query: string[] = [];
  for (const [name, value] of given) {
    if (path.includes(`{${name}}`)) path = path.replace(`{${name}}`, json.includes('\\ud800') && name === field ? '%ED%A0%80' : value);
    else if (name === field && json.startsWith('[')) query.push(`${name}%5B%5D=a`, `${name}%5B%5D=b`);
    else query.push(`${name}=${json.includes('\\ud800') && name === field ? '%ED%A0%80' : value}`);
  }
  path = path.replace(/\{\w+\}/, '');
  return query.length > 0 ? `${path}?${query.join('&')}` : path;
}

function expectRefusal({ status, body, headers }: Answer): void {
  expect(status).toBeGreaterThanOrEqual(400);
  expect(status).toBeLessThan(500);
  expect(Object.keys(body).toSorted()).toEqual(['code', 'message', 'status']);
  expect(isCodeRefus(body.code)).toBe(true);
  expect(body.status).toBe(status);
  // The table's own sentence, or the general one with the field's name after it.
  const { message } = REFUS[body.code as keyof typeof REFUS];
  expect(body.message.startsWith(message.slice(0, -1))).toBe(true);
  expect(headers['cache-control']).toBe('no-store');
}

test('chaque appel qui prend des données a sa ligne dans ce tableau', () => {
  expect(CALLS.filter(({ fields }) => fields.length > 0).map(({ name }) => name).toSorted()).toEqual(Object.keys(SOUND).toSorted());
});

describe.each(CALLS.filter(({ fields }) => fields.length > 0))('$method $path', (call) => {
  const sound = SOUND[call.name]!;

  test.each(call.fields.flatMap((field) => Object.keys(BAD)
    // Without its last part, an address is another call's.
    .filter((quoi) => !(call.path.endsWith(`{${field.name}}`) && ['absent', 'un texte vide'].includes(quoi)))
    .map((quoi) => ({ field, quoi, champ: field.name }))))('$champ : $quoi', async ({ field, quoi }) => {
    const rider = await person();
    const before = await fingerprint();
    const json = BAD[quoi]!;
    const answer = call.method === 'GET'
      ? await rider('GET', addressOf(call, sound, field.name, json))
      : await rider('POST', call.path, bodyOf(sound, field.name, json));
    if (answer.status >= 400) {
      expectRefusal(answer);
      expect(await fingerprint()).toEqual(before);
      return;
    }
    // Not refused: the field is optional and the value sound, and what is stored is exactly what was sent.
    expect(isSound(call, field, quoi)).toBe(true);
    if (call.method === 'POST') {
      // A password is never read back: it must open the account it was given for.
      if (field.name !== 'password') expect((await stored(call))?.[field.name]).toEqual(json === '' ? null : JSON.parse(json));
      await t.services.db.execute(sql`delete from reservations`);
      await t.services.db.execute(sql`delete from users where email = ${INSCRIPTION.email}`);
      await t.services.db.execute(sql`delete from essais`);
    }
  });
});

/** What a call that was accepted has stored. */
async function stored(call: Call): Promise<Record<string, unknown> | undefined> {
  const { rows } = await t.services.db.execute(call.name === 'reservations.create'
    ? sql`select * from reservations`
    : sql`select * from users where email = ${INSCRIPTION.email}`);
  return rows[0];
}

/** Refused wherever text is stored. */
const JAMAIS = new Set(['U+0000', 'un substitut isolé', '10 000 caractères']);

/** What may be accepted: an optional field left out or null, any sound text where text is free, a past day in a reading. */
function isSound(call: Call, field: Field, quoi: string): boolean {
  if (call.method === 'GET') return (field.optional && quoi === 'absent') || (field.type === 'string' && (quoi === 'un jour passé' || field.name === 'jeton'));
  if (field.type === 'array') return quoi === 'une liste'; // two names for two people
  if (['prenom', 'nom'].includes(field.name)) return quoi === '__proto__'; // letters on one line: a name
  if (field.name === 'password') return !JAMAIS.has(quoi) && BAD[quoi]!.length > 6;
  const free = field.optional && !JAMAIS.has(quoi);
  return free && (BAD[quoi] === '' || BAD[quoi] === 'null' || BAD[quoi]!.startsWith('"'));
}

describe('les noms des participants', () => {
  test.each(['null', '3', '""', '"   "', '["a"]', '"a\\u0000b"', '"\\udfff"', JSON.stringify('a'.repeat(10_000)), '"\\u202ecba"', '"a\\nb"', '1e400'])('un nom qui serait %s est refusé', async (json) => {
    const rider = await person();
    const before = await fingerprint();
    expectRefusal(await rider('POST', '/api/reservations', bodyOf(DEMANDE, 'noms_participants', `["Camille",${json}]`)));
    expect(await fingerprint()).toEqual(before);
  });

  test('« __proto__ » et un prénom arabe sont des noms comme les autres, rendus à la lettre', async () => {
    const rider = await person();
    const noms_participants = ['__proto__', 'محمد'];
    const { status, body } = await rider('POST', '/api/reservations', { ...DEMANDE, noms_participants });
    expect([status, body.noms_participants]).toEqual([201, noms_participants]);
    await t.services.db.execute(sql`delete from reservations`);
  });
});

test.each([
  ['un corps qui n\'est pas du JSON', '{"a":'],
  ['un corps vide', ''],
  ['une liste', '[]'],
  ['un texte', '"bonjour"'],
  ['mille niveaux', `${'['.repeat(20_000)}${']'.repeat(20_000)}`],
  ['une clé __proto__', '{"__proto__":{"statut":"confirmee"}}'],
  ['une clé constructor', '{"constructor":{"prototype":{"x":1}}}'],
  ['65 kB et plus', JSON.stringify({ ...DEMANDE, remarques: 'a'.repeat(70_000) })],
])('%s est refusé en français', async (_, body) => {
  const rider = await person();
  expectRefusal(await rider('POST', '/api/reservations', body));
});

test.each(['id', 'statut', 'user_id', 'heure_fin', 'created_at', 'nom_client', 'role'])('le champ « %s », qui est au serveur, est refusé', async (champ) => {
  const rider = await person();
  const answer = await rider('POST', '/api/reservations', { ...DEMANDE, [champ]: 'x' });
  expectRefusal(answer);
  expect(answer.body.message).toBe(`Les données envoyées ne sont pas valables : ${champ}.`);
});

test.each(['/api/%', '/api/reservations/%00', '/api/reservations/%ED%A0%80', '/api/inconnue', '/api/reservations/a/b', '/api/disponibilites?du=%00&au=2026-11-23'])('l\'adresse %s est refusée en français', async (path) => {
  const rider = await person();
  expectRefusal(await rider('GET', path));
});

let someone: ReturnType<typeof t.as> | undefined;
const person = (): ReturnType<typeof t.as> => (someone ??= t.as());
