/** `npm run restore -- FILE`: replaces the content of the database with a backup. */
import { resolve } from 'node:path';
import { restore } from './actions/backups/restaurer.ts';
import { runCommand, withDatabase } from './command.ts';
import { secretFor } from './env.ts';
import { hasAccounts } from './platform/migrations.ts';
import { StartError } from './platform/start_error.ts';
import { say } from './terminal.ts';

await runCommand(async (env) => {
  const [path, ...others] = process.argv.slice(2);
  if (path === undefined || others.length > 0)
    throw new StartError('Usage : npm run restore -- FICHIER.sauvegarde');
  await withDatabase(env, { alone: true }, async (at) => {
    secretFor(env, await hasAccounts(at.url));
    // npm runs a command in the folder of its package.json
    const rows = await restore(at, resolve(process.env['INIT_CWD'] ?? '', path));
    say(
      `\nRestauré : ${rows['reservations']} réservations, ${rows['users']} comptes, ${rows['courriels']} emails.`,
    );
    say('Chacun se reconnecte ; les emails qui attendaient sont périmés.');
  });
});
