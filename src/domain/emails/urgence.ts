/** Which of the emails that are due leaves first (MAIL-46). */
import { addDays } from '../core/calendrier.ts';
import type { SorteCourriel } from './courriels.ts';

/**
 * - `attendu`: a person waits for it at the screen, or it warns of what nobody may have intended.
 * - `invitation`: a link, too, but it lives for days, and many may be sent at once.
 * - `lecon`: by the first day that it names.
 * - `reste`: everything else.
 */
type Urgence = 'attendu' | 'invitation' | 'lecon' | 'reste';

/** Each kind has its place. A change of it needs a migration: an index has the same order. */
const URGENCES: Record<SorteCourriel, Urgence> = {
  mot_de_passe: 'attendu',
  confirmation_adresse: 'attendu',
  deblocage: 'attendu',
  changement_adresse: 'attendu',
  essai: 'attendu',
  compte_modifie: 'attendu',
  alerte_admins: 'attendu',
  alerte_codes: 'attendu',
  sauvegarde_en_panne: 'attendu',
  invitation: 'invitation',
  reservation_confirmee: 'lecon',
  reservation_modifiee: 'lecon',
  reservation_annulee: 'lecon',
  rappel: 'lecon',
  place_libre: 'lecon',
  approbation: 'reste',
  refus: 'reste',
  effacement: 'reste',
  inscription: 'reste',
  inscriptions_groupees: 'reste',
  inscriptions_en_attente: 'reste',
  prix_changes: 'reste',
  releve: 'reste',
  relance: 'reste',
  libre: 'reste',
};

export const sortesOf = (urgence: Urgence): SorteCourriel[] =>
  (Object.keys(URGENCES) as SorteCourriel[]).filter((sorte) => URGENCES[sorte] === urgence);

/** Places in the queue, as texts that sort: a day ('2026-11-23') stands between the first and last. */
export const RANGS = { attendu: '0', invitation: '1', reste: '9' } as const;

/** The last place of what may not wait behind mass mail: a lesson of tomorrow. `jour`: today. */
export const lastUrgent = (jour: string): string => addDays(jour, 1);
