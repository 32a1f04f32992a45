/** Decision 13: how many attempts are borne, in how long, and by whom they are counted. */

export type Limite = { max: number; secondes: number };

/** Wrong passwords for one account, wherever they come from. */
export const ECHECS_PAR_COMPTE: Limite = { max: 10, secondes: 15 * 60 };
/** Wrong passwords and taken addresses from one network, whichever accounts they try. */
export const ECHECS_PAR_RESEAU: Limite = { max: 100, secondes: 15 * 60 };
/** Sign-ins to one account from one network that open no session, right passwords included: each costs a hash. */
export const ENTREES_PAR_RESEAU: Limite = { max: 60, secondes: 15 * 60 };
/** Accounts created from one network. */
export const INSCRIPTIONS_PAR_RESEAU: Limite = { max: 10, secondes: 3600 };
/** Sign-ups of one network whose password is being hashed; one whose process died is forgotten after a minute. */
export const INSCRIPTIONS_EN_COURS: Limite = { max: 20, secondes: 60 };

/** Emails with a link asked for one address: a new password, a confirmation. What is beyond is not sent, and only who is signed in is told. */
export const LIENS_PAR_ADRESSE: Limite = { max: 3, secondes: 3600 };
/** The same asked from one network for addresses that are not one's own; beyond, nobody is told. */
export const LIENS_PAR_RESEAU: Limite = { max: 100, secondes: 3600 };

/** The longest window: what is older counts nowhere. */
export const OUBLI_SECONDES = 3600;

/** When attempts of a limit's window began to count. */
export function debutOf({ secondes }: Limite, now: Date): Date {
  return new Date(now.getTime() - secondes * 1000);
}

/** Seconds until one more attempt is borne, given those of the window, oldest first; null when it is borne now. */
export function attenteOf(limite: Limite, recents: readonly Date[], now: Date): number | null {
  const premier = recents[recents.length - limite.max];
  if (premier === undefined) return null;
  return Math.max(1, Math.ceil(limite.secondes - (now.getTime() - premier.getTime()) / 1000));
}

/** The network an address belongs to: an IPv4 address itself, an IPv6 address by its first 64 bits. */
export function reseauOf(ip: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip);
  if (mapped?.[1]) return mapped[1];
  if (!ip.includes(':')) return ip;
  const [adresse = ''] = ip.toLowerCase().split('%'); // an interface's name may follow
  const [tete = '', queue = ''] = adresse.split('::', 2);
  const debut = tete === '' ? [] : tete.split(':');
  const fin = queue === '' ? [] : queue.split(':');
  const groupes = adresse.includes('::') ? [...debut, ...Array<string>(Math.max(0, 8 - debut.length - fin.length)).fill('0'), ...fin] : debut;
  return `${groupes.slice(0, 4).map((groupe) => groupe.replace(/^0+(?=.)/, '')).join(':')}::/64`;
}
