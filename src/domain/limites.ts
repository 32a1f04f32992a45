/** Decision 13: how many attempts are borne, in how long, and by whom they are counted. */

export type Limite = { max: number; secondes: number };

/** Wrong passwords for one account, wherever they come from. */
export const ECHECS_PAR_COMPTE: Limite = { max: 10, secondes: 15 * 60 };
/** Wrong passwords and taken addresses from one network, whichever accounts they try. */
export const ECHECS_PAR_RESEAU: Limite = { max: 100, secondes: 15 * 60 };
/** Wrong passwords for one account from one network, once the account has had its share: a stranger learns one wrong guess. */
export const ECHECS_ICI: Limite = { max: 1, secondes: 15 * 60 };
/** Sign-ins to one account from one network that open no session, right passwords included: each costs a hash. */
export const ENTREES_PAR_RESEAU: Limite = { max: 60, secondes: 15 * 60 };
/** Accounts created from one network. */
export const INSCRIPTIONS_PAR_RESEAU: Limite = { max: 10, secondes: 3600 };
/** Sign-ups that administrators hear of one by one, whichever networks they come from; beyond, one email gathers them. */
export const ANNONCES_D_INSCRIPTION: Limite = { max: 5, secondes: 3600 };
/** Emails that gather sign-ups. */
export const ANNONCES_GROUPEES: Limite = { max: 1, secondes: 3600 };

/** Emails with a link asked for one address: a new password, a confirmation. What is beyond is not sent, and only who is signed in is told. */
export const LIENS_PAR_ADRESSE: Limite = { max: 3, secondes: 3600 };
/** The same asked from one network for addresses that are not one's own; beyond, nobody is told. */
export const LIENS_PAR_RESEAU: Limite = { max: 100, secondes: 3600 };

/** Requests that need a password hash and are in one process at the same time: those being hashed and fifty that wait. */
export const HACHAGES_EN_COURS = 53;
/** Of these, those of one network, so that one cannot take all the places. */
export const HACHAGES_PAR_RESEAU = 20;
/** Sign-ins to one account that are being counted in one process at the same time: more than are borne before it waits. */
export const ESSAIS_EN_COURS = 12;
/** Links that are being asked for in one process at the same time: each takes some milliseconds. */
export const LIENS_EN_COURS = 200;

/** The longest window: what is older counts nowhere. */
export const OUBLI_SECONDES = 3600;

/** When attempts of a limit's window began to count. */
export function debutOf({ secondes }: Limite, now: Date): Date {
  return new Date(now.getTime() - secondes * 1000);
}

/** Attempts counted under one key, and how many of them are borne. */
export type Comptage = { cle: string; limite: Limite };

/** Seconds until one more attempt is borne, given the one that fills the window: of its `max` newest the oldest; null when it is borne now. */
export function attenteOf({ secondes }: Limite, plein: Date | null, now: Date): number | null {
  return plein && Math.max(1, Math.ceil(secondes - (now.getTime() - plein.getTime()) / 1000));
}

/** How much more than the narrowest network each wider one bears: it holds more people, and more addresses of one person. */
const LARGEURS = [1, 2, 4];

/** One count for each network of an address. */
export function parReseau(ip: string, { max, secondes }: Limite, cleOf: (reseau: string) => string): Comptage[] {
  return reseauxOf(ip).map((reseau, i) => ({ cle: cleOf(reseau), limite: { max: max * (LARGEURS[i] ?? 1), secondes } }));
}

/** The widest network of an address: whoever holds it may choose any address in it. */
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
