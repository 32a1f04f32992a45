/** The way out to the SMTP server, and what it said. */
import { createTransport } from 'nodemailer';

export type Adresse = { name: string; address: string };

export type Message = {
  messageId: string;
  to: Adresse;
  subject: string;
  html: string;
  text: string;
  /** A calendar file, with the method its calendar acts on. */
  calendrier: { method: 'REQUEST' | 'CANCEL'; content: string } | null;
};

/** `definitif`: asking again would be answered the same. `erreur` is the server's word, one line, for administrators. */
export type Issue = { ok: true } | { ok: false; definitif: boolean; erreur: string };

export type Mailer = { send(message: Message): Promise<Issue>; close(): void };

/** A server that is slow to take a message is waited for a minute; one that is not there, ten seconds. */
const TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 60_000 };

/** How long `send` may take at most, with some room: nobody else may take the message up before. */
export const SEND_MS = 180_000;

export function createMailer(smtpUrl: string, from: Adresse): Mailer {
  const transport = createTransport({ url: smtpUrl, ...TIMEOUTS, disableFileAccess: true, disableUrlAccess: true });
  return {
    async send({ calendrier, ...message }) {
      try {
        await transport.sendMail({
          ...message,
          from,
          headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All', 'Content-Language': 'fr' },
          ...(calendrier && { icalEvent: { filename: 'lecon.ics', ...calendrier } }),
        });
        return { ok: true };
      } catch (error) {
        return issueOf(error);
      }
    },
    close: () => transport.close(),
  };
}

/** A refusal of the recipient or the message is final; trouble with the connection or the sign-in passes, or is mended. */
function issueOf(error: unknown): Issue {
  const { code = '', responseCode = 0, response, message } = error as Partial<{ code: string; responseCode: number; response: string; message: string }>;
  const definitif = responseCode >= 500 && ['EENVELOPE', 'EMESSAGE'].includes(code);
  // oxlint-disable-next-line no-control-regex -- a server's words, on one line
  return { ok: false, definitif, erreur: (response ?? message ?? 'erreur inconnue').replace(/[\u0000-\u001F]+/g, ' ').slice(0, 300) };
}
