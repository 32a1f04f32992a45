/** Each call of the contract and the action behind it. */
import { sql } from 'drizzle-orm';
import * as disponibilites from './actions/disponibilites.ts';
import * as parametres from './actions/parametres.ts';
import * as reservations from './actions/reservations.ts';
import * as session from './actions/session.ts';
import * as typesLecons from './actions/types_lecons.ts';
import * as users from './actions/users.ts';
import { streamChanges } from './http/live.ts';
import { os } from './http/mount.ts';

export const router = os.router({
  health: os.health.handler(async ({ context: { ctx } }) => {
    await ctx.db.execute(sql`select 1`);
    return { status: 'ok' as const, version: ctx.version, database: ctx.databaseLabel };
  }),
  session: {
    get: os.session.get.handler(({ context: { ctx } }) => ({ user: ctx.personne })),
    signIn: os.session.signIn.handler(async ({ context: { ctx, reply }, input }) => {
      const { cookie, ...answer } = await session.signIn(ctx, input);
      reply.header('set-cookie', cookie);
      return answer;
    }),
    signOut: os.session.signOut.handler(async ({ context: { ctx, reply } }) => {
      const answer = await session.signOut(ctx);
      reply.header('set-cookie', ctx.auth.sessionCookie(null));
      return answer;
    }),
  },
  users: {
    signUp: os.users.signUp.handler(({ context: { ctx }, input }) => users.signUp(ctx, input)),
    canInstall: os.users.canInstall.handler(({ context: { ctx }, input }) => users.canInstall(ctx, input)),
    install: os.users.install.handler(({ context: { ctx }, input }) => users.install(ctx, input)),
  },
  parametres: {
    centre: os.parametres.centre.handler(({ context: { ctx } }) => parametres.centre(ctx)),
  },
  typesLecons: {
    list: os.typesLecons.list.handler(({ context: { ctx } }) => typesLecons.list(ctx)),
  },
  disponibilites: {
    list: os.disponibilites.list.handler(({ context: { ctx }, input }) => disponibilites.list(ctx, input)),
  },
  reservations: {
    list: os.reservations.list.handler(({ context: { ctx }, input }) => reservations.list(ctx, input)),
    get: os.reservations.get.handler(({ context: { ctx }, input }) => reservations.get(ctx, input)),
    create: os.reservations.create.handler(({ context: { ctx }, input }) => reservations.create(ctx, input)),
  },
  live: os.live.handler(({ context: { ctx }, signal }) => streamChanges(ctx, signal)),
});
