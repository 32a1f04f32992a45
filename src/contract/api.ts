/**
 * The contract. Each noun has a file that declares its calls, and `server/routes.ts` connects them
 * to the server. All addresses are below `/api`; `/api/openapi.json` describes them.
 */
import * as z from 'zod';
import { alertes } from './alertes.ts';
import { call } from './call.ts';
import { cavaliers } from './cavaliers.ts';
import { clients } from './clients.ts';
import { controles } from './controles.ts';
import { courriels } from './courriels.ts';
import { ecritures } from './ecritures.ts';
import { facturation, mesReleves } from './facturation.ts';
import { fermetures } from './fermetures.ts';
import { fiche } from './fiche.ts';
import { flux } from './flux.ts';
import { functions } from './functions.ts';
import { conservation } from './conservation.ts';
import { horloge } from './horloge.ts';
import { imports } from './imports.ts';
import { incidents } from './incidents.ts';
import { journal } from './journal.ts';
import { leconsPassees } from './lecons_passees.ts';
import { live } from './live.ts';
import { orthographes } from './orthographes.ts';
import { parametres } from './parametres.ts';
import { pistes } from './pistes.ts';
import { planning } from './planning.ts';
import { prix } from './prix.ts';
import { profil } from './profil.ts';
import { recherche } from './recherche.ts';
import { reprises } from './reprises.ts';
import { disponibilites, reservations } from './reservations.ts';
import { clesAcces, secondFacteur } from './second_facteur.ts';
import { sauvegardes } from './sauvegardes.ts';
import { series } from './series.ts';
import { session } from './session.ts';
import { statistiques } from './statistiques.ts';
import { typesLecons } from './types_lecons.ts';
import { users } from './users.ts';

const health = call
  .route({
    method: 'GET',
    path: '/health',
    summary: "L'état du service, et si rien n'empêche d'y écrire",
  })
  .meta({ who: 'all' })
  .output(
    z.object({ status: z.literal('ok'), version: z.optional(z.string()), database: z.string() }),
  );

/**
 * The members are listed by hand: as a single inferred type, it is longer than the compiler can
 * write.
 */
type Api = {
  health: typeof health;
  series: typeof series;
  session: typeof session;
  secondFacteur: typeof secondFacteur;
  clesAcces: typeof clesAcces;
  users: typeof users;
  profil: typeof profil;
  cavaliers: typeof cavaliers;
  clients: typeof clients;
  fiche: typeof fiche;
  imports: typeof imports;
  parametres: typeof parametres;
  typesLecons: typeof typesLecons;
  pistes: typeof pistes;
  prix: typeof prix;
  disponibilites: typeof disponibilites;
  planning: typeof planning;
  reprises: typeof reprises;
  reservations: typeof reservations;
  leconsPassees: typeof leconsPassees;
  recherche: typeof recherche;
  alertes: typeof alertes;
  statistiques: typeof statistiques;
  facturation: typeof facturation;
  mesReleves: typeof mesReleves;
  orthographes: typeof orthographes;
  courriels: typeof courriels;
  journal: typeof journal;
  horloge: typeof horloge;
  conservation: typeof conservation;
  incidents: typeof incidents;
  sauvegardes: typeof sauvegardes;
  controles: typeof controles;
  fermetures: typeof fermetures;
  ecritures: typeof ecritures;
  flux: typeof flux;
  functions: typeof functions;
  live: typeof live;
};

export const api: Api = {
  health,
  series,
  session,
  secondFacteur,
  clesAcces,
  users,
  profil,
  cavaliers,
  clients,
  fiche,
  imports,
  parametres,
  typesLecons,
  pistes,
  prix,
  disponibilites,
  planning,
  reprises,
  reservations,
  leconsPassees,
  recherche,
  alertes,
  statistiques,
  facturation,
  mesReleves,
  orthographes,
  courriels,
  journal,
  horloge,
  conservation,
  incidents,
  sauvegardes,
  controles,
  fermetures,
  ecritures,
  flux,
  functions,
  live,
};
