/**
 * `npm run bench`: what the product does, beside the barest thing that would do the same, on a PostgreSQL of its own
 * with real fsync. Prints its figures and their goals; `npm run bench reservations` takes one measure alone.
 */
import { availableParallelism, loadavg } from 'node:os';
import setup from '../tests/support/global-setup.ts';
import { measureConnexion } from './connexion.ts';
import { measureReading } from './lectures.ts';
import { measureOubli } from './oubli.ts';
import { measurePhare } from './phare.ts';
import { measurePhotos } from './photos.ts';
import { type Figure, printFigures, printVerdict, ratio } from './report.ts';
import { measureRendu } from './rendu.ts';
import { measureReservations } from './reservations.ts';
import { ROUNDS } from './rounds.ts';
import { measureStatistiques } from './statistiques.ts';
import { measureVolume } from './volume.ts';

type Measure = { titre: string; measure: (say: (step: string) => void) => Promise<Figure[]> };

const MEASURES: Record<string, Measure> = {
  reservations: { titre: 'Réserver par HTTP, 32 clients', measure: measureReservations },
  disponibilites: { titre: 'Lire une semaine de disponibilités (154 leçons) par HTTP, 8 clients', measure: measureReading('disponibilites') },
  planning: { titre: 'Lire le planning de la même semaine par HTTP, 8 administrateurs', measure: measureReading('planning') },
  statistiques: { titre: 'Trois années pleines de statistiques (50 000 réservations)', measure: measureStatistiques },
  rendu: { titre: 'Redessiner le planning, 336 cases réservées', measure: measureRendu },
  connexion: { titre: 'Refuser une connexion', measure: measureConnexion },
  oubli: { titre: 'Demander un nouveau mot de passe, 60 à la fois', measure: measureOubli },
  photos: { titre: 'La mémoire que prennent les photos de profil', measure: measurePhotos },
  phare: { titre: 'Lighthouse, téléphone', measure: measurePhare },
  volume: { titre: 'Lire la même semaine parmi de plus en plus de réservations, un client', measure: measureVolume('disponibilites') },
  volume_planning: { titre: 'Lire le planning de la même semaine parmi de plus en plus de réservations, un administrateur', measure: measureVolume('planning') },
};

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !(name in MEASURES));
if (unknown.length > 0) {
  process.stderr.write(`Mesure inconnue : ${unknown.join(', ')}. Il y a : ${Object.keys(MEASURES).join(', ')}.\n`);
  process.exit(2);
}

process.stdout.write(`Node ${process.versions.node}, ${availableParallelism()} cœurs, charge au départ ${ratio(loadavg()[0] ?? 0)} : `
  + 'les rapports valent mieux que les chiffres, et une machine au repos mieux qu\'une autre.\n'
  + `Chaque chiffre est la médiane de ${ROUNDS} tours, chacun mesurant les côtés l'un après l'autre, après un tour pour rien.\n`);
const release = await setup();
const figures: Figure[] = [];
for (const [name, { titre: title, measure }] of Object.entries(MEASURES)) {
  if (asked.length > 0 && !asked.includes(name)) continue;
  const measured = await measure((step) => process.stderr.write(`  ${name} : ${step}…\n`));
  printFigures(title, measured);
  figures.push(...measured);
}
await release();
printVerdict(figures);
