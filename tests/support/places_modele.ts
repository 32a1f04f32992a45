/**
 * What each step does to lessons, seats and emails according to riders.md, in the test's own words.
 * Nothing of the product is imported, so that an error of the product is not repeated here.
 */
export const CENTRE = 'centre';
export const TYPES = {
  collective: { label: 'Leçon collective', minutes: 60, max: 6, open: true },
  saut: { label: 'Leçon de saut', minutes: 30, max: 3, open: false },
} as const;
export type Type = keyof typeof TYPES;
/**
 * Lessons per rider and day, if that is limited, and how long before it riders may cancel or change
 * their lesson.
 */
export const QUOTA = 1;
const DAY_MS = 24 * 3_600_000;

export type Start = { date_reservation: string; type_piste: string; heure_debut: string };
export type Statut = 'confirmee' | 'en_attente' | 'annulee';
/** `id`: null if the step has made the seat and the database has not yet assigned an id. */
export type Seat = { id: string | null; user_id: string | null; nom: string };
export type Lesson = Start & {
  id: string;
  heure_fin: string;
  type_lecon: Type;
  statut: Statut;
  user_id: string | null;
  nom_client: string;
  remarques: string | null;
  version: number;
  annulee_at: string | null;
  annulee_par: string | null;
  participants: Seat[];
  /** The remarks of the accounts that joined. */
  said: Record<string, string | null>;
};
type Facts = Start & {
  heure_fin: string;
  type: string;
  noms_participants: string[];
  remarques: string | null;
  en_attente: boolean;
};
export type Mail = {
  sorte: string;
  account: string;
  id: string;
  version: number;
  nom: string;
  lecon: Facts;
  avant: Facts | null;
  par: 'cavalier' | 'centre' | null;
  place: boolean;
  raison: string | null;
  /** Until when the rider may act without the centre, and when the email is due, as instants. */
  jusque: string | null;
  at: string;
  /** It leaves once the lesson has not changed for 30 seconds (MAIL-41). */
  attend: boolean;
};
/** Until when the email is due: the later of both beginnings (MAIL-02). */
const lastBegin = ({ lecon, avant }: Mail): number =>
  Math.max(beginOf(lecon), beginOf(avant ?? lecon));
/** The effect of a step: refused for one of `codes`, or the lesson `before` becomes `after`. */
export type Plan = {
  codes: string[];
  before: Lesson | null;
  after: Lesson | null;
  author?: string | undefined;
  raison?: string | null | undefined;
  taken?: (string | null)[];
};
export type Wish = { start: Start; noms: string[]; remarques: string | null };
export type Edit = Wish & {
  type: Type;
  statut: Statut;
  seats: (string | null)[] | null;
  raison: string | null;
};

/** In November, Brussels is one hour ahead of UTC. */
const instant = (jour: string, heure: string): number => Date.parse(`${jour}T${heure}:00+01:00`);
const beginOf = ({ date_reservation, heure_debut }: Start): number =>
  instant(date_reservation, heure_debut);
const endOf = ({
  date_reservation,
  heure_fin,
}: Pick<Lesson, 'date_reservation' | 'heure_fin'>): number => instant(date_reservation, heure_fin);
function later(heure: string, minutes: number): string {
  const end = Number(heure.slice(0, 2)) * 60 + Number(heure.slice(3)) + minutes;
  return `${Math.floor(end / 60)}:${String(end % 60).padStart(2, '0')}`;
}
const startOf = ({ date_reservation, type_piste, heure_debut }: Start): Start => ({
  date_reservation,
  type_piste,
  heure_debut,
});
const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);
const accountsOf = (lesson: Lesson | null): string[] => [
  ...new Set(lesson?.participants.flatMap(({ user_id }) => user_id ?? [])),
];
const newSeats = (noms: string[], user_id: string | null): Seat[] =>
  noms.map((nom) => ({ id: null, user_id, nom }));

/** The data of a lesson that an account and the centre may know (RIDE-02). Null without a seat. */
function factsFor(account: string, lesson: Lesson | null): Facts | null {
  const own =
    lesson?.participants.filter(({ user_id }) => account === CENTRE || user_id === account) ?? [];
  if (!lesson || own.length === 0) return null;
  return {
    ...startOf(lesson),
    heure_fin: lesson.heure_fin,
    type: TYPES[lesson.type_lecon].label,
    noms_participants: own.map(({ nom }) => nom),
    remarques:
      account === CENTRE || account === lesson.user_id
        ? lesson.remarques
        : (lesson.said[account] ?? null),
    en_attente: lesson.statut === 'en_attente',
  };
}

