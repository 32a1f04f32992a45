// chunk: app
/** The draft of the booking form, which the fast entry of the planning can fill (DESK-75). */
import type { KeptForm } from '#domain/lessons/brouillon_form.ts';
import { readEcrit, writeEcrit } from './useEcrit.ts';

/** The name of each stored part. Its number changes with the type of the value. */
export const KEPT = { brouillon: 'reservation.1', client: 'client.1', jour: 'jour.1' } as const;

const PARTS = Object.keys(KEPT) as (keyof KeptForm)[];

export const readReservationDraft = (user: string): KeptForm =>
  Object.fromEntries(PARTS.map((part) => [part, readEcrit(user, KEPT[part])])) as KeptForm;

export function writeReservationDraft(user: string, draft: KeptForm): void {
  for (const part of PARTS) writeEcrit(user, KEPT[part], draft[part]);
}
