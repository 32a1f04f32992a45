/** Each call of the contract and the action behind it. */
import * as courriels from './actions/courriels.ts';
import * as disponibilites from './actions/disponibilites.ts';
import * as horloge from './actions/horloge.ts';
import * as inscriptions from './actions/inscriptions.ts';
import * as liens from './actions/liens.ts';
import * as parametres from './actions/parametres.ts';
import * as photos from './actions/photos.ts';
import * as prix from './actions/prix.ts';
import * as profil from './actions/profil.ts';
import * as reservations from './actions/reservations.ts';
import * as sante from './actions/sante.ts';
import * as session from './actions/session.ts';
import * as statistiques from './actions/statistiques.ts';
import * as typesLecons from './actions/types_lecons.ts';
import * as users from './actions/users.ts';
import type { Router } from '@orpc/server';
import type { api } from '#contract/api.ts';
import { isDeleted } from './http/caller.ts';
import { streamChanges } from './http/live.ts';
import { type HttpContext, os } from './http/mount.ts';
import type { Ctx } from './platform/services.ts';

type Call<I> = { context: { ctx: Ctx }; input: I };

/** A call that is its action and nothing else. */
const to = <I, O>(action: (ctx: Ctx, input: I) => O) => ({ context: { ctx }, input }: Call<I>): O => action(ctx, input);

/** The same for an action that returns nothing; `answer` is the fixed answer of the call. */
const done = <I, A>(answer: A, action: (ctx: Ctx, input: I) => Promise<void>) => async ({ context: { ctx }, input }: Call<I>): Promise<A> => {
  await action(ctx, input);
  return answer;
};

const STATUS = { status: true } as const;
const SUCCESS = { success: true } as const;

export const router: Router<typeof api, HttpContext> = os.router({
  health: os.health.handler(to(sante.check)),
  session: {
    get: os.session.get.handler(async ({ context: { ctx, request, services } }) => {
      if (ctx.personne || !await isDeleted(services, request)) return { user: ctx.personne };
      return { user: null, fin: 'compte_supprime' as const };
    }),
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
    requestPasswordReset: os.session.requestPasswordReset.handler(async ({ context: { ctx }, input: { email, redirectTo } }) => {
      await liens.requestPasswordReset(ctx, { email, redirection: redirectTo });
      return STATUS;
    }),
    canReset: os.session.canReset.handler(to(liens.canReset)),
    resetPassword: os.session.resetPassword.handler(done(STATUS, liens.resetPassword)),
    sendVerification: os.session.sendVerification.handler(done(STATUS, liens.sendVerification)),
    verifyEmail: os.session.verifyEmail.handler(async ({ context: { ctx }, input }) => ({ ...STATUS, ...await liens.verifyEmail(ctx, input) })),
  },
  users: {
    signUp: os.users.signUp.handler(to(inscriptions.signUp)),
    canInstall: os.users.canInstall.handler(to(inscriptions.canInstall)),
    install: os.users.install.handler(to(inscriptions.install)),
    list: os.users.list.handler(async ({ context: { ctx, reply }, input }) => {
      const { users: page, total } = await users.list(ctx, input);
      reply.header('x-total-count', total);
      return page;
    }),
    resume: os.users.resume.handler(to(users.resume)),
    resendConfirmation: os.users.resendConfirmation.handler(to(liens.resendConfirmation)),
    approve: os.users.approve.handler(to(users.approve)),
    refuse: os.users.refuse.handler(to(users.reject)),
    update: os.users.update.handler(to(users.update)),
    remove: os.users.remove.handler(done(SUCCESS, users.remove)),
  },
  profil: {
    get: os.profil.get.handler(to(profil.get)),
    update: os.profil.update.handler(to(profil.update)),
    setPhoto: os.profil.setPhoto.handler(to(photos.set)),
    removePhoto: os.profil.removePhoto.handler(to(photos.remove)),
    sendPasswordEmail: os.profil.sendPasswordEmail.handler(to(liens.sendPasswordEmail)),
    listSessions: os.profil.listSessions.handler(to(profil.listOpenSessions)),
    endSession: os.profil.endSession.handler(to(profil.endSession)),
    endOtherSessions: os.profil.endOtherSessions.handler(to(profil.endOtherSessions)),
  },
  parametres: {
    get: os.parametres.get.handler(to(parametres.get)),
    save: os.parametres.save.handler(to(parametres.save)),
    systeme: os.parametres.systeme.handler(to(parametres.systeme)),
    centre: os.parametres.centre.handler(to(parametres.centre)),
  },
  typesLecons: {
    list: os.typesLecons.list.handler(to(typesLecons.list)),
    mine: os.typesLecons.mine.handler(to(typesLecons.mine)),
    create: os.typesLecons.create.handler(to(typesLecons.create)),
    arrange: os.typesLecons.arrange.handler(to(typesLecons.arrange)),
    usage: os.typesLecons.usage.handler(to(typesLecons.usage)),
    update: os.typesLecons.update.handler(to(typesLecons.update)),
    remove: os.typesLecons.remove.handler(to(typesLecons.remove)),
  },
  prix: {
    list: os.prix.list.handler(to(prix.list)),
    save: os.prix.save.handler(to(prix.save)),
  },
  statistiques: {
    get: os.statistiques.get.handler(to(statistiques.get)),
    cavaliers: os.statistiques.cavaliers.handler(to(statistiques.cavaliers)),
    lecons: os.statistiques.lecons.handler(to(statistiques.lecons)),
  },
  disponibilites: {
    list: os.disponibilites.list.handler(to(disponibilites.list)),
  },
  reservations: {
    list: os.reservations.list.handler(to(reservations.list)),
    resume: os.reservations.resume.handler(to(reservations.resume)),
    aVenir: os.reservations.aVenir.handler(to(reservations.aVenir)),
    get: os.reservations.get.handler(to(reservations.get)),
    create: os.reservations.create.handler(to(reservations.create)),
    update: os.reservations.update.handler(to(reservations.update)),
    remove: os.reservations.remove.handler(to(reservations.remove)),
  },
  courriels: {
    list: os.courriels.list.handler(async ({ context: { ctx, reply }, input }) => {
      const { courriels: page, total } = await courriels.list(ctx, input);
      reply.header('x-total-count', total);
      return page;
    }),
    resume: os.courriels.resume.handler(to(courriels.resume)),
    preview: os.courriels.preview.handler(to(courriels.preview)),
    get: os.courriels.get.handler(to(courriels.get)),
    resend: os.courriels.resend.handler(to(courriels.resend)),
    resendFailed: os.courriels.resendFailed.handler(to(courriels.resendFailed)),
    markSeen: os.courriels.markSeen.handler(to(courriels.markSeen)),
    sendTest: os.courriels.sendTest.handler(to(courriels.sendTest)),
  },
  horloge: {
    get: os.horloge.get.handler(to(horloge.get)),
    confirm: os.horloge.confirm.handler(to(horloge.confirm)),
  },
  functions: {
    sendEmail: os.functions.sendEmail.handler(to(courriels.sendEmail)),
    deleteUser: os.functions.deleteUser.handler(async ({ context: { ctx }, input }) => {
      await users.remove(ctx, { id: input.userId });
      return SUCCESS;
    }),
    resetPasswordEmail: os.functions.resetPasswordEmail.handler(async ({ context: { ctx }, input: { email, redirectUrl } }) => {
      await liens.requestPasswordReset(ctx, { email, redirection: redirectUrl });
      return SUCCESS;
    }),
  },
  live: os.live.handler(({ context: { ctx }, signal }) => streamChanges(ctx, signal)),
});
