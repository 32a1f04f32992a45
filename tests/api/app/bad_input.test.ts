/** Every field of every call of the contract, with every kind of value that should not be sent. */
import { sql } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { isCodeRefus, REFUS } from '../../../src/domain/errors/errors.ts';
import { type Answer, type Caller, DEMANDE, useTestApp } from '../../support/app.ts';
import { type Call, CALLS, type Field } from '../../support/contract.ts';
import { fingerprint } from '../../support/fingerprint.ts';
import { passwordHash } from '../../support/people.ts';
import { createFixture, restoreTypes, SOUND, type Fixture } from '../../support/fixture.ts';

/** JSON as it is sent: `JSON.stringify` would not write some of it. */
const BAD: Record<string, string> = {
  absent: '',
  null: 'null',
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
  __proto__: '"__proto__"',
  'une clé __proto__': '{"__proto__":{"role":"admin"}}',
  '1e400': '1e400',
  'le 31 février': '"2026-02-31"',
  'un jour passé': '"2020-01-06"',
  "l'an 20000": '"20000-01-01"',
};

const t = useTestApp();

function bodyOf(sound: Record<string, unknown>, field: string, json: string): string {
  const parts = Object.entries(sound)
    .filter(([name]) => name !== field)
    .map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`);
  if (json !== '') parts.push(`${JSON.stringify(field)}:${json}`);
  return `{${parts.join(',')}}`;
}

/** In an address, a value is text, or a list written with brackets. */
function addressOf(
  call: Call,
  sound: Record<string, unknown>,
  field: string,
  json: string,
): string {
  const given = new Map(
    Object.entries(sound).map(([name, value]) => [name, encodeURIComponent(String(value))]),
  );
  if (json === '') given.delete(field);
  else
    given.set(
      field,
      encodeURIComponent(json.startsWith('"') ? (JSON.parse(json) as string).toWellFormed() : json),
    );
  let path = call.path;
  const query: string[] = [];
  for (const [name, value] of given) {
    if (path.includes(`{${name}}`))
      path = path.replace(
        `{${name}}`,
        json.includes('\\ud800') && name === field ? '%ED%A0%80' : value,
      );
    else if (name === field && json.startsWith('['))
      query.push(`${name}%5B%5D=a`, `${name}%5B%5D=b`);
    else query.push(`${name}=${json.includes('\\ud800') && name === field ? '%ED%A0%80' : value}`);
  }
  path = path.replace(/\{\w+\}/, '');
  return query.length > 0 ? `${path}?${query.join('&')}` : path;
}

/**
 * `quoi`: the value that was sent. `extra`: the additional fields of the refusals of server
 * functions (API-08).
 */
function expectRefusal(
  { status, body, headers }: Answer,
  what = '',
  extra: readonly string[] = [],
): void {
  expect(status, what).toBeGreaterThanOrEqual(400);
  expect(status, what).toBeLessThan(500);
  expect(Object.keys(body).toSorted(), what).toEqual(
    ['code', 'message', 'status', ...extra].toSorted(),
  );
  expect(isCodeRefus(body.code), what).toBe(true);
  expect(body.status, what).toBe(status);
  // The table's own sentence, or the general one followed by the name of the field.
  const { message } = REFUS[body.code as keyof typeof REFUS];
  expect(body.message.startsWith(message.slice(0, -1)), what).toBe(true);
  expect(headers['cache-control'], what).toBe('no-store');
}

test('chaque appel qui prend des données a sa ligne dans ce tableau', () => {
  expect(
    CALLS.filter(({ fields }) => fields.length > 0)
      .map(({ name }) => name)
      .toSorted(),
  ).toEqual(Object.keys(SOUND).toSorted());
});

let fixture: Fixture;
beforeAll(async () => {
  fixture = await createFixture(t);
});
beforeEach(() => t.services.db.execute(sql`delete from essais`));

const isDay = ({ name }: Field): boolean => ['du', 'au', 'date_reservation'].includes(name);

test.each(CALLS.filter(({ fields }) => fields.some(isDay)))(
  '$method $path : aucun jour, du premier au dernier, ne le met en panne',
  async (call) => {
    // API-02
    const caller = await (call.meta.who === 'admin' ? administrator() : person());
    for (const field of call.fields.filter(isDay)) {
      for (const jour of [
        '0001-01-01',
        '0099-12-31',
        '0999-12-31',
        '1969-12-31',
        '9999-12-30',
        '9999-12-31',
      ]) {
        const { status, body } = await send(caller, call, field, JSON.stringify(jour));
        expect(status, `${field.name} ${jour} ${JSON.stringify(body)}`).toBeLessThan(500);
      }
    }
    await undo();
  },
);

describe.each(CALLS.filter(({ fields }) => fields.length > 0))('$method $path', (call) => {
  // API-02, UI-10
  const inAddress = (name: string) => call.path.includes(`{${name}}`);

  // One test per field, because the stored data is compared only once, after all refused values:
  // the comparison is the expensive part.
  test.each(call.fields.map((field) => ({ field, champ: field.name })))(
    '$champ',
    async ({ field }) => {
      const caller = await (call.meta.who === 'admin' ? administrator() : person());
      // Without one of its parts, an address belongs to another call.
      const values = Object.keys(BAD).filter(
        (what) => !(inAddress(field.name) && ['absent', 'un texte vide'].includes(what)),
      );
      // A failed sign-in writes a line in the journal (ACC-70), and changes nothing else.
      const read = async () => ({
        ...(await fingerprint(t.services.db)),
        ...(call.path === '/api/auth/sign-in/email' && { journal: null }),
      });
      let before = await read();
      const expectUnchanged = async (): Promise<void> =>
        expect(await read(), 'a refused value changed what is stored').toEqual(before);
      for (const what of values) {
        // Before a value that may be stored, the effect of the previous ones is compared.
        if (isSound(call, field, what)) await expectUnchanged();
        const profil =
          call.name === 'profil.update' ? (await caller('GET', '/api/profil')).body : null;
        const json = BAD[what]!;
        const answer = await send(caller, call, field, json);
        if (answer.status >= 400) {
          expectRefusal(
            answer,
            what,
            call.path.startsWith('/api/functions/') ? ['success', 'error'] : [],
          );
          continue;
        }
        // Not refused: the field is optional and the value is valid. The stored value is exactly
        // the sent one.
        expect(
          isSound(call, field, what),
          `${what} : ${answer.status} ${JSON.stringify(answer.body)}`,
        ).toBe(true);
        const stored = await storedBy(call, answer);
        // A password can never be read back, so it is tried in a sign-in. The rhythm of a series is
        // accepted, but not stored.
        if (
          stored &&
          field.name in stored &&
          field.name !== 'serie_jours' &&
          !FREE_TEXTS.has(`${call.name}.${field.name}`)
        )
          expect(stored[field.name], what).toEqual(expectedOf(call, field, json, profil));
        if (call.method === 'GET') continue;
        await undo();
        before = await read();
      }
      await expectUnchanged();
    },
  );
});

/** Makes the call with one field replaced, in the address or in the body. */
async function send(caller: Caller, call: Call, field: Field, json: string): Promise<Answer> {
  await t.services.db.execute(sql`delete from essais`);
  const inAddress = (name: string) => call.path.includes(`{${name}}`);
  const sound = SOUND[call.name]!(fixture);
  const fromAddress = call.method === 'GET' || inAddress(field.name);
  const rest = Object.fromEntries(Object.entries(sound).filter(([name]) => !inAddress(name)));
  const path = fromAddress
    ? addressOf(
        call,
        call.method === 'GET' ? sound : { [field.name]: sound[field.name] },
        field.name,
        json,
      )
    : addressOf(call, { id: sound['id'] }, '', '');
  return caller(
    call.method as 'POST',
    path,
    call.method === 'GET'
      ? undefined
      : fromAddress
        ? JSON.stringify(rest)
        : bodyOf(rest, field.name, json),
  );
}

/** The record that an accepted call has stored. Null if it stores none of its input. */
async function storedBy(call: Call, { body }: Answer): Promise<Record<string, unknown> | null> {
  if (call.name === 'users.signUp')
    return (
      (await t.services.db.execute(sql`select * from users where email like 'zoe%'`)).rows[0] ??
      null
    );
  if (call.name === 'functions.sendEmail') {
    const {
      rows: [row],
    } = await t.services.db.execute<{ contenu: { sujet: string; html: string } }>(
      sql`select contenu from courriels where id = ${body.data.id}`,
    );
    return { subject: row?.contenu.sujet, html: row?.contenu.html };
  }
  return ['reservations.create', 'reservations.update', 'profil.update'].includes(call.name)
    ? body
    : null;
}

/**
 * A field that is missing or null becomes null, and so does an emptied one of the profile
 * (PEOPLE-12). Missing fields of the profile keep their value.
 */
function expectedOf(
  call: Call,
  field: Field,
  json: string,
  profil: Record<string, unknown> | null,
): unknown {
  if (json === '')
    return profil ? profil[field.name] : field.name === 'version' ? expect.any(Number) : null;
  return profil && json === '""' ? null : JSON.parse(json);
}

/**
 * Restores the fixture for the next value. Rows of the one before are deleted, since every
 * comparison reads all that is stored.
 */
async function undo(): Promise<void> {
  const { owner, pending, approved, admin: other } = fixture;
  await t.services.db.execute(sql`
    with r as (delete from reservations), s as (delete from reservations_supprimees),
      j as (delete from journal), c as (delete from courriels), v as (delete from verifications)
    delete from users where email like 'zoe%'
      or id in (${owner.id}, ${pending.id}, ${approved.id}, ${other.id})`);
  await t.services.db.execute(sql`truncate payeurs cascade`);
  await t.services.db.execute(sql`update mots_de_passe set hachage = ${passwordHash}`);
  await restoreTypes(t);
  fixture = await createFixture(t);
}

/** Refused wherever text is stored. */
const NEVER = new Set(['U+0000', 'un substitut isolé', '10 000 caractères']);

/**
 * Fields of reads, and of calls that always give the same answer: any text is accepted, none is
 * stored.
 */
const FREE_TEXTS = new Set([
  'statistiques.get.cavalier',
  'statistiques.lecons.cavalier',
  'statistiques.lecons.cle',
  'statistiques.fiches.cavalier',
  'statistiques.fiches.cle',
  'typesLecons.usage.value',
  'users.canInstall.jeton',
  'journal.list.q',
  'users.list.q',
  'users.resume.q',
  'clients.list.q',
  'clients.search.q',
  'clients.propose.q',
  'recherche.get.q',
  'recherche.lecons.q',
  'facturation.chercher.q',
  'session.canReset.token',
  'session.canUnlock.token',
  'session.requestPasswordReset.email',
  'session.requestPasswordReset.redirectTo',
  'session.sendVerification.email',
  'functions.resetPasswordEmail.email',
  'functions.resetPasswordEmail.redirectUrl',
  'functions.sendEmail.from',
  'reservations.update.user_id',
  'reservations.update.nom_client',
  'reservations.update.heure_fin',
  'reservations.update.created_at',
  'reservations.update.telephone',
  'reservations.update.annulee_at',
  'reservations.update.annulee_par',
  'reservations.update.serie_id',
  ...[
    'user_id',
    'nom_client',
    'heure_fin',
    'created_at',
    'telephone',
    'annulee_at',
    'annulee_par',
    'serie_id',
  ].map((field) => `series.update.${field}`),
]);
/** Text of many lines, of any length below 50 000 characters. */
const LONG = new Set(['functions.sendEmail.html', ...FREE_TEXTS]);
/** Shown or searched for, never stored: at most 200 characters. */
const SHORT = new Set([
  'journal.list.q',
  'users.list.q',
  'users.resume.q',
  'clients.list.q',
  'clients.search.q',
  'clients.propose.q',
  'recherche.get.q',
  'recherche.lecons.q',
  'facturation.chercher.q',
  'statistiques.get.cavalier',
  'statistiques.lecons.cavalier',
  'statistiques.lecons.cle',
  'statistiques.fiches.cavalier',
  'statistiques.fiches.cle',
]);
/** Lists of ids, or of objects with an id: a list of texts is never valid. */
const IDS = new Set([
  'typesLecons.arrange.values',
  'pistes.arrange.ids',
  'imports.plan.colonnes',
  'imports.create.colonnes',
  'fermetures.affected.pistes',
  'fermetures.create.pistes',
  'fermetures.create.lecons',
  'fermetures.reopen.lecons',
]);
/** Labels of one line, with or without letters. */
const ONE_LINE = new Set([
  'imports.create.fichier',
  'typesLecons.create.label',
  'typesLecons.update.label',
  'pistes.create.nom',
  'pistes.update.nom',
  'fermetures.create.motif',
  'fermetures.update.motif',
  'facturation.addLigne.libelle',
  'facturation.correct.raison',
]);
/** The same, and it may be empty. */
const NOTES = new Set(['pistes.create.note', 'pistes.update.note']);
const WITHOUT_LINE = new Set(['un texte vide', 'des marques de droite à gauche', ...NEVER]);
/** Names of one line, which must contain letters. */
const NOMS = new Set([
  'users.signUp.prenom',
  'users.signUp.nom',
  'profil.update.prenom',
  'profil.update.nom',
  'users.correct.prenom',
  'users.correct.nom',
]);

/**
 * The values that may be accepted: a missing or null optional field, any valid text if the field
 * takes free text, a past day in a reading.
 */
function isSound(call: Call, field: Field, what: string): boolean {
  const champ = `${call.name}.${field.name}`;
  const isText = BAD[what]!.startsWith('"') || call.method === 'GET';
  if (what === 'absent') return field.optional;
  if (what === 'null' && call.method !== 'GET') return field.nullable;
  if (/\.(?:list\w*|releves)\.page$/.test(champ)) return what === 'un nombre';
  // Accepted as they were read, never stored.
  if (/^(?:reservations|series)\.update\.(?:participants|tarifs|presences)$/.test(champ))
    return ['une liste', 'une liste de listes'].includes(what);
  if (field.name === 'serie_jours' || champ.endsWith('.update.lignes'))
    return ['un nombre', 'un nombre négatif'].includes(what);
  if (champ === 'reservations.update.date_reservation') return what === 'un jour passé'; // BOOK-15
  if (NOMS.has(champ))
    return (
      what === '__proto__' ||
      (what === 'un texte vide' && ['profil.update', 'users.correct'].includes(call.name))
    );
  if (['users.correct.email', 'profil.changeEmail.email'].includes(champ)) return false;
  if (field.type === 'boolean') return what === 'un booléen';
  if (
    [
      'parametres.save.maxBookingsPerDay',
      'parametres.save.advanceBookingDays',
      'parametres.save.cancellationHours',
      'parametres.save.journalMois',
      'parametres.save.sauvegardesJours',
      'parametres.save.sauvegardesSemaines',
      'parametres.save.sauvegardesMois',
      'parametres.save.version',
      'typesLecons.create.max_personnes',
      'typesLecons.update.max_personnes',
    ].includes(champ)
  )
    return what === 'un nombre';
  if (champ === 'facturation.addLigne.montant')
    return ['un nombre', 'un nombre négatif', 'un nombre à virgule'].includes(what);
  if (champ === 'facturation.pay.montant')
    return ['un nombre', 'un nombre à virgule'].includes(what);
  if (['parametres.save.adminEmail', 'parametres.save.contactEmail'].includes(champ))
    return what === 'un texte vide';
  // Digits and dashes are a valid telephone number.
  if (champ === 'parametres.save.contactTelephone')
    return ['un texte vide', 'le 31 février', 'un jour passé', "l'an 20000"].includes(what);
  if (champ === 'typesLecons.create.value')
    return ['__proto__', 'le 31 février', 'un jour passé', "l'an 20000"].includes(what);
  // Any id may be requested.
  if (champ === 'reservations.list.type_piste')
    return /^[a-z0-9_]+$/.test(BAD[what]!.replaceAll('"', ''));
  if (NOTES.has(champ)) return isText && (what === 'un texte vide' || !WITHOUT_LINE.has(what));
  if (champ === 'pistes.usage.id') return false;
  if (ONE_LINE.has(champ)) return isText && !WITHOUT_LINE.has(what);
  if (IDS.has(champ)) return false;
  if (SHORT.has(champ) && what === '10 000 caractères') return false;
  if (FREE_TEXTS.has(champ)) return isText && !['U+0000', 'un substitut isolé'].includes(what);
  if (call.method === 'GET') return field.type === 'string' && what === 'un jour passé';
  if (['password', 'newPassword'].includes(field.name))
    return !NEVER.has(what) && isText && BAD[what]!.length > 6;
  if (field.type === 'array') return what === 'une liste'; // two names for two people
  const free =
    field.optional || ['functions.sendEmail.subject', 'functions.sendEmail.html'].includes(champ);
  return (
    free &&
    field.type === 'string' &&
    isText &&
    (!NEVER.has(what) || (LONG.has(champ) && what === '10 000 caractères'))
  );
}

describe('les noms des participants', () => {
  test.each([
    'null',
    '3',
    '""',
    '"   "',
    '["a"]',
    '"a\\u0000b"',
    '"\\udfff"',
    JSON.stringify('a'.repeat(10_000)),
    '"\\u202ecba"',
    '"a\\nb"',
    '1e400',
  ])('un nom qui serait %s est refusé', async (json) => {
    // BOOK-27, LIM-07
    const rider = await person();
    const before = await fingerprint(t.services.db);
    expectRefusal(
      await rider(
        'POST',
        '/api/reservations',
        bodyOf(DEMANDE, 'noms_participants', `["Camille",${json}]`),
      ),
    );
    expect(await fingerprint(t.services.db)).toEqual(before);
  });

  test('« __proto__ » et un prénom arabe sont des noms comme les autres, rendus à la lettre', async () => {
    const rider = await person();
    const noms_participants = ['__proto__', 'محمد'];
    const { status, body } = await rider('POST', '/api/reservations', {
      ...DEMANDE,
      noms_participants,
    });
    expect([status, body.noms_participants]).toEqual([201, noms_participants]);
    await t.services.db.execute(sql`delete from reservations`);
  });
});

test.each([
  ["un corps qui n'est pas du JSON", '{"a":'],
  ['un corps vide', ''],
  ['une liste', '[]'],
  ['un texte', '"bonjour"'],
  ['mille niveaux', `${'['.repeat(20_000)}${']'.repeat(20_000)}`],
  ['une clé __proto__', '{"__proto__":{"statut":"confirmee"}}'],
  ['une clé constructor', '{"constructor":{"prototype":{"x":1}}}'],
  ['plus de 256 kB', JSON.stringify({ ...DEMANDE, remarques: 'a'.repeat(270_000) })],
])('%s est refusé en français', async (_, body) => {
  const rider = await person();
  expectRefusal(await rider('POST', '/api/reservations', body));
});

test.each(['id', 'statut', 'user_id', 'heure_fin', 'created_at', 'nom_client', 'role'])(
  'le champ « %s », qui est au serveur, est refusé',
  async (champ) => {
    // API-03
    const rider = await person();
    const answer = await rider('POST', '/api/reservations', { ...DEMANDE, [champ]: 'x' });
    expectRefusal(answer);
    expect(answer.body.message).toBe(`Les données envoyées ne sont pas valables : ${champ}.`);
  },
);

test.each([
  '/api/%',
  '/api/reservations/%00',
  '/api/reservations/%ED%A0%80',
  '/api/inconnue',
  '/api/reservations/a/b',
  '/api/disponibilites?du=%00&au=2026-11-23',
])("l'adresse %s est refusée en français", async (path) => {
  // API-20
  const rider = await person();
  expectRefusal(await rider('GET', path));
});

let someone: ReturnType<typeof t.as> | undefined;
const person = (): ReturnType<typeof t.as> => (someone ??= t.as());
let admin: ReturnType<typeof t.as> | undefined;
const administrator = (): ReturnType<typeof t.as> => (admin ??= t.as({ role: 'admin' }));
