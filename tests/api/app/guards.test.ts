/**
 * Who may make which call: every call of the contract, by every person, compared with a table
 * written from the specification.
 */
import { sql } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { isCodeRefus } from '../../../src/domain/errors/errors.ts';
import { accessTo, CONFIRMED, type Person, PERSONS } from '../../support/access.ts';
import { type Answer, type Caller, DEMANDE, useTestApp } from '../../support/app.ts';
import { type Call, CALLS } from '../../support/contract.ts';
import { fingerprint } from '../../support/fingerprint.ts';
import { PASSWORD } from '../../support/people.ts';
import { createFixture, restoreTypes, SOUND, type Fixture } from '../../support/fixture.ts';

const t = useTestApp();

beforeEach(() => t.services.db.execute(sql`delete from essais`));

const CLES: Record<string, number> = {
  'clesAcces.add': 400,
  'clesAcces.remove': 404,
  'clesAcces.signIn': 401,
  'sauvegardes.download': 404,
  'flux.draw': 409,
  'flux.remove': 404, // the setting is off, and nobody has an address
};

/**
 * A person's own data does not exist for others (BOOK-08). The installation link is closed while
 * there is an administrator (ACC-38).
 */
function own(name: string, person: Person): number | null {
  if (name === 'users.install') return 404;
  // None of them has a second factor or a passkey that a test without a browser could use, and
  // there is no backup.
  if (['secondFacteur.confirm', 'secondFacteur.disable', 'secondFacteur.renewCodes'].includes(name))
    return 409;
  if (name in CLES) return CLES[name] ?? null;
  if (name === 'users.resendConfirmation') return 409; // no email is sent here
  if (
    ['profil.endSession', 'cavaliers.update', 'cavaliers.remove'].includes(name) &&
    person !== 'cavalier'
  )
    return 404;
  if (
    [
      'reservations.leave',
      'reservations.change',
      'flux.lecon',
      'reprises.encore',
      'mesReleves.get',
    ].includes(name)
  )
    return person === 'cavalier' ? null : 404;
  return name === 'reservations.get' && !['cavalier', 'administrateur'].includes(person)
    ? 404
    : null;
}

/** A one-pixel GIF: the body of the only call that does not take JSON. Prices are the only list. */
const PIXEL = Buffer.from('R0lGODlhAQABAIAAAP///wAAACH5BAAAAAAALAAAAAABAAEAAAICRAEAOw==', 'base64');

/** Makes a call with a valid input, with its path parameters filled in. */
async function make(caller: Caller, call: Call, input: Record<string, unknown>): Promise<Answer> {
  if (call.name === 'profil.setPhoto')
    return caller('PUT', call.path, PIXEL, { 'content-type': 'image/gif' });
  if (call.name === 'prix.save')
    return caller('PUT', call.path, [{ type_lecon: 'saut', prix: 30 }]);
  const rest = { ...input };
  const path = call.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = String(rest[name]);
    delete rest[name];
    return value;
  });
  if (call.method !== 'GET')
    return caller(call.method as 'POST', path, Object.keys(rest).length > 0 ? rest : undefined);
  return caller(
    'GET',
    `${path}?${new URLSearchParams(Object.entries(rest).map(([name, value]) => [name, String(value)]))}`,
  );
}

const STREAM = 'live';
const refusalOf = (name: string, person: Person): number | null =>
  accessTo(name)[person] ?? own(name, person);
/**
 * Refused calls come first: they leave everything unchanged, so all of them need only one fixture.
 */
const rows = CALLS.filter(({ name }) => name !== STREAM)
  .flatMap((call) =>
    (Object.keys(PERSONS) as Person[]).map((person) => ({
      call,
      person,
      refused: refusalOf(call.name, person),
      titre: `${call.method} ${call.path}`,
    })),
  )
  .toSorted((a, b) => Number(a.refused === null) - Number(b.refused === null));

