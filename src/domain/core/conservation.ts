/**
 * How long what concerns people is kept, in days: the server deletes by these numbers, and the
 * privacy page shows them (PEOPLE-36, ADR-021).
 */
export const CONSERVATION_JOURS = {
  /** A session after its last renewal (ACC-27). */
  session: 30,
  /** The network address that a session was opened from. */
  adresse_de_session: 30,
  /** A known browser after its last sign-in (ACC-53). */
  appareil: 400,
  /** An email after it was sent, given up or outdated (MAIL-12). */
  courriel: 90,
  /**
   * A deleted reservation, to be restored (DESK-30), and a participant whom the desk took out, to
   * be put back (DESK-33).
   */
  reservation_supprimee: 30,
  /** The address of an email about an erasure, at most (PEOPLE-32, LIM-14). */
  effacement: 7,
  /** An attempt that counts against a limit (ACC-34). */
  essai: 1,
  /** On a device: that an account was asked for there (ACC-19). */
  demande: 30,
  /** The cookie of the menu (LIM-22). */
  menu: 7,
  /** The cookie of the theme (LIM-92). */
  theme: 365,
} as const;

/** What a device keeps to be read without a network, in hours after it was read (UI-56). */
export const HORS_CONNEXION_HEURES = 48;

const DAY_SECONDS = 24 * 3600;

/** One of them in seconds. */
export const conservationSeconds = (what: keyof typeof CONSERVATION_JOURS): number =>
  CONSERVATION_JOURS[what] * DAY_SECONDS;

/** The instant before which it is deleted. */
export const keptSince = (what: keyof typeof CONSERVATION_JOURS, now: Date): Date =>
  new Date(now.getTime() - conservationSeconds(what) * 1000);
