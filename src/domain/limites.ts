/** Decision 13: how many failed sign-ins are borne, and by whom they are counted. */

export const FENETRE_SECONDES = 15 * 60;
export const ECHECS_PAR_COMPTE = 10;
export const ECHECS_PAR_RESEAU = 100;

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
