/** The way out to the SMTP server, and what it said. */
import { createTransport } from 'nodemailer';
import { RAISONS } from '#domain/courriels_echecs.ts';
import { type Echec, ENVOI_MS, isDefinitif } from '#domain/courriels_livraison.ts';

export type Adresse = { name: string; address: string };

export type Message = {
  messageId: string;
  to: Adresse;
  /** Where an answer goes; undefined: to the sender. */
  replyTo?: Adresse | undefined;
  subject: string;
  html: string;
  text: string;
  /** A calendar file, with the method its calendar acts on. */
  calendrier: { method: 'REQUEST' | 'CANCEL'; content: string } | null;
};

/** `definitif`: asking again would be answered the same. `erreur` is the server's word, one line, for administrators. */
export type Issue = { ok: true } | { ok: false; definitif: boolean; erreur: string };

/** `send` ends in `ENVOI_MS` at most, and at once when the signal aborts. */
export type Mailer = { send(message: Message, signal: AbortSignal): Promise<Issue>; close(): void };

/** A server that is slow to take a message is waited for a minute; one that is not there, ten seconds. */
const TIMEOUTS = { connectionTimeout: 10_000, dnsTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 60_000 };

/** One connection a message: a hand-over that hangs holds up no other. */
export function createMailer(smtpUrl: string, from: Adresse): Mailer {
  const transport = createTransport({ url: smtpUrl, ...TIMEOUTS, disableFileAccess: true, disableUrlAccess: true });
  return {
    async send({ calendrier, ...message }, signal) {
      const fin = AbortSignal.timeout(ENVOI_MS);
      try {
        await transport.sendMail({
          ...message,
          from,
          headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All', 'Content-Language': 'fr' },
          ...(calendrier && { icalEvent: { filename: 'lecon.ics', ...calendrier } }),
          signal: AbortSignal.any([signal, fin]),
        });
        return { ok: true };
      } catch (error) {
        return fin.aborted ? { ok: false, definitif: false, erreur: RAISONS.silence } : issueOf(error);
      }
    },
    close: () => transport.close(),
  };
}

function issueOf(error: unknown): Issue {
  const { code, responseCode = 0, command = '', response, message } = error as Partial<Record<'code' | 'command' | 'response' | 'message', string> & { responseCode: number }>;
  // Nothing was asked of the server: nodemailer itself found the address or the size impossible.
  const adresse_impossible = responseCode === 0 && (code === 'EENVELOPE' || code === 'EMESSAGE');
  const echec: Echec = { code: responseCode, commande: command, adresse_impossible };
  // oxlint-disable-next-line no-control-regex -- a server's words, on one line
  return { ok: false, definitif: isDefinitif(echec), erreur: (response ?? message ?? 'erreur inconnue').replace(/[\u0000-\u001F\u007F]+/g, ' ').slice(0, 300) };
}
