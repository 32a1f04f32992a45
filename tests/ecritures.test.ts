/**
 * Every write of the contract, and how the web part finds out what became of it if its answer is
 * lost (UI-32, UI-75, UI-113). The sources are compared with the table: a new write joins it.
 */
import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { CALLS } from './support/contract.ts';

/**
 * By the id of its attempt, which the page draws: a stored one is sent again, and the server answers
 * it as the first one, or refuses another content.
 */
const BY_ID = [
  'facturation.addLigne',
  'facturation.correct',
  'facturation.pay',
  'fermetures.create',
  'reservations.create',
  'reservations.join',
  'series.repeat',
];

/**
 * The same without a session, which the look-up by id needs: without an answer, they are sent once more
 * (API-29).
 */
const SENT_AGAIN = ['session.resetPassword', 'users.install', 'users.signUp'];

/** By what is stored now: the read that shows it. */
const BY_STATE: Record<string, string> = {
  'alertes.create': 'alertes.list',
  'alertes.remove': 'alertes.list',
  'cavaliers.create': 'cavaliers.list',
  'cavaliers.createOf': 'cavaliers.listOf',
  'cavaliers.remove': 'cavaliers.list',
  'cavaliers.removeOf': 'cavaliers.listOf',
  'cavaliers.update': 'cavaliers.list',
  'cavaliers.updateOf': 'cavaliers.listOf',
  'clesAcces.remove': 'secondFacteur.get',
  'clients.create': 'clients.list',
  'clients.invite': 'users.list',
  'clients.merge': 'clients.list',
  'clients.remove': 'clients.list',
  'clients.setPayeur': 'clients.list',
  'clients.update': 'clients.list',
  'conservation.answer': 'conservation.get',
  'facturation.make': 'facturation.prepare',
  'facturation.relancer': 'facturation.doit',
  'facturation.undo': 'facturation.compte',
  'fermetures.reopen': 'fermetures.cancelled',
  'fermetures.update': 'fermetures.list',
  'flux.remove': 'flux.list',
  'horloge.confirm': 'horloge.get',
  'imports.create': 'imports.list',
  'imports.undo': 'imports.list',
  'orthographes.confirm': 'orthographes.list',
  'orthographes.merge': 'orthographes.list',
  'orthographes.separate': 'orthographes.list',
  'orthographes.split': 'orthographes.list',
  'parametres.save': 'parametres.get',
  'pistes.arrange': 'pistes.list',
  'pistes.create': 'pistes.list',
  'pistes.remove': 'pistes.list',
  'pistes.update': 'pistes.list',
  'prix.save': 'prix.list',
  'profil.changeEmail': 'profil.get',
  'profil.endOtherSessions': 'profil.listSessions',
  'profil.endSession': 'profil.listSessions',
  'profil.removePhoto': 'profil.get',
  'profil.setEmails': 'profil.emails',
  'profil.setPhoto': 'profil.get',
  'profil.update': 'profil.get',
  'profil.withdrawEmail': 'profil.get',
  'reservations.change': 'reservations.get',
  'reservations.donnerPlaces': 'reservations.nomsSansClient',
  'reservations.leave': 'reservations.get',
  'reservations.notePresents': 'reservations.list',
  'reservations.putBack': 'reservations.listRetires',
  'reservations.remove': 'reservations.get',
  'reservations.restore': 'reservations.get',
  'reservations.setPresences': 'reservations.get',
  'reservations.update': 'reservations.get',
  'secondFacteur.disable': 'secondFacteur.get',
  'series.remove': 'series.list',
  'series.update': 'series.list',
  'statistiques.removeLigne': 'statistiques.lignes',
  'typesLecons.arrange': 'typesLecons.list',
  'typesLecons.create': 'typesLecons.list',
  'typesLecons.remove': 'typesLecons.list',
  'typesLecons.update': 'typesLecons.list',
  'users.approve': 'users.list',
  'users.approveAll': 'users.list',
  'users.correct': 'users.list',
  'users.refuse': 'users.list',
  'users.remove': 'users.list',
  'users.resetSecondFactor': 'users.list',
  'users.setOpenDay': 'users.openDay',
  'users.unlock': 'users.list',
  'users.update': 'users.list',
  'users.withdrawEmail': 'users.list',
};

