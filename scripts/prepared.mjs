/**
 * `npm run serve`: installs and builds nothing. Refuses if `npm run build` has not been run yet
 * (OPS-50).
 */
import { isBuilt } from './build.mjs';
import { isInstalled } from './install.mjs';
import { main, node24, UserError } from './processes.mjs';

await main(async () => {
  if (!isInstalled() || !isBuilt())
    throw new UserError(
      "Ce dossier n'est pas prêt, ou il a changé depuis : lancez d'abord « npm run build ».",
    );
  node24();
  return 0;
});
