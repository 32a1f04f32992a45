/**
 * `npm run account`: actions on the server itself for an administrator who cannot sign in (ACC-59).
 */
import { forgetFailures } from './actions/signin/deblocage.ts';
import { drawPasswordLink } from './actions/signin/liens.ts';
import { signOutEverywhere } from './actions/signin/session.ts';
import { removeSecondFactors } from './actions/people/users.ts';
import { openPool, transact, type Tx } from './platform/db.ts';
import { joinEmbedded } from './platform/embedded/running.ts';
import { StartError } from './platform/start_error.ts';
import { type Auteur, byServer } from './stores/journal.ts';
import { lockUserByEmail } from './stores/people/users.ts';

type Command = {
  /** The description of the command for the help. */
  aide: string;
  /**
   * Acts on an account that is locked, so that a running sign-in is finished first. Returns a value
   * for `fait`.
   */
  run: (
    tx: Tx,
    auteur: Auteur,
    user: NonNullable<Awaited<ReturnType<typeof lockUserByEmail>>>,
  ) => Promise<string | void>;
  /** The sentence after success; `result`: the value of `run`. */
  fait: (email: string, result: string) => string;
};

/** The address of the site, read from the environment in the same way as the service does. */
const { PUBLIC_URL = '', PORT = '' } = process.env;
const publicUrl = (PUBLIC_URL || `http://localhost:${PORT || '3000'}`).replace(/\/+$/, '');

const COMMANDS: Record<string, Command> = {
  unlock: {
    aide: 'permet de nouveau la connexion à un compte bloqué par trop de tentatives',
    run: forgetFailures,
    fait: (email) =>
      `Le compte ${email} est débloqué : la connexion est de nouveau possible depuis un nouvel appareil.`,
  },
  'sign-out': {
    aide: "termine les sessions d'un compte, oublie ses appareils et supprime ses adresses de calendrier",
    run: signOutEverywhere,
    fait: (email) =>
      `Les sessions du compte ${email} sont terminées, ses appareils oubliés et ses adresses de calendrier supprimées.`,
  },
  'reset-password': {
    aide: "affiche un lien d'une heure, qui sert une fois, pour choisir un nouveau mot de passe ; sans serveur d'emails aussi",
    run: drawPasswordLink,
    fait: (email, path) =>
      `Nouveau mot de passe du compte ${email} : ouvrez ce lien dans l'heure, il ne sert qu'une fois.\n  ${publicUrl}${path}\n` +
      (PUBLIC_URL
        ? ''
        : "PUBLIC_URL n'est pas donnée ici : si ce n'est pas l'adresse du site, remplacez-en le début.\n") +
      "Ne le transmettez qu'à cette personne. La double authentification reste demandée (reset-2fa la retire).",
  },
  'reset-2fa': {
    aide: "retire la double authentification d'un compte dont l'appareil est perdu, et termine ses sessions",
    run: removeSecondFactors,
    fait: (email) => `La double authentification du compte ${email} est réinitialisée.`,
  },
};

const AIDE =
  `Usage : npm run account COMMANDE EMAIL\n${Object.entries(COMMANDS)
    .map(([name, { aide }]) => `  ${name.padEnd(16)}${aide}`)
    .join('\n')}\n` +
  'Avec DATABASE_URL ou DATA_DIR comme pour npm start, que Manège soit démarré ou non.\n';

/** Returns the exit code: 0 done, 1 failed or no such account, 2 wrong use. */
async function main([name = '', adresse = '', ...rest]: readonly string[]): Promise<number> {
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (!command || adresse === '' || rest.length > 0) {
    process.stderr.write(AIDE);
    return 2;
  }
  const { DATA_DIR = '' } = process.env;
  const url = process.env['DATABASE_URL'] || undefined;
  const database =
    url === undefined
      ? await joinEmbedded({ dataDir: DATA_DIR || 'data', given: DATA_DIR !== '' })
      : { url, stop: async () => undefined };
  const { pool, db } = openPool(database.url, () => undefined);
  try {
    const user = await transact(db, ['users', 'flux', 'courriels'], async (tx) => {
      const locked = await lockUserByEmail(tx, adresse);
      const result =
        locked &&
        (await command.run(
          tx,
          byServer(() => new Date()),
          locked,
        ));
      return locked && { email: locked.email, result: result ?? '' };
    });
    process.stdout.write(
      `${user ? command.fait(user.email, user.result) : `Aucun compte n'a l'adresse ${adresse}.`}\n`,
    );
    return user ? 0 : 1;
  } finally {
    await pool.end();
    await database.stop();
  }
}

/** Only the code of an error, because its text may contain the address of the database. */
function codeOf(error: unknown): string {
  const { code, name, cause } = error as { code?: string; name?: string; cause?: unknown };
  return cause === undefined ? (code ?? name ?? '') : codeOf(cause);
}

process.exit(
  await main(process.argv.slice(2)).catch((error: unknown) => {
    process.stderr.write(
      `${error instanceof StartError ? error.message : `La commande a échoué (${codeOf(error)}). La base de données répond-elle ?`}\n`,
    );
    return 1;
  }),
);
