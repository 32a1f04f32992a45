/**
 * Visits the site by its public address, like a stranger, and reads what the instance there reports
 * about the visit (OPS-65).
 */
import { request as http } from 'node:http';
import { request as https } from 'node:https';
import type { TLSSocket } from 'node:tls';
import type { Echo, Visite } from '#domain/health/controles_site.ts';

/** The path at which an instance reports what it sees of a request. */
export const ECHO = '/api/health/echo';

/** An address that no machine has (RFC 5737), which a visit uses as a false origin. */
export const FORGED = '192.0.2.66';

const PATIENCE_MS = 5_000;
/** Far larger than an expected answer: another server may send any amount of data. */
const MAX_BYTES = 4_096;

/** Visits the site (OPS-65). Never throws; follows no redirection. */
export function visit(publicUrl: string, headers: Record<string, string> = {}): Promise<Visite> {
  const url = new URL(ECHO, publicUrl);
  return new Promise((resolve) => {
    const failed = ({ code, name }: NodeJS.ErrnoException): void =>
      resolve({ sorte: 'erreur', code: name === 'TimeoutError' ? 'ETIMEDOUT' : (code ?? name) });
    const sent = (url.protocol === 'https:' ? https : http)(
      url,
      { headers, agent: false, signal: AbortSignal.timeout(PATIENCE_MS) },
      (answer) => {
        const status = answer.statusCode ?? 0;
        const end =
          url.protocol === 'https:'
            ? (answer.socket as TLSSocket).getPeerCertificate().valid_to
            : null;
        let text = '';
        answer
          .setEncoding('utf8')
          .on('error', failed)
          .on('end', () => {
            const echo = status === 200 ? echoOf(text) : null;
            resolve(
              echo
                ? { sorte: 'echo', echo, certificat: end === null ? null : new Date(end) }
                : { sorte: 'autre', status },
            );
          })
          .on('data', (part: string) => {
            text += part;
            if (text.length <= MAX_BYTES) return;
            resolve({ sorte: 'autre', status });
            answer.destroy();
          });
      },
    );
    sent.on('error', failed).end();
  });
}

function echoOf(text: string): Echo | null {
  try {
    const said = JSON.parse(text) as Partial<Echo> | null;
    return typeof said?.instance === 'string' && typeof said.forwarded === 'boolean'
      ? (said as Echo)
      : null;
  } catch {
    return null;
  }
}
