/**
 * `npm run bench`: measures the product and the simplest program that would do the same, on a
 * separate PostgreSQL with real fsync. Prints the figures and their goals, and ends with 1 if a
 * goal is missed. `npm run bench -- reservations` runs only one measurement, `TOURS=1` a single
 * round.
 */
import setup from '../tests/support/global-setup.ts';
import { ownerQuery } from '../tests/support/postgres.ts';
import { measureComptes } from './comptes.ts';
import { measureConnexion } from './connexion.ts';
import { measureDemarrage } from './demarrage.ts';
import { measureDeuxCentres } from './deux_centres.ts';
import { measurePasswordGuessing } from './password_guessing.ts';
import { measureDirect } from './direct.ts';
import { measureReading } from './lectures.ts';
import { describeMachine } from './machine.ts';
import { measureMemoire } from './memoire.ts';
import { measureOctets } from './octets.ts';
import { measureResetTiming } from './reset_timing.ts';
import { measureLighthouse, measureLighthouseSignedIn } from './lighthouse.ts';
import { measurePhotos } from './photos.ts';
import { measurePremierEcran } from './premier_ecran.ts';
import { exitCodeOf, type Figure, printFigures, printVerdict } from './report.ts';
import { measureRendu } from './rendu.ts';
import { measureReservations } from './reservations.ts';
import { measureStatistiques } from './statistiques.ts';
import { measureVolume } from './volume.ts';

type Measure = { titre: string; measure: (say: (step: string) => void) => Promise<Figure[]> };

const MEASURES: Record<string, Measure> = {
  reservations: {
    titre: 'Réserver par HTTP parmi 50 000 réservations, 1, 8 et 32 clients',
    measure: measureReservations,
  },
  deux_centres: {
    titre: 'Réserver dans deux centres à la fois, sur un même PostgreSQL',
    measure: measureDeuxCentres,
  },
  disponibilites: {
    titre: 'Lire une semaine de disponibilités (154 leçons) par HTTP, 8 clients',
    measure: measureReading('disponibilites'),
  },
  planning: {
    titre: 'Lire le planning de la même semaine par HTTP, 8 administrateurs',
    measure: measureReading('planning'),
  },
  rendu: { titre: 'Redessiner le planning, 336 cases réservées', measure: measureRendu },
  connexion: { titre: 'Refuser une connexion', measure: measureConnexion },
  password_guessing: {
    titre: 'Deviner un mot de passe depuis 6 000 réseaux, 16 clients',
    measure: measurePasswordGuessing,
  },
  reset_timing: {
    titre: 'Demander un nouveau mot de passe, 60 à la fois',
    measure: measureResetTiming,
  },
  photos: { titre: 'La mémoire que prennent les photos de profil', measure: measurePhotos },
  lighthouse: { titre: 'Lighthouse, téléphone, sans session', measure: measureLighthouse },
  lighthouse_signed_in: {
    titre: 'Lighthouse, téléphone, avec session (démonstration, 50 000 réservations)',
    measure: measureLighthouseSignedIn,
  },
  premier_ecran: {
    titre: 'Le premier écran de qui est connecté, sur un téléphone lent',
    measure: measurePremierEcran,
  },
  octets: {
    titre: 'Une première visite de chaque écran, sur un téléphone',
    measure: measureOctets,
  },
  direct: { titre: '500 écrans ouverts, 5 réservations par seconde', measure: measureDirect },
  demarrage: { titre: 'Démarrer une copie installée et construite', measure: measureDemarrage },
  memoire: { titre: 'La mémoire de tout ce que lance npm start (PSS)', measure: measureMemoire },
  statistiques: {
    titre: 'Lire les statistiques, contre la requête la plus simple',
    measure: measureStatistiques,
  },
  comptes: {
    titre: 'Lire les comptes de trois semaines parmi de plus en plus de réservations',
    measure: measureComptes,
  },
  volume: {
    titre: 'Lire la même semaine parmi de plus en plus de réservations, un client',
    measure: measureVolume('disponibilites'),
  },
  volume_planning: {
    titre:
      'Lire le planning de la même semaine parmi de plus en plus de réservations, un administrateur',
    measure: measureVolume('planning'),
  },
};

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !(name in MEASURES));
if (unknown.length > 0) {
  process.stderr.write(
    `Mesure inconnue : ${unknown.join(', ')}. Il y a : ${Object.keys(MEASURES).join(', ')}.\n`,
  );
  process.exit(2);
}

const release = await setup();
// The tests' PostgreSQL does not wait for the disk.
await ownerQuery('alter system set fsync = on');
await ownerQuery('select pg_reload_conf()');
process.stdout.write(
  `${describeMachine(process.env['TEST_FOLDER'] ?? '')}.\n` +
    "Les rapports et les comptes décident ; les temps dépendent de la machine, et une machine au repos vaut mieux qu'une autre.\n" +
    'Chaque chiffre est la médiane de ses tours ; ce qui est comparé est mesuré tour à tour, après un tour pour rien.\n',
);
const figures: Figure[] = [];
for (const [name, { titre: title, measure }] of Object.entries(MEASURES)) {
  if (asked.length > 0 && !asked.includes(name)) continue;
  const measured = await measure((step) => process.stderr.write(`  ${name} : ${step}…\n`));
  printFigures(title, measured);
  figures.push(...measured);
}
await release();
printVerdict(figures);
process.exitCode = exitCodeOf(figures);