/** Not at all, and why nothing is lost or stored twice. */
const NOT = {
  'clesAcces.add': 'the authenticator refuses a second key; the list of keys shows the first one',
  'clesAcces.signIn': 'the session is read again',
  'clesAcces.signInOptions': 'only a challenge',
  'clesAcces.start': 'only a challenge',
  'controles.run': 'stores nothing',
  'courriels.markSeen': 'a mark, which the list shows; the same again changes nothing',
  'courriels.resend': 'the same Message-ID: a second copy is recognised as one',
  'courriels.resendFailed': 'what has been sent again is no longer among the failed ones',
  'courriels.sendTest': 'a second test email is what the person asks for',
  'courriels.showLien': 'reads a link',
  'flux.draw': 'only the answer contains the address; the next one replaces it',
  'incidents.report': 'a report may be lost',
  'imports.plan': 'stores nothing',
  'imports.read': 'stores nothing',
  'parametres.horsHeures': 'stores nothing',
  'prix.complete': 'only seats without a price get one',
  'profil.changePassword': 'no read returns a password',
  'profil.confirm': 'the next call asks again',
  'profil.remove': 'the next reading of the session says that the account is deleted',
  'profil.sendPasswordEmail': 'a link replaces the one before',
  'sauvegardes.begin': 'the list of backups says that one is running',
  'sauvegardes.download': 'a file, which is stored nowhere',
  'functions.deleteUser': 'an address of the first application; no screen calls it',
  'functions.resetPasswordEmail': 'an address of the first application; no screen calls it',
  'functions.sendEmail': 'an address of the first application; no screen calls it',
  'secondFacteur.confirm': 'only the answer contains the recovery codes, which can be drawn again',
  'secondFacteur.enrol': 'the session is read again; recovery codes can be drawn again',
  'secondFacteur.renewCodes': 'only the answer contains the codes, which can be drawn again',
  'secondFacteur.start': 'a key that is not confirmed has no effect',
  'secondFacteur.startEnrolment': 'a key that is not confirmed has no effect',
  'secondFacteur.verify': 'the session is read again',
  'session.accessToken': 'only for programs',
  'session.canReset': 'reads whether a link works',
  'session.canUnlock': 'reads whether a link works',
  'session.requestPasswordReset': 'a link replaces the one before',
  'session.sendVerification': 'a link replaces the one before',
  'session.signIn': 'the session is read again',
  'session.signOut': 'repeated until the server has answered (UI-57)',
  'session.unlock': 'the link works once, and its page reads whether it does',
  'session.verifyEmail': 'the link works once, and says that the address is confirmed',
  'users.canInstall': 'reads whether a link works',
  'users.resendConfirmation': 'a link replaces the one before',
};

const WRITES = CALLS.filter(({ method, meta }) => method !== 'GET' && !meta.shows);

/** A file that makes calls, with these written as in the table. */
function readSource(path: string): string {
  const text = readFileSync(path, 'utf8');
  const noun = /const calls = client\.(\w+);/.exec(text)?.[1];
  return text
    .replaceAll(/\bcalls\.(?=\w)/g, noun ? `client.${noun}.` : 'client.')
    .replaceAll(
      "client.reservations[joins ? 'join' : 'create']",
      '[client.reservations.join, client.reservations.create]',
    );
}
const SOURCES = globSync('src/web/{data,nouns}/**/*.ts')
  .filter((path) => !path.endsWith('.test.ts'))
  .map(readSource);

const IS_LOOK = /^const \w+ = (?:sure|removal|change)[(<]/;

/** The statements of a file by their names. */
const statementsOf = (text: string): Map<string, string> =>
  new Map(
    text
      .split(/\n(?=(?:export|const|async|function|type|import|\/\*\*) )/)
      .map((statement) => [/(?:const|function) (\w+)/.exec(statement)?.[1] ?? '', statement]),
  );

/** The look-ups of a file, each with the functions of the file that it names. */
function looksIn(text: string): string[] {
  const statements = statementsOf(text);
  const withNamed = (look: string, depth = 0): string =>
    depth === 3
      ? look
      : [...statements]
          .filter(([name, one]) => name && one !== look && new RegExp(`\\b${name}\\b`).test(look))
          .filter(([, one]) => !IS_LOOK.test(one))
          .reduce((all, [, one]) => all + withNamed(one, depth + 1), look);
  return [...statements.values()].filter((one) => IS_LOOK.test(one)).map((one) => withNamed(one));
}
const LOOKS = SOURCES.flatMap(looksIn);

const names = (text: string, call: string): boolean =>
  new RegExp(`\\bclient\\.${call.replace('.', '\\.')}\\b`).test(text);
const looksOf = (call: string) => LOOKS.filter((look) => names(look, call));

test('the table has every write of the contract', () => {
  expect(
    [...BY_ID, ...SENT_AGAIN, ...Object.keys(BY_STATE), ...Object.keys(NOT)].toSorted(),
  ).toEqual(WRITES.map(({ name }) => name).toSorted());
});

test('a write that is looked up by its id carries one, and its look-up sends it again', () => {
  // UI-113
  for (const call of BY_ID) {
    const { fields = [] } = WRITES.find(({ name }) => name === call) ?? {};
    expect(
      fields.some(({ name }) => ['id', 'ecriture'].includes(name)),
      call,
    ).toBe(true);
    expect(
      looksOf(call).some((look) => look.includes('findBy(')),
      call,
    ).toBe(true);
  }
});

test('a write without a session is sent once more with its id, and its forms assert nothing', () => {
  // UI-32, UI-75, API-29
  for (const call of SENT_AGAIN) {
    const { fields, path } = WRITES.find(({ name }) => name === call)!;
    expect(
      fields.some(({ name }) => name === 'ecriture'),
      call,
    ).toBe(true);
    const source = SOURCES.find((text) => text.includes(`'${path}'`)) ?? '';
    expect(source, call).toMatch(/\bpostOnce\((?:path|'\/api\/auth\/reset-password'), \w+\)/);
    expect(source, call).not.toContain(`postApi('${path}'`);
    expect(source, call).toContain('message: UNANSWERED');
  }
});

test('a write that is looked up by what is stored reads it', () => {
  // UI-32
  for (const [call, read] of Object.entries(BY_STATE)) {
    const looks = looksOf(call);
    expect(looks, call).not.toEqual([]);
    expect(
      looks.some((look) => names(look, read) || names(SHARED, read)),
      `${call} reads ${read}`,
    ).toBe(true);
    expect(
      looks.some((look) => look.includes('findBy(')),
      call,
    ).toBe(false);
  }
});

/** Reads that look-ups of several files share. */
const SHARED = SOURCES.filter((text) => text.includes('export async function find')).join('\n');

test('every other write is not looked up', () => {
  for (const call of Object.keys(NOT)) expect(looksOf(call), call).toEqual([]);
});
