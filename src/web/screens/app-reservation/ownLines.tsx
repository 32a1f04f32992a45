/** The actions below a person's own lessons, whose code is loaded when the first is shown. */
import type { StatutReservation } from '#domain/lessons/reservations.ts';
import { lazyPart } from '#web/ui/pages/lazyPart.tsx';
import { Missing } from './laterSlots.tsx';

export const { Part: Line, load: loadLine } = lazyPart(
  'part',
  async () => ({ default: (await import('./OwnLecon.tsx')).Line }),
  Missing,
);
export const { Part: ActDialog } = lazyPart(
  'part',
  async () => ({ default: (await import('./OwnLecon.tsx')).ActDialog }),
  Missing,
);

/**
 * Reserves the space of the actions of a lesson while their code is loading: the buttons below must
 * not move under the finger.
 */
export const LineSpace = ({ of: { statut } }: { of: { statut: StatutReservation } }) =>
  statut !== 'annulee' && <div className="mt-2 h-18" />;
