/** Limits of attempts: how many, in how many seconds, and under which key they count (ACC-34 to ACC-37). */

export type Limite = { max: number; secondes: number };

/** Wrong passwords for one account, wherever they come from. */
export const ECHECS_PAR_COMPTE: Limite = { max: 10, secondes: 15 * 60 };
/** Wrong passwords and taken addresses from one network, whichever accounts they try. */
export const ECHECS_PAR_RESEAU: Limite = { max: 100, secondes: 15 * 60 };
/** Wrong passwords for one account from one network, once the limit of the account is reached: each network may still try once (ACC-35). */
export const ECHECS_ICI: Limite = { max: 1, secondes: 15 * 60 };
/** Sign-ins to one account from one network that open no session, right passwords included, since each computes a hash. */
export const ENTREES_PAR_RESEAU: Limite = { max: 60, secondes: 15 * 60 };
/** Accounts created from one network. */
export const INSCRIPTIONS_PAR_RESEAU: Limite = { max: 10, secondes: 3600 };
/** Sign-ups that are announced to administrators one by one; further ones share a digest (MAIL-04). */
export const ANNONCES_D_INSCRIPTION: Limite = { max: 5, secondes: 3600 };
/** Digests of sign-ups. */
export const ANNONCES_GROUPEES: Limite = { max: 1, secondes: 3600 };

/** Emails with a link (new password, confirmation) for one address. Beyond it nothing is sent, and only people who are signed in are told. */
export const LIENS_PAR_ADRESSE: Limite = { max: 3, secondes: 3600 };
/** The same, asked from one network for other people's addresses. Beyond it nothing is sent, and nobody is told. */
export const LIENS_PAR_RESEAU: Limite = { max: 100, secondes: 3600 };

/** Requests of one process that need a password hash at the same time: three that run and fifty that wait (ACC-37). */
export const HACHAGES_EN_COURS = 53;
/** How many of these one network may hold. */
export const HACHAGES_PAR_RESEAU = 20;
/** Sign-ins to one account that one process counts at the same time; more than the limit of the account, so that it alone decides. */
export const ESSAIS_EN_COURS = 12;
/** Requests for links that one process handles at the same time; each takes some milliseconds. */
export const LIENS_EN_COURS = 200;

/** The longest window, in seconds: older attempts count under no limit. */
export const OUBLI_SECONDES = 3600;

/** The start of a limit's window. */
export function debutOf({ secondes }: Limite, now: Date): Date {
  return new Date(now.getTime() - secondes * 1000);
}

/** A key under which attempts are counted, and its limit. */
export type Comptage = { cle: string; limite: Limite };

/** Seconds until one more attempt is allowed; null when it is allowed now. `plein`: the oldest of the `max` newest attempts, null where there are fewer. */
export function attenteOf({ secondes }: Limite, plein: Date | null, now: Date): number | null {
  return plein && Math.max(1, Math.ceil(secondes - (now.getTime() - plein.getTime()) / 1000));
}

/** Factors of the limit for the narrowest network and each wider one (ACC-36): a wider one holds more people. */
const LARGEURS = [1, 2, 4];

/** One count for each network of an address. */
export function parReseau(ip: string, { max, secondes }: Limite, cleOf: (reseau: string) => string): Comptage[] {
  return reseauxOf(ip).map((reseau, i) => ({ cle: cleOf(reseau), limite: { max: max * (LARGEURS[i] ?? 1), secondes } }));
}

/** The widest network of an address: its holder may use any address in it. */
export const reseauLargeOf = (ip: string): string => reseauxOf(ip).at(-1) ?? ip;

/**
 * The networks an address belongs to, the narrowest first: an IPv4 address itself; an IPv6 address by its first 64 bits
 * (one line), 56 and 48 (what one subscriber may be given).
 */
export function reseauxOf(ip: string): string[] {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip);
  if (mapped?.[1]) return [mapped[1]];
  if (!ip.includes(':')) return [ip];
  const [adresse = ''] = ip.toLowerCase().split('%'); // an interface's name may follow
  const [tete = '', queue = ''] = adresse.split('::', 2);
  const debut = tete === '' ? [] : tete.split(':');
  const fin = queue === '' ? [] : queue.split(':');
  const groupes = adresse.includes('::') ? [...debut, ...Array<string>(Math.max(0, 8 - debut.length - fin.length)).fill('0'), ...fin] : debut;
  const [a = 0, b = 0, c = 0, d = 0] = groupes.map((groupe) => Number.parseInt(groupe, 16));
  const ecrit = (...parts: number[]): string => parts.map((part) => part.toString(16)).join(':');
  return [`${ecrit(a, b, c, d)}::/64`, `${ecrit(a, b, c, d & 0xff00)}::/56`, `${ecrit(a, b, c)}::/48`];
}
