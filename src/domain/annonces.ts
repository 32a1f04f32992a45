/** What a rider is told about lessons that the centre has cancelled, moved or deleted (UI-13). */
import { formatHeure, formatJour, type Moment } from './calendrier.ts';
import { PISTES, type TypePiste } from './creneaux.ts';
import type { StatutReservation } from './reservations.ts';

export type LeconSuivie = {
  id: string;
  date_reservation: string;
  heure_debut: string;
  heure_fin: string;
  type_piste: TypePiste;
  statut: StatutReservation;
};

type Lieu = Pick<LeconSuivie, 'date_reservation' | 'heure_debut' | 'type_piste'>;

const quand = ({ date_reservation, heure_debut }: Lieu): string => `${formatJour(date_reservation, 'moyen')} à ${formatHeure(heure_debut)}`;
const piste = ({ type_piste }: Lieu): string => PISTES[type_piste].nom.toLowerCase();

/** One sentence for each coming lesson of `avant` that is cancelled, moved or missing in `apres`. */
export function annoncesOf(avant: readonly LeconSuivie[], apres: readonly LeconSuivie[], maintenant: Moment): { id: string; texte: string }[] {
  const lues = new Map(apres.map((lecon) => [lecon.id, lecon]));
  return avant.flatMap((lecon) => {
    const { id, statut, date_reservation, heure_fin } = lecon;
    const finie = date_reservation < maintenant.jour || (date_reservation === maintenant.jour && heure_fin <= maintenant.heure);
    if (statut === 'annulee' || finie) return [];
    const suite = suiteOf(lecon, lues.get(id));
    return suite === null ? [] : [{ id, texte: `Votre leçon du ${quand(lecon)}, ${piste(lecon)}, ${suite}` }];
  });
}

function suiteOf(avant: LeconSuivie, apres: LeconSuivie | undefined): string | null {
  if (!apres) return 'a été supprimée par le centre.';
  if (apres.statut === 'annulee') return 'a été annulée par le centre.';
  const meme = (['date_reservation', 'heure_debut', 'type_piste'] as const).every((champ) => apres[champ] === avant[champ]);
  return meme ? null : `a été déplacée par le centre au ${quand(apres)}, ${piste(apres)}.`;
}