export class Model {
  lessons: Lesson[] = [];
  deleted: Lesson[] = [];
  /** By lesson: the accounts whose seats an administrator has removed and could restore. */
  private readonly takenOut = new Map<string, (string | null)[]>();
  mails: Mail[] = [];
  /** The reminders that are not due yet, and therefore not written (MAIL-06). */
  planned: Mail[] = [];
  now = 0;
  /** Whether the quota applies, the id of the administrator, and the name of an account. */
  readonly given: {
    isLimited: boolean;
    admin: string;
    nameOf: (account: string) => string;
    hasAccount: (client: string) => boolean;
  };

  constructor(given: Model['given']) {
    this.given = given;
  }

  /** BOOK-06: one active lesson at a time on an arena. */
  private taken(start: Start, heure_fin: string, except?: string): string[] {
    return this.lessons.some(
      (one) =>
        one.id !== except &&
        one.statut !== 'annulee' &&
        one.date_reservation === start.date_reservation &&
        one.type_piste === start.type_piste &&
        one.heure_debut < heure_fin &&
        start.heure_debut < one.heure_fin,
    )
      ? ['creneau_pris']
      : [];
  }

  /** SET-05, RIDE-10: a seat counts like a booking. */
  private overQuota(account: string, jour: string, except?: string): string[] {
    const that = this.lessons.filter(
      (one) =>
        one.id !== except &&
        one.statut !== 'annulee' &&
        one.date_reservation === jour &&
        factsFor(account, one),
    );
    return this.given.isLimited && that.length >= QUOTA ? ['limite_du_jour'] : [];
  }

  private begun(start: Start): boolean {
    return beginOf(start) <= this.now;
  }

  /**
   * `name`: the centre books for a customer without an account (BOOK-26); the quota does not apply to
   * it, and it gets no email.
   */
  book(
    account: string,
    type: Type,
    { start, noms, remarques }: Wish,
    nom_client: string,
    isName = false,
  ): Plan {
    const { minutes, max } = TYPES[type];
    const heure_fin = later(start.heure_debut, minutes);
    const codes = [
      ...(noms.length > max ? ['trop_de_personnes'] : []),
      ...(!isName && this.begun(start) ? ['heure_passee'] : []),
      ...this.taken(start, heure_fin),
      ...(isName ? [] : this.overQuota(account, start.date_reservation)),
    ];
    return {
      codes,
      before: null,
      after: {
        ...start,
        id: '',
        heure_fin,
        type_lecon: type,
        statut: 'confirmee',
        user_id: account,
        nom_client,
        remarques,
        version: -1,
        annulee_at: null,
        annulee_par: null,
        participants: newSeats(noms, account),
        said: {},
      },
    };
  }

  /**
   * RIDE-10: with the arena, start and type of a confirmed lesson of an open type that has places.
   */
  join(account: string, type: Type, { start, noms, remarques }: Wish): Plan {
    const before = this.lessons.find(
      (one) => one.statut !== 'annulee' && same(startOf(one), start),
    );
    if (!before) return { codes: ['lecon_disparue'], before: null, after: null };
    const places = TYPES[before.type_lecon].max - before.participants.length;
    const codes = [
      ...(!TYPES[before.type_lecon].open ||
      before.type_lecon !== type ||
      before.statut !== 'confirmee'
        ? ['lecon_fermee']
        : []),
      ...(factsFor(account, before) ? ['deja_participant'] : []),
      ...(this.begun(start) ? ['heure_passee'] : []),
      ...(places <= 0 ? ['lecon_complete'] : noms.length > places ? ['places_insuffisantes'] : []),
      ...this.overQuota(account, start.date_reservation),
    ];
    return {
      codes,
      before,
      author: account,
      after: {
        ...before,
        participants: [...before.participants, ...newSeats(noms, account)],
        said: { ...before.said, [account]: remarques },
      },
    };
  }

  /** RIDE-11: with a seat, in an active lesson that has not begun, until 24 hours before. */
  private late(account: string, lesson: Lesson | undefined): string[] {
    if (!lesson || !factsFor(account, lesson)) return ['reservation_introuvable'];
    return [
      ...(lesson.statut === 'annulee' ? ['lecon_deja_annulee'] : []),
      ...(this.begun(lesson) ? ['lecon_commencee'] : []),
      ...(this.now >= beginOf(lesson) - DAY_MS ? ['delai_passe'] : []),
    ];
  }

