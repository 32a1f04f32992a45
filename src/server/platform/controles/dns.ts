/** Reads the DNS records of a domain that sends emails (OPS-69). */
import { Resolver } from 'node:dns/promises';
import type { Domaine } from '#domain/health/controles_email.ts';

/** The time limit of the first attempt; the second one waits twice as long. */
const PATIENCE_MS = 1_500;

/** Answers of the DNS for a name or a kind of record that does not exist. */
const NONE = new Set(['ENOTFOUND', 'ENODATA']);

/**
 * Reads the records of a domain (OPS-69). Throws if the DNS does not answer. `servers`: the DNS
 * servers to ask; undefined: those of the machine.
 */
export async function readDomaine(nom: string, servers?: readonly string[]): Promise<Domaine> {
  const resolver = new Resolver({ timeout: PATIENCE_MS, tries: 2 });
  if (servers) resolver.setServers(servers);
  const found = async <T>(read: Promise<T[]>): Promise<T[]> => {
    try {
      return await read;
    } catch (error) {
      if (NONE.has((error as NodeJS.ErrnoException).code ?? '')) return [];
      throw error;
    }
  };
  const texts = async (name: string, begin: RegExp): Promise<string[]> =>
    (await found(resolver.resolveTxt(name)))
      .map((parts) => parts.join(''))
      .filter((text) => begin.test(text));
  const spf = await texts(nom, /^v=spf1(?: |$)/i);
  // A subdomain without a record of its own has that of a domain above it (RFC 7489).
  const labels = nom.split('.');
  let dmarc: string[] = [];
  for (let n = 0; n < labels.length - 1 && dmarc.length === 0; n += 1)
    dmarc = await texts(`_dmarc.${labels.slice(n).join('.')}`, /^v=DMARC1\b/i);
  const receives = (await found(resolver.resolveMx(nom))).some(({ exchange }) => exchange !== '');
  return { nom, spf, dmarc, receives };
}
