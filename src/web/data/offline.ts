/**
 * UI-56: what a person may read without a network, stored on this device. It is one entry of
 * localStorage, which can be removed synchronously, even while the page is being left. It is read
 * and removed with the session, so /login loads this file. `screens/hors-connexion/KeepOffline.tsx`
 * chooses what is kept.
 */
import type { Moment } from '#domain/core/calendrier.ts';
import { HORS_CONNEXION_HEURES } from '#domain/core/conservation.ts';
import type { Contact } from '#domain/people/contact.ts';
import type { PlannedLecon } from '#domain/planning/planning.ts';
import type { BookedLecon } from '#domain/lessons/reservations.ts';
import type { Fermeture } from '#domain/closures.ts';
import type { Piste } from '#domain/slots/pistes.ts';
import type { TypeLecon } from '#domain/types/types_lecons.ts';
import type { Personne } from '#domain/people/users.ts';

/** Increment the number when the type of the stored value changes. */
const KEY = 'horsConnexion.1';

/** With the name and colour of its type. Null if the type is gone. */
export type Kept<L> = L & { type: Pick<TypeLecon, 'label' | 'icon' | 'color'> | null };

/**
 * `at`: milliseconds since 1970 by the clock of this device. `lu`: the same time on the centre's
 * clock. `contact`: the centre's, if it was read. `pistes`: every arena; missing in data that a
 * previous version has stored.
 */
type Read<T> = {
  at: number;
  lu: Moment;
  lecons: T[];
  contact?: Contact | undefined;
  pistes?: readonly Piste[] | undefined;
  /** The closures of the planning; missing if they were not read. */
  fermetures?: readonly Fermeture[] | undefined;
};

export type Offline = {
  /** The person's own lessons from this week on. */
  miennes?: Read<Kept<BookedLecon & { id: string; annulee_at?: string | null | undefined }>>;
  /** For an administrator: the planning of `lu.jour` and of the next day. */
  planning?: Read<Kept<PlannedLecon>>;
};

type Owner = Pick<Personne, 'id' | 'role'>;
type Stored = Offline & { compte: string; role: string };

const isRecent = ({ at }: { at: number }): boolean =>
  Math.abs(Date.now() - at) < HORS_CONNEXION_HEURES * 3_600_000;

/**
 * The data stored for a person in their current role. Null if there is none. Data that is too old
 * or belongs to someone else is removed.
 */
export function readOffline(owner: Owner): Offline | null {
  try {
    const { compte, role, miennes, planning } = JSON.parse(
      localStorage.getItem(KEY) ?? '{}',
    ) as Partial<Stored>;
    const recent = {
      ...(miennes && isRecent(miennes) && { miennes }),
      ...(planning && isRecent(planning) && { planning }),
    };
    if (compte === owner.id && role === owner.role && (recent.miennes || recent.planning)) {
      if (recent.miennes !== miennes || recent.planning !== planning) store(owner, recent);
      return recent;
    }
  } catch {
    // Without storage, or if another program wrote the entry, nothing counts as stored.
  }
  forgetOffline();
  return null;
}

export const keepOffline = (owner: Owner, read: Offline): void =>
  store(owner, { ...readOffline(owner), ...read });

function store({ id, role }: Owner, offline: Offline): void {
  try {
    localStorage.setItem(KEY, JSON.stringify({ compte: id, role, ...offline } satisfies Stored));
  } catch {
    forgetOffline(); // storage is full: rather no data than outdated data
  }
}

export function forgetOffline(): void {
  try {
    localStorage.removeItem(KEY);
  } catch {
    // A browser that forbids storage holds nothing.
  }
}
