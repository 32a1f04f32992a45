/**
 * How long personal data is kept, in days. The server deletes by these numbers, and the privacy
 * page shows them (PEOPLE-36, ADR-021).
 */
export const CONSERVATION_JOURS = {
  /** A session, counted from its last renewal (ACC-27). */
  session: 30,
  /** The network address from which a session was opened. */
  adresse_de_session: 30,
  /** A known browser, counted from its last sign-in (ACC-53). */
  appareil: 400,
  /** An email, counted from when it was sent, given up or outdated (MAIL-12). */
  courriel: 90,
  /**
   * A deleted reservation, which can be restored until then (DESK-30), and a participant whom the
   * centre took out, who can be put back until then (DESK-33).
   */
  reservation_supprimee: 30,
  /** An import of customers, with what it replaced, so that it can be undone (IMP-10). */
  import: 30,
  /** The address in an email about an erasure, at most (PEOPLE-32, LIM-14). */
  effacement: 7,
  /** An attempt that counts against a limit (ACC-34). */
  essai: 1,
  /** On a device: the note that a sign-up was sent from it (ACC-19). */
  demande: 30,
  /** The cookie of the menu (LIM-22). */
  menu: 7,
  /** The cookie of the theme (LIM-92). */
  theme: 365,
} as const;

/**
 * How long a device keeps data for reading without a network, in hours after it was read (UI-56).
 */
export const HORS_CONNEXION_HEURES = 48;

const DAY_SECONDS = 24 * 3600;

/** One of these periods in seconds. */
export const conservationSeconds = (what: keyof typeof CONSERVATION_JOURS): number =>
  CONSERVATION_JOURS[what] * DAY_SECONDS;

/** The instant before which such data is deleted. */
export const keptSince = (what: keyof typeof CONSERVATION_JOURS, now: Date): Date =>
  new Date(now.getTime() - conservationSeconds(what) * 1000);