  /** RIDE-12: the last account that leaves cancels the lesson, which keeps its names. */
  leave(account: string, before: Lesson | undefined): Plan {
    const codes = this.late(account, before);
    if (!before || codes.length > 0) return { codes, before: null, after: null };
    const others = before.participants.filter(({ user_id }) => user_id !== account);
    const after =
      others.length === 0
        ? this.withStatut(before, 'annulee', account)
        : this.passed({ ...before, participants: others });
    return { codes, before, author: account, after };
  }

  /**
   * RIDE-13: nobody moves a lesson in which others have seats. The account's own seats keep their
   * positions, further ones are added at the end.
   */
  change(
    account: string,
    before: Lesson | undefined,
    { start, noms, remarques }: Wish,
    isStale: boolean,
  ): Plan {
    const late = this.late(account, before);
    if (!before || late.includes('reservation_introuvable'))
      return { codes: late, before: null, after: null };
    const own = before.participants.filter(({ user_id }) => user_id === account);
    const others = before.participants.length - own.length;
    const isMoved = !same(start, startOf(before));
    const heure_fin = later(start.heure_debut, (endOf(before) - beginOf(before)) / 60_000);
    const codes = [
      ...late,
      ...(isStale ? ['reservation_changee'] : []),
      ...(isMoved && others > 0 ? ['lecon_partagee'] : []),
      ...(noms.length > Math.max(TYPES[before.type_lecon].max, before.participants.length) - others
        ? ['trop_de_personnes']
        : []),
      ...(isMoved
        ? [
            ...(this.begun(start) ? ['heure_passee'] : []),
            ...this.taken(start, heure_fin, before.id),
            ...this.overQuota(account, start.date_reservation, before.id),
          ]
        : []),
    ];
    const mine = keptSeats(own, noms, false).map((seat, n) => ({
      id: seat?.id ?? null,
      user_id: account,
      nom: noms[n] ?? '',
    }));
    const places = own.map(({ id }) => id);
    const participants = [
      ...before.participants.flatMap((seat) =>
        places.includes(seat.id) ? (mine[places.indexOf(seat.id)] ?? []) : [seat],
      ),
      ...mine.slice(own.length),
    ];
    const isHolder = account === before.user_id;
    return {
      codes,
      before,
      author: account,
      after: {
        ...before,
        ...start,
        heure_fin,
        participants,
        ...(isHolder ? { remarques } : { said: { ...before.said, [account]: remarques } }),
      },
    };
  }

  /** RIDE-03 and DESK-14 to DESK-18. */
  edit(
    before: Lesson | undefined,
    { start, type, noms, seats: ids, statut, remarques }: Edit,
    isStale: boolean,
  ): Plan {
    if (!before) return { codes: ['reservation_introuvable'], before: null, after: null };
    const isSameType = type === before.type_lecon;
    const heure_fin = later(
      start.heure_debut,
      isSameType ? (endOf(before) - beginOf(before)) / 60_000 : TYPES[type].minutes,
    );
    const max = isSameType
      ? Math.max(TYPES[type].max, before.participants.length)
      : TYPES[type].max;
    const codes = [
      ...(isStale ? ['reservation_changee'] : []),
      ...(noms.length > max ? ['trop_de_personnes'] : []),
      ...(statut === 'annulee' ? [] : this.taken(start, heure_fin, before.id)),
    ];
    const isOnly = before.participants.every(({ user_id }) => user_id === before.user_id);
    const kept = ids
      ? ids.map((id) => before.participants.find((seat) => seat.id === id && id !== null) ?? null)
      : keptSeats(before.participants, noms, isOnly);
    const participants = noms.map((nom, n) => ({ id: null, user_id: null, ...kept[n], nom }));
    const after = this.passed({
      ...this.withStatut(before, statut, this.given.admin),
      ...start,
      heure_fin,
      type_lecon: type,
      participants,
    });
    const isPassed = after.user_id !== null && after.user_id !== before.user_id;
    const taken = before.participants
      .filter(({ id }) => !participants.some((seat) => seat.id === id))
      .map(({ user_id }) => user_id);
    return {
      codes,
      before,
      taken,
      after: {
        ...after,
        remarques: isPassed && remarques === before.remarques ? after.remarques : remarques,
      },
    };
  }

  remove = (before: Lesson | undefined): Plan => ({
    codes: before ? [] : ['reservation_introuvable'],
    before: before ?? null,
    after: null,
  });