type Stand = { caller: Caller; fixture: Fixture };
const stands = new Map<Person, Stand>();

/** The stored data after the last refused call. Null if something may have changed since. */
let last: Awaited<ReturnType<typeof fingerprint>> | null = null;
const stored = async () => (last ??= await fingerprint(t.services.db));

/**
 * A person and their fixture, reused until a call has changed something: a refused call has left it
 * unchanged.
 */
async function stand(person: Person): Promise<Stand> {
  const known = stands.get(person);
  if (known) return known;
  last = null;
  const options = PERSONS[person];
  const caller = options === null ? t.anonymous : await t.as(options);
  if (person === 'administrateur')
    await caller('POST', '/api/profil/confirmation', { password: PASSWORD }); // ACC-100
  const made = {
    caller,
    fixture: await createFixture(
      t,
      person === 'cavalier' ? (caller as typeof caller & Fixture['owner']) : undefined,
    ),
  };
  stands.set(person, made);
  return made;
}

async function reset(): Promise<void> {
  last = null;
  stands.clear();
  await t.services.db.execute(sql`delete from reservations`);
  await restoreTypes(t);
}

describe('qui peut quoi', () => {
  test.each(rows)('$titre par $person', async ({ call, person, refused }) => {
    // ACC-08, ACC-10, API-01
    const { caller, fixture } = await stand(person);
    const before = refused === null ? null : await stored();
    const { status, body } = await make(caller, call, SOUND[call.name]?.(fixture) ?? {});
    if (refused === null) {
      if (call.method !== 'GET') await reset();
      expect(status, JSON.stringify(body)).toBe(call.status);
      return;
    }
    expect([status, isCodeRefus(body.code)]).toEqual([refused, true]);
    // if the next expectation fails, the next call is compared with the data stored then
    last = null;
    const after = await fingerprint(t.services.db);
    expect(after).toEqual(before);
    last = after;
  });

  test("le fil des changements ne s'ouvre à personne sans session", async () => {
    expect((await t.anonymous('GET', '/api/live')).status).toBe(401);
  });
});

/** A person who may make a call that others may not. */
const allowed = (name: string): Person =>
  (['administrateur', 'second facteur attendu', 'enrôlement attendu'] as const).find(
    (one) => accessTo(name)[one] === null,
  )!;

/** The inputs whose effect would outlive a stolen session, if that of the valid input would not. */
const OUTLIVING: Record<string, Record<string, unknown>> = {
  'secondFacteur.startEnrolment': { password: undefined },
  'users.approve': { role: 'admin' },
  'users.update': { role: 'utilisateur' },
  'parametres.save': { adminEmail: 'voleur@essai.example' },
  'conservation.answer': { accepter: true },
  'flux.draw': { type_piste: 'interieure' },
};

test("ce qui survivrait à la session demande d'abord le mot de passe, et rien d'autre", async () => {
  // ACC-100
  const asked: string[] = [];
  for (const call of CALLS.filter(({ method }) => method !== 'GET')) {
    await reset();
    const fixture = await createFixture(t);
    await t.services.db.execute(
      sql`update users set role = 'admin' where id in (${fixture.approved.id}, ${fixture.owner.id})`,
    );
    await t.services.db.execute(sql`update parametres set "calendarFeeds" = true`);
    const thief = await t.as(PERSONS[allowed(call.name)] ?? {});
    const input = { ...SOUND[call.name]?.(fixture), ...OUTLIVING[call.name] };
    const { body } = await make(thief, call, input);
    if (body.code === 'confirmation_requise') asked.push(call.name);
  }
  expect(asked).toEqual(CONFIRMED);
});

/** The fields that only the server sets, or an administrator through the specific call (API-03). */
const RESERVED = [
  'role',
  'statut',
  'is_approved',
  'email',
  'id',
  'user_id',
  'created_at',
  'updated_at',
  'full_name',
  'profile_image_url',
  'email_confirme',
  'changes',
];

