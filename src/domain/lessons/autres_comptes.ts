// chunk: app
/**
 * The accounts that have seats in a lesson besides the one that booked it, as administrators read
 * them (RIDE-19).
 */

/** `noms`: the account's names in the lesson; `remarques`: what it wrote when it joined. */
export type AutreCompte = {
  compte: string | null;
  telephone: string | null;
  remarques: string | null;
  noms: readonly string[];
};

/** A seat, with the name and the telephone of its account. */
export type NamedSeat = {
  user_id: string | null;
  remarques: string | null;
  compte: string | null;
  telephone?: string | null | undefined;
};

type SeatedLecon = {
  user_id?: string | null | undefined;
  noms_participants: readonly string[];
  /** The seats in the order of the names; left out if one account has them all. */
  participants?: readonly NamedSeat[] | undefined;
  /** The same accounts in the format of the week's answer (API-21). */
  autres?: readonly AutreCompte[] | undefined;
};

/**
 * The other accounts in the order of their first seats (RIDE-19). Seats without an account are left
 * out.
 */
export function autresComptes({
  user_id = null,
  noms_participants: noms,
  participants,
  autres = [],
}: SeatedLecon): readonly AutreCompte[] {
  if (!participants) return autres;
  const found = new Map<string, AutreCompte & { noms: string[] }>();
  for (const [n, seat] of participants.entries()) {
    if (seat.user_id === null || seat.user_id === user_id) continue;
    const { compte, telephone = null, remarques } = seat;
    const one = found.get(seat.user_id) ?? { compte, telephone, remarques: null, noms: [] };
    one.noms.push(noms[n] ?? '');
    found.set(seat.user_id, { ...one, remarques: one.remarques ?? remarques });
  }
  return [...found.values()];
}
