/** A lesson of a series: how often it repeats (SERIE-01), and what an edit changes (SERIE-04). */
import type { Modification } from './modification.ts';
import type { Participant } from './participants.ts';

/** Days between two lessons of a series. */
export const RYTHMES = [7, 14] as const;
export type Rythme = (typeof RYTHMES)[number];

/** A seat, as far as the change of another lesson concerns it. */
export type Siege = Pick<Participant, 'id' | 'nom' | 'user_id'>;

/** The edited lesson before and after. A new seat has an id that no seat has before. */
export type Changement = {
  avant: Modification;
  apres: Modification;
  rythme: Rythme;
  sieges: { avant: readonly Siege[]; apres: readonly Siege[] };
};