  restore(lesson: Lesson | undefined): Plan {
    const codes = !lesson
      ? ['reservation_introuvable']
      : lesson.statut === 'annulee'
        ? []
        : this.taken(lesson, lesson.heure_fin);
    return { codes, before: null, after: lesson ?? null };
  }

  /** Who cancelled, and when (RIDE-12). */
  private withStatut(lesson: Lesson, statut: Statut, by: string): Lesson {
    const cancelled =
      statut !== 'annulee'
        ? { annulee_at: null, annulee_par: null }
        : lesson.statut === 'annulee'
          ? {}
          : { annulee_at: new Date(this.now).toISOString(), annulee_par: by };
    return { ...lesson, statut, ...cancelled };
  }

  /**
   * RIDE-01: if its account has no seat left, a lesson passes to the account of the earliest seat
   * that has one, with the remarks of that account.
   */
  private passed(lesson: Lesson): Lesson {
    const accounts = accountsOf(lesson);
    if (lesson.user_id === null || accounts.includes(lesson.user_id)) return lesson;
    const [next = null] = accounts;
    return next
      ? {
          ...lesson,
          user_id: next,
          nom_client: this.given.nameOf(next),
          remarques: lesson.said[next] ?? null,
        }
      : { ...lesson, user_id: null, remarques: null };
  }

  /**
   * Stores the result of a plan, and the emails (RIDE-04). `id`: the id of a new lesson. Stores
   * nothing if nothing differs.
   */
  store({ before, after: wished, author, raison, taken = [] }: Plan, id: string): void {
    if (wished && before && same(wished, before)) return;
    if (before) this.takenOut.set(before.id, [...(this.takenOut.get(before.id) ?? []), ...taken]);
    const version = ((before ?? wished)?.version ?? 0) + 1;
    const accounts = accountsOf(wished).filter((account) => account !== wished?.user_id);
    const after = wished && {
      ...wished,
      id: wished.id || id,
      version,
      said: Object.fromEntries(accounts.map((account) => [account, wished.said[account] ?? null])),
    };
    this.deleted = [
      ...this.deleted.filter((one) => one.id !== after?.id),
      ...(before && !after ? [{ ...before, version }] : []),
    ];
    this.lessons = [
      ...this.lessons.filter((one) => one.id !== (before ?? after)?.id),
      ...(after ? [after] : []),
    ];
    const quiet = this.now + 30_000;
    this.mails = this.mails.map((mail) =>
      mail.id === (before ?? after)?.id && mail.attend && lastBegin(mail) > quiet
        ? { ...mail, at: new Date(quiet).toISOString() }
        : mail,
    );
    for (const account of new Set([CENTRE, ...accountsOf(before), ...accountsOf(after)]))
      this.tell(account, { before, after, version, author, raison });
  }

  private tell(
    account: string,
    { before, after, version, author, raison }: Omit<Plan, 'codes'> & { version: number },
  ): void {
    if (account !== CENTRE && !this.given.hasAccount(account)) return; // CLI-03
    const [from, to] = [factsFor(account, before), factsFor(account, after)];
    const event = this.eventOf(
      before?.statut === 'annulee' ? null : from,
      after?.statut === 'annulee' ? null : to,
      from !== null,
    );
    const lesson = after ?? before;
    if (!event || !lesson) return;
    const { sorte, lecon } = event;
    if (account !== CENTRE)
      this.planned = this.planned.filter(
        (one) => !(one.account === account && one.id === lesson.id),
      );
    if (endOf(lecon) <= this.now) return; // nobody is notified of past lessons (MAIL-02)
    const isOff = sorte === 'reservation_annulee';
    const isCentre = account === CENTRE;
    const nom = isCentre
      ? (isOff ? (before ?? lesson) : lesson).nom_client
      : this.given.nameOf(account);
    // The centre's copy of a change or a cancellation names who did it (MAIL-05).
    const doer = author ? 'cavalier' : 'centre';
    const isSaid = isCentre ? sorte !== 'reservation_confirmee' : account === author;
    const par = isSaid ? doer : null;
    const mail = {
      account,
      id: lesson.id,
      version,
      nom,
      lecon,
      avant: null,
      par: null,
      place: false,
      raison: null,
      jusque: null,
      attend: false,
    };
    // A booking, and what would come too late, leave at once (MAIL-43).
    const known = Math.min(beginOf(lecon), beginOf(event.avant ?? lecon));
    const attend =
      !(before === null && version === 0) &&
      !(account === author && sorte === 'reservation_confirmee') &&
      known - this.now >= (isOff ? 2 * 3_600_000 : 30_000);
    const eve =
      beginOf(lecon) - DAY_MS > this.now && !isOff && !isCentre
        ? new Date(beginOf(lecon) - DAY_MS).toISOString()
        : null;
    this.mails.push({
      ...mail,
      sorte,
      avant: event.avant,
      par,
      place: !isCentre && to === null && after !== null && after.statut !== 'annulee',
      raison: isOff ? (raison ?? null) : null,
      jusque: eve,
      at: new Date(this.now + (attend ? 30_000 : 0)).toISOString(),
      attend,
    });
    if (eve) this.planned.push({ ...mail, sorte: 'rappel', at: eve }); // MAIL-06
  }

