/** `npm run backup`: one backup, now; `npm run backup -- fiche`: the sheet to print for the day when the server is gone. */
import { runCommand, say, withDatabase } from './command.ts';
import { backUp } from './platform/backup/job.ts';
import { recoverySheet } from './platform/backup/sheet.ts';
import { StartError } from './platform/start_error.ts';

await runCommand(async (env) => {
  const [wanted, ...others] = process.argv.slice(2);
  if (others.length > 0 || ![undefined, 'fiche'].includes(wanted)) throw new StartError('Usage : npm run backup, ou npm run backup -- fiche');
  if (wanted === 'fiche') return say(recoverySheet(env, new Date()));
  await withDatabase(env, { alone: false }, async (at) => {
    const { path, octets, nonVerifiee } = await backUp(at);
    say(`\n${path} : ${octets} octets${env.sauvegardes.passphrase === null ? '' : ', chiffrée'}.`);
    say(nonVerifiee === null ? 'Vérifiée : restaurée dans une base d\'essai et comparée.' : `Non vérifiée : ${nonVerifiee}.`);
  });
});
