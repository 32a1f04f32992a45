/** Better Auth on our own tables, reduced to what the product uses. */
import { betterAuth } from 'better-auth';
import { drizzleAdapter } from 'better-auth/adapters/drizzle';
import { randomUUID } from 'node:crypto';
import { type AuthOptions, hashPassword, SESSION_SECONDS, type SignIn, verifyPassword } from './auth.ts';
import { accounts, sessions, users, verifications } from './schema.ts';

/** The header in which the server passes the client's address to Better Auth. */
const IP_HEADER = 'x-manege-client';

export type BetterAuth = { signIn(demande: SignIn): Promise<{ token: string; userId: string }> };

export function openBetterAuth({ db, secret, publicUrl, confirmEmails, onSession }: AuthOptions): BetterAuth {
  const auth = betterAuth({
    baseURL: publicUrl,
    basePath: '/api/auth',
    secret,
    telemetry: { enabled: false },
    logger: { disabled: true },
    database: drizzleAdapter(db, { provider: 'pg', schema: { users, sessions, accounts, verifications } }),
    user: {
      modelName: 'users',
      additionalFields: {
        prenom: { type: 'string', required: false },
        nom: { type: 'string', required: false },
        telephone: { type: 'string', required: false },
        adresse: { type: 'string', required: false },
      },
    },
    session: { modelName: 'sessions', expiresIn: SESSION_SECONDS, cookieCache: { enabled: false } },
    account: { modelName: 'accounts' },
    verification: { modelName: 'verifications', storeIdentifier: 'hashed' },
    emailAndPassword: {
      enabled: true,
      autoSignIn: false,
      requireEmailVerification: confirmEmails,
      minPasswordLength: 6,
      maxPasswordLength: 128,
      password: {
        hash: hashPassword,
        verify: ({ hash: stored, password }) => verifyPassword(stored, password),
      },
    },
    rateLimit: { enabled: false }, // failures are counted in the database, for all instances (ACC-34)
    advanced: {
      cookiePrefix: 'manege',
      useSecureCookies: publicUrl.startsWith('https:'),
      database: { generateId: () => randomUUID() },
      ipAddress: { ipAddressHeaders: [IP_HEADER] },
    },
    databaseHooks: { session: { create: { before: async (session) => onSession(session.userId) } } },
  });
  return {
    async signIn({ email, password, ip, userAgent }) {
      const headers = new Headers({ [IP_HEADER]: ip, 'user-agent': userAgent });
      const { token, user } = await auth.api.signInEmail({ body: { email, password }, headers });
      return { token, userId: user.id };
    },
  };
}