  /**
   * `from`, `to`: the lesson as long as it is not cancelled. A lesson that is moved into the past
   * is called off. A cancelled one that waits again is not confirmed.
   */
  private eventOf(
    from: Facts | null,
    to: Facts | null,
    wasKnown: boolean,
  ): Pick<Mail, 'sorte' | 'lecon' | 'avant'> | null {
    if (from && (!to || (endOf(to) <= this.now && endOf(from) > this.now)))
      return { sorte: 'reservation_annulee', lecon: from, avant: null };
    if (!to || same(from, to)) return null;
    return {
      sorte: from || (wasKnown && to.en_attente) ? 'reservation_modifiee' : 'reservation_confirmee',
      lecon: to,
      avant: from,
    };
  }

  /**
   * PEOPLE-31: the names remain, without account and remarks. A shared lesson passes on. The
   * account gets no email.
   */
  erase(account: string): void {
    const isSeen = (lesson: Lesson): boolean =>
      accountsOf(lesson).includes(account) &&
      (lesson.remarques !== null || lesson.user_id !== account || accountsOf(lesson).length > 1);
    const erased = (lesson: Lesson): Lesson => ({
      ...this.passed({
        ...lesson,
        participants: lesson.participants.map((seat) =>
          seat.user_id === account ? { ...seat, user_id: null } : seat,
        ),
      }),
      version: lesson.version + Number(isSeen(lesson)),
      annulee_par: lesson.annulee_par === account ? null : lesson.annulee_par,
    });
    // DESK-33: nobody restores a seat whose account is being erased.
    const isTaken = ({ id }: Lesson): boolean => this.takenOut.get(id)?.includes(account) === true;
    const decidedAgain = (lesson: Lesson): Lesson => ({
      ...lesson,
      version: lesson.version + Number(isTaken(lesson)),
    });
    [this.lessons, this.deleted] = [
      this.lessons.map((lesson) => decidedAgain(erased(lesson))),
      this.deleted.map(erased),
    ];
    for (const [id, accounts] of this.takenOut)
      this.takenOut.set(
        id,
        accounts.filter((one) => one !== account),
      );
    this.mails = this.mails.filter((mail) => mail.account !== account);
    this.planned = this.planned.filter((mail) => mail.account !== account);
  }

  /** The planned reminders, with the version that their lesson has now. */
  get reminders(): Mail[] {
    const versions = new Map(this.lessons.map(({ id, version }) => [id, version]));
    return this.planned.map((mail) => ({ ...mail, version: versions.get(mail.id) ?? -1 }));
  }

  /** MAIL-06: the reminders that are due by now are written, unless their lesson has begun. */
  pass(now: number): void {
    this.now = now;
    const isDue = ({ at }: Mail): boolean => Date.parse(at) <= now;
    this.mails.push(...this.reminders.filter((mail) => isDue(mail) && beginOf(mail.lecon) > now));
    this.planned = this.planned.filter((mail) => !isDue(mail));
  }
}

/**
 * RIDE-03: an unchanged name keeps its seat. A changed one keeps that of its position, if there are
 * as many names as before, and those in order if one account has all seats and every name changes.
 */
function keptSeats(seats: Seat[], noms: string[], isOnly: boolean): (Seat | null)[] {
  const kept: (Seat | null)[] = noms.map((nom, n) => (seats[n]?.nom === nom ? seats[n] : null));
  const free = (fits: (seat: Seat) => boolean): Seat | null =>
    seats.find((seat) => fits(seat) && !kept.includes(seat)) ?? null;
  for (const [n, nom] of noms.entries()) kept[n] ??= free((seat) => seat.nom === nom);
  if (noms.length === seats.length)
    for (const n of noms.keys()) kept[n] ??= free((seat) => seat === seats[n]);
  if (isOnly && !kept.some(Boolean)) for (const n of noms.keys()) kept[n] ??= free(() => true);
  return kept;
}
