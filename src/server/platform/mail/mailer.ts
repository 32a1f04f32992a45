/** Sends emails by SMTP and classifies the answer of the server. */
import type { Transporter } from 'nodemailer';
import { OWN_CAUSES } from '#domain/emails/failures.ts';
import { type DeliveryFailure, ATTEMPT_MS, isFinal } from '#domain/emails/delivery.ts';

/** A name and an email address. */
export type Mailbox = { name: string; address: string };

/**
 * `requireTls`: nothing is sent if the server offers no encryption (MAIL-20). An address with
 * `smtps:` is always encrypted.
 */
export type SmtpServer = { url: string; requireTls: boolean };

export type Message = {
  messageId: string;
  to: Mailbox;
  /** The address for replies; undefined: the sender. */
  replyTo?: Mailbox | undefined;
  subject: string;
  html: string;
  text: string;
  /**
   * The address with which a mail program switches off emails of this kind (RFC 8058); null if it
   * cannot.
   */
  desabonnement: string | null;
  /** A calendar file and its iTIP method. */
  calendrier: { method: 'REQUEST' | 'CANCEL' | 'PUBLISH'; content: string } | null;
};

/**
 * `final`: another attempt would get the same answer. `error`: the server's answer on one line, for
 * administrators.
 */
export type DeliveryResult = { ok: true } | { ok: false; final: boolean; error: string };

/** `send` ends within `ATTEMPT_MS`, or at once if the signal aborts. */
export type Mailer = {
  send(message: Message, signal: AbortSignal): Promise<DeliveryResult>;
  /** Host and port. */
  serveur: string;
  /**
   * Connects, encrypts and signs in, but sends nothing; null if all of it succeeded, otherwise the
   * error on one line (OPS-67).
   */
  greet(): Promise<string | null>;
  close(): void;
};

/**
 * In milliseconds: a minute for a server that is slow to accept a message, ten seconds for a server
 * that cannot be reached.
 */
const TIMEOUTS = {
  connectionTimeout: 10_000,
  dnsTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 60_000,
};

/** Shorter time limits for `greet`, for whose answer a person waits. */
const SHORT_TIMEOUTS = {
  connectionTimeout: 5_000,
  dnsTimeout: 5_000,
  greetingTimeout: 5_000,
  socketTimeout: 5_000,
};

/**
 * Opens one connection per message, so that a delivery that hangs does not delay the others.
 * nodemailer is loaded with the first message.
 */
export function createMailer({ url, requireTls }: SmtpServer, from: Mailbox): Mailer {
  let transport: Transporter | undefined;
  const create = async (timeouts: typeof TIMEOUTS): Promise<Transporter> => {
    const { createTransport } = await import('nodemailer');
    return createTransport({
      url: withoutTrace(url),
      ...timeouts,
      requireTLS: requireTls,
      disableFileAccess: true,
      disableUrlAccess: true,
    });
  };
  const open = async (): Promise<Transporter> => (transport ??= await create(TIMEOUTS));
  return {
    serveur: new URL(url).host,
    async greet() {
      const own = await create(SHORT_TIMEOUTS);
      try {
        await own.verify();
        return null;
      } catch (error) {
        return resultOf(error).error;
      } finally {
        own.close();
      }
    },
    async send({ calendrier, desabonnement, ...message }, signal) {
      const timeout = AbortSignal.timeout(ATTEMPT_MS);
      try {
        await (
          await open()
        ).sendMail({
          ...message,
          from,
          headers: {
            'Auto-Submitted': 'auto-generated',
            'X-Auto-Response-Suppress': 'All',
            'Content-Language': 'fr',
            ...(desabonnement !== null && {
              'List-Unsubscribe': `<${desabonnement}>`,
              'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
            }),
          },
          ...(calendrier && { icalEvent: { filename: 'lecon.ics', ...calendrier } }),
          signal: AbortSignal.any([signal, timeout]),
        });
        return { ok: true };
      } catch (error) {
        return timeout.aborted
          ? { ok: false, final: false, error: OWN_CAUSES.silence }
          : resultOf(error);
      }
    },
    close: () => transport?.close(),
  };
}

/**
 * The address without the options with which nodemailer prints every conversation, including
 * addresses and links.
 */
function withoutTrace(url: string): string {
  const address = new URL(url);
  for (const name of ['logger', 'debug', 'transactionLog']) address.searchParams.delete(name);
  return address.href;
}

function resultOf(error: unknown): Extract<DeliveryResult, { ok: false }> {
  const {
    code,
    responseCode = 0,
    command = '',
    response,
    message,
  } = error as Partial<
    Record<'code' | 'command' | 'response' | 'message', string> & { responseCode: number }
  >;
  // The server has no encryption, although it was required. The email stays in the queue, because
  // either side can be corrected.
  if (code === 'ETLS' && command === 'STARTTLS' && response)
    return { ok: false, final: false, error: OWN_CAUSES.sans_tls };
  // The server was not asked: nodemailer itself refused the address or the message.
  const impossibleAddress = responseCode === 0 && (code === 'EENVELOPE' || code === 'EMESSAGE');
  const echec: DeliveryFailure = { code: responseCode, command, impossibleAddress };
  return {
    ok: false,
    final: isFinal(echec),
    error: (response ?? message ?? 'erreur inconnue')
      // oxlint-disable-next-line no-control-regex -- the server's answer on one line
      .replace(/[\u0000-\u001F\u007F]+/g, ' ')
      .slice(0, 300),
  };
}
