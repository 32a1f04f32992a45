/**
 * A real SMTP server on a free port that behaves as a test says, and keeps what it took, parsed
 * back.
 */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { type ParsedMail, simpleParser } from 'mailparser';
import { SMTPServer } from 'smtp-server';

/** One hand-over: what to answer the sender, the recipient and the message, and after how long. */
type Behaviour = { delaiMs?: number; expediteur?: number; destinataire?: number; message?: number };

export type SmtpServer = {
  url: string;
  /** What was taken, in order. */
  recus: ParsedMail[];
  /** Hand-overs that were begun, taken or not. */
  essais: number;
  /** How the next hand-overs go, one after the other; then all is taken. */
  conduites: Behaviour[];
  /** How every hand-over goes, after those. */
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
            if (message === undefined && behaviours.has(session.id)) state.recus.push(mail); // who has left meanwhile has not handed it over
            callback(message === undefined ? null : refusal(message));
          }, delaiMs),
        callback,
      );
    },
    onClose: ({ id }) => {
      behaviours.delete(id);
    },
  });
  server.on('error', () => {}); // a client that leaves in the middle
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
