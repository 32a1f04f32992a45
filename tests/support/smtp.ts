/**
 * A real SMTP server on a free port whose behaviour a test sets. It keeps the messages that it
 * accepted, parsed.
 */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { type ParsedMail, simpleParser } from 'mailparser';
import { SMTPServer } from 'smtp-server';

/** One delivery: the answers to the sender, the recipient and the message, and their delay. */
type Behaviour = { delaiMs?: number; expediteur?: number; destinataire?: number; message?: number };

export type SmtpServer = {
  url: string;
  /** The accepted messages, in order. */
  recus: ParsedMail[];
  /** Deliveries that were started, accepted or not. */
  essais: number;
  /** The behaviour of the next deliveries, one after the other; afterwards all are accepted. */
  conduites: Behaviour[];
  /** The behaviour of every delivery after those. */
  toujours: Behaviour;
  stop(): Promise<void>;
};

const refusal = (code: number) =>
  Object.assign(new Error(`refus d'essai ${code}`), { responseCode: code });

export async function startSmtp(): Promise<SmtpServer> {
  const state: Pick<SmtpServer, 'recus' | 'essais' | 'conduites' | 'toujours'> = {
    recus: [],
    essais: 0,
    conduites: [],
    toujours: {},
  };
  const behaviours = new Map<string, Behaviour>();
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    logger: false,
    disableReverseLookup: true,
    onMailFrom({}, session, callback) {
      state.essais += 1;
      const behaviour = state.conduites.shift() ?? state.toujours;
      behaviours.set(session.id, behaviour);
      callback(behaviour.expediteur === undefined ? null : refusal(behaviour.expediteur));
    },
    onRcptTo(_, session, callback) {
      const { destinataire: recipient } = behaviours.get(session.id) ?? {};
      callback(recipient === undefined ? null : refusal(recipient));
    },
    onData(stream, session, callback) {
      const { message, delaiMs = 0 } = behaviours.get(session.id) ?? {};
      void simpleParser(stream).then(
        (mail) =>
          setTimeout(() => {
            // a client that has disconnected meanwhile has not delivered it
            if (message === undefined && behaviours.has(session.id)) state.recus.push(mail);
            callback(message === undefined ? null : refusal(message));
          }, delaiMs),
        callback,
      );
    },
    onClose: ({ id }) => {
      behaviours.delete(id);
    },
  });
  server.on('error', () => {}); // a client that disconnects in the middle
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;
  return Object.assign(state, {
    url: `smtp://127.0.0.1:${port}`,
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
      }),
  });
}
