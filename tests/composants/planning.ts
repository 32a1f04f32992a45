/** What the server says of a day with a lesson, a series or a closure, for the tests of their forms. */
import { page } from 'vitest/browser';
import { addDays } from '#domain/core/calendrier.ts';
import { Refused, row } from './serveur.ts';
import { jourOf } from '../support/jours.ts';

export const LECON = '11111111-1111-4111-8111-111111111111';
const SERIE = '22222222-2222-4222-8222-222222222222';
export const FERMETURE = '33333333-3333-4333-8333-333333333333';
/** A Wednesday in ten weeks. */
export const JOUR = jourOf(10, 2);

export const lecon = (fields: object = {}) =>
  row('reservations.list', {
    id: LECON,
    noms_participants: ['Zoé Willems'],
    nom_client: 'Zoé Willems',
    date_reservation: JOUR,
    heure_debut: '10:00',
    heure_fin: '11:00',
    type_piste: 'interieure',
    type_lecon: 'collective',
    nombre_personnes: 1,
    statut: 'confirmee',
    version: 1,
    telephone: null,
    participants: [
      {
        id: SERIE,
        user_id: null,
        nom: 'Zoé Willems',
        remarques: null,
        compte: null,
        telephone: null,
      },
    ],
    ...fields,
  });
export const fermeture = (fields: object = {}) => ({
  id: FERMETURE,
  pistes: ['exterieure'],
  du: JOUR,
  au: addDays(JOUR, 368),
  heure_debut: '06:00',
  heure_fin: '06:30',
  motif: 'Gel',
  publique: true,
  ...fields,
});
const serie = (n: number) =>
  lecon({
    id: `${n}${LECON.slice(1)}`,
    date_reservation: addDays(JOUR, 7 * (n - 1)),
    serie_id: SERIE,
    serie_jours: 7,
  });
export const SERIES = [serie(1), serie(2), serie(3)];

export const PAGE = { screen: 'app-webmaster', address: `/app/webmaster?jour=${JOUR}` };
export const card = () => page.getByRole('article', { name: /^10:00/ });
export const closures = () => page.getByRole('list', { name: 'Fermetures du jour' });
export const gone = (stored: unknown) => ({
  'reservations.list': stored ? [] : [lecon()],
  'reservations.get': stored ? new Refused('reservation_introuvable') : lecon(),
});
export const inSerie = (stored: any) => ({
  'reservations.list': [SERIES[0]],
  'reservations.get': SERIES[0],
  'series.list': { dernier: addDays(JOUR, 14), lecons: stored ? [] : SERIES },
  'series.remove': { lecons: 3 },
  'series.dates': ({ jusque }: { jusque: string }) =>
    Array.from({ length: 60 }, (_, n) => addDays(JOUR, 21 + 7 * n))
      .filter((date) => date <= jusque)
      .map((date) => ({ date, etat: 'libre', hors: false, par: null, libres: [] })),
  'series.repeat': { lecons: 10 },
});

/** A lesson that a closure would cancel. */
export const concernee = row('fermetures.affected', {
  id: LECON,
  version: 1,
  date_reservation: JOUR,
  heure_debut: '10:00',
  heure_fin: '11:00',
  type_piste: 'exterieure',
  type_lecon: 'collective',
  nom_client: 'Zoé Willems',
  statut: 'confirmee',
  noms_participants: ['Zoé Willems'],
});