const writes = CALLS.filter(
  ({ method, name }) => method !== 'GET' && !['profil.setPhoto', 'prix.save'].includes(name),
).map((call) => ({ call, titre: `${call.method} ${call.path}` }));

describe('ce que personne ne peut dire de soi', () => {
  // API-03, PEOPLE-18, ACC-17
  beforeAll(reset);

  test.each(writes)('$titre', async ({ call }) => {
    const { caller, fixture } = await stand(allowed(call.name));
    const before = await stored();
    for (const champ of RESERVED.filter(
      (name) => !call.fields.some((field) => field.name === name),
    )) {
      const answer = await make(caller, call, {
        ...SOUND[call.name]?.(fixture),
        [champ]: champ.endsWith('id') ? fixture.admin.id : 'admin',
      });
      if (call.fields.length > 0)
        expect([answer.status, answer.body.message], champ).toEqual([
          400,
          `Les données envoyées ne sont pas valables : ${champ}.`,
        ]);
    }
    if (call.fields.length > 0) {
      expect(await fingerprint(t.services.db)).toEqual(before);
      return;
    }
    // A call without input does not even read what is sent with it.
    const { rows: people } = await t.services.db.execute(
      sql`select role, statut from users where id = ${fixture.admin.id}`,
    );
    await reset();
    expect(people).toEqual([{ role: 'admin', statut: 'actif' }]);
  });

  test("un autre « id » dans le corps que dans l'adresse est refusé", async () => {
    const { caller, fixture } = await stand('administrateur');
    const before = await stored();
    for (const [method, path, body] of [
      ['PATCH', `/api/users/${fixture.approved.id}`, { id: fixture.admin.id, role: 'admin' }],
      [
        'POST',
        `/api/users/${fixture.pending.id}/approbation`,
        { id: fixture.approved.id, role: 'admin' },
      ],
      [
        'PUT',
        `/api/reservations/${fixture.reservation}`,
        { ...DEMANDE, id: fixture.approved.id, statut: 'confirmee' },
      ],
    ] as const) {
      expect((await caller(method, path, body)).body).toEqual({
        code: 'donnees_invalides',
        status: 400,
        message: 'Les données envoyées ne sont pas valables : id.',
      });
    }
    expect(await fingerprint(t.services.db)).toEqual(before);
  });
});

test("une personne bloquée pendant sa session l'est à l'appel suivant, et lit encore son état", async () => {
  // ACC-11
  const rider = await t.as();
  expect((await rider('GET', '/api/types-lecons')).status).toBe(200);
  await t.services.db.execute(sql`update users set statut = 'inactif' where id = ${rider.id}`);
  expect((await rider('GET', '/api/types-lecons')).body).toEqual({
    code: 'compte_inactif',
    status: 403,
    message: "Votre compte n'est pas actif. Contactez un administrateur.",
  });
  expect((await rider('GET', '/api/auth/get-session')).body.user.statut).toBe('inactif');
  expect((await rider('POST', '/api/auth/sign-out')).status).toBe(200);
});

test('la description du service décrit chaque appel du contrat', async () => {
  const { body } = await t.anonymous('GET', '/api/openapi.json');
  for (const { method, path } of CALLS)
    expect(
      body.paths[path.replace(/^\/api/, '')]?.[method.toLowerCase()],
      `${method} ${path}`,
    ).toBeDefined();
});

test("un mot de passe juste n'ouvre qu'un compte actif", async () => {
  // ACC-23
  for (const [person, options] of Object.entries(PERSONS)) {
    if (options === null) continue;
    const { email } = await t.as(options);
    const { status } = await t.anonymous('POST', '/api/auth/sign-in/email', {
      email,
      password: PASSWORD,
    });
    expect(status, person).toBe('statut' in options ? 403 : 200);
  }
});
