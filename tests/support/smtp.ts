/** A real SMTP server on a free port that behaves as a test says, and keeps what it took, parsed back. */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { type ParsedMail, simpleParser } from 'mailparser';
import { SMTPServer } from 'smtp-server';

/** One hand-over: what to answer the sender, the recipient and the message, and after how long. */
type Conduite = { delaiMs?: number; expediteur?: number; destinataire?: number; message?: number };

export type SmtpServer = {
  url: string;
  /** What was taken, in order. */
  recus: ParsedMail[];
  /** Hand-overs that were begun, taken or not. */
  essais: number;
  /** How the next hand-overs go, one after the other; then all is taken. */
  conduites: Conduite[];
  /** How every hand-over goes, after those. */
  toujours: Conduite;
  stop(): Promise<void>;
};

const refusal = (code: number) => Object.assign(new Error(`refus d'essai ${code}`), { responseCode: code });

export async function startSmtp(): Promise<SmtpServer> {
  const state: Pick<SmtpServer, 'recus' | 'essais' | 'conduites' | 'toujours'> = { recus: [], essais: 0, conduites: [], toujours: {} };
  const conduites = new Map<string, Conduite>();
  const server = new SMTPServer({
    authOptional: true, disabledCommands: ['AUTH', 'STARTTLS'], logger: false,
    onMailFrom({ }, session, callback) {
      state.essais += 1;
      const conduite = state.conduites.shift() ?? state.toujours;
      conduites.set(session.id, conduite);
      callback(conduite.expediteur === undefined ? null : refusal(conduite.expediteur));
    },
    onRcptTo(_, session, callback) {
      const { destinataire } = conduites.get(session.id) ?? {};
      callback(destinataire === undefined ? null : refusal(destinataire));
    },
    onData(stream, session, callback) {
      const { message, delaiMs = 0 } = conduites.get(session.id) ?? {};
      void simpleParser(stream).then((mail) => setTimeout(() => {
        if (message === undefined && conduites.has(session.id)) state.recus.push(mail); // who has left meanwhile has not handed it over
        callback(message === undefined ? null : refusal(message));
      }, delaiMs), callback);
    },
    onClose: ({ id }) => { conduites.delete(id); },
  });
  server.on('error', () => {}); // a client that leaves in the middle
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;
  return Object.assign(state, {
    url: `smtp://127.0.0.1:${port}`,
    stop: () => new Promise<void>((resolve) => { server.close(() => resolve()); }),
  });
}
