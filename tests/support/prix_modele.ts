/**
 * What each seat of a history costs, what is noted about it and whose it is, as the rules say it
 * (PRICE-03, PRICE-22, PRES-01, PRES-03, CLI-05, CLI-11). Nothing of the product is imported, so
 * that an error of the product is not repeated here.
 */

/** The prices of lesson types, in the order in which they were saved (PRICE-03, ADR-040). */
class Tarifs {
  #saved = new Map<string, Map<string, number>>();

  save(type: string, aujourdhui: string, centimes: number, suivant?: [string, number]): void {
    const own = this.#saved.get(type) ?? new Map<string, number>();
    const isFirst = ![...own.keys()].some((du) => du <= aujourdhui);
    if (this.at(type, aujourdhui) !== centimes)
      own.set(isFirst ? '2000-01-01' : aujourdhui, centimes);
    if (suivant) {
      this.end(type, aujourdhui);
      own.set(...suivant);
    }
    this.#saved.set(type, own);
  }

  /** The end of a type removes its prices to come; the others stay in force. */
  end(type: string, aujourdhui: string): void {
    const own = this.#saved.get(type);
    for (const du of own?.keys() ?? []) if (du > aujourdhui) own?.delete(du);
  }

  /** A type that is created again costs 0 from that day on, if it ever had a price. */
  again(type: string, aujourdhui: string): void {
    const own = this.#saved.get(type);
    if (own && own.size > 0) own.set(aujourdhui, 0);
  }

  at(type: string, jour: string): number {
    const own = [...(this.#saved.get(type) ?? [])].filter(([du]) => du <= jour);
    return own.toSorted(([a], [b]) => (a < b ? 1 : -1))[0]?.[1] ?? 0;
  }
}

export type Lesson = { id: string; type: string; jour: string };
/**
 * `facturee`: the presence, and whether it is billed; `hasRider`: whether it has the rider of its
 * customer whose name it has, or none if there is none (RIDE-24).
 */
export type Seat = {
  id: string;
  table: 'participants' | 'participants_supprimes' | 'participants_retires';
  lecon: string;
  centimes: number | null;
  facturee: string;
  user_id: string | null;
  hasRider: boolean;
};

export class Modele {
  readonly tarifs = new Tarifs();
  absencesBilled = true;
  #prices = new Map<string, number>();
  #noted = new Map<string, string>();
  #customers = new Map<string, string | null>();
  #payers = new Map<string, string>();
  #given = new Map<string, number>();
  #lessons = new Map<string, Lesson>();

  /** A single seat gets a price of its own, also if its lesson gets another type (PRICE-22). */
  give(place: string, centimes: number): void {
    this.#given.set(place, centimes);
  }

  /** The same note again changes nothing (PRES-03). */
  note(place: string, presence: string): void {
    const [noted] = (this.#noted.get(place) ?? 'presente true').split(' ');
    if (noted === presence) return;
    const isBilled = presence === 'presente' || (presence === 'absente' && this.absencesBilled);
    this.#noted.set(place, `${presence} ${isBilled}`);
  }

  pay(client: string, payeur: string): void {
    this.#payers.set(client, payeur);
  }

  /** The end of a customer: its seats have none, and each for whom it paid pays alone (CLI-05). */
  erase(client: string): void {
    this.#own(client, null);
    this.#payers.delete(client);
    for (const [paid, payeur] of this.#payers) if (payeur === client) this.#payers.delete(paid);
  }

  /**
   * All seats of a customer are those of another one; whoever pays for that one pays for those for
   * whom the first one paid (CLI-11).
   */
  merge(from: string, to: string): void {
    this.#own(from, to);
    this.#payers.delete(from);
    const others = this.#payers.get(to);
    const heir = others === undefined || others === from ? to : others;
    for (const [paid, payeur] of this.#payers) {
      if (payeur !== from) continue;
      if (paid === heir) this.#payers.delete(paid);
      else this.#payers.set(paid, heir);
    }
  }

  #own(client: string, now: string | null): void {
    for (const [place, owner] of this.#customers)
      if (owner === client) this.#customers.set(place, now);
  }

  /**
   * All seats as they must be after a step, from those that are stored. `makesSeats`: whether the
   * step may make new ones, which cost what their type costs on the day of their lesson; otherwise
   * a seat that was not there before is left out.
   */
  wanted(lessons: Lesson[], seats: Seat[], makesSeats: boolean): Seat[] {
    const before = this.#lessons;
    this.#lessons = new Map(lessons.map((one) => [one.id, one]));
    const wanted = seats
      .filter(({ id }) => makesSeats || this.#prices.has(id))
      .map((stored): Seat => {
        const { id, table, lecon, user_id } = stored;
        const { type, jour } = this.#lessons.get(lecon)!;
        const isNew = !this.#prices.has(id);
        // A seat that was taken out of its lesson does not follow it (ADR-040).
        const hasNewType = table !== 'participants_retires' && before.get(lecon)?.type !== type;
        if (isNew) this.#customers.set(id, user_id);
        if (isNew || hasNewType) this.#prices.set(id, this.tarifs.at(type, jour));
        const given = this.#given.get(id);
        if (given !== undefined) this.#prices.set(id, given);
        return {
          ...stored,
          table: isNew ? 'participants' : table,
          centimes: this.#prices.get(id)!,
          facturee: this.#noted.get(id) ?? 'presente true',
          user_id: this.#customers.get(id) ?? null,
          hasRider: true,
        };
      });
    this.#given.clear();
    return wanted;
  }

  /** Who pays for whom. */
  get payers(): [string, string][] {
    return [...this.#payers];
  }
}
