/** Each call of the contract and its action. */
import * as alertes from './actions/alerts.ts';
import * as cavaliers from './actions/riders.ts';
import * as clients from './actions/customers/clients.ts';
import * as propositions from './actions/customers/propositions.ts';
import * as clesAcces from './actions/signin/cles_acces.ts';
import * as confirmation from './actions/people/confirmation.ts';
import * as comptes from './actions/billing/comptes.ts';
import * as courriels from './actions/emails/courriels.ts';
import * as courrielsLiens from './actions/signin/liens_en_attente.ts';
import * as deblocage from './actions/signin/deblocage.ts';
import * as disponibilites from './actions/planning/disponibilites.ts';
import * as donnees from './actions/personal_data/donnees.ts';
import * as effacement from './actions/personal_data/effacement.ts';
import * as fermetures from './actions/closures.ts';
import * as fiche from './actions/customers/fiche.ts';
import * as ecritures from './actions/lessons/ecritures.ts';
import * as flux from './actions/feeds.ts';
import * as conservation from './actions/personal_data/conservation.ts';
import * as horloge from './actions/health/horloge.ts';
import * as imports from './actions/imports.ts';
import * as incidents from './actions/health/incidents.ts';
import * as inscriptions from './actions/people/inscriptions.ts';
import * as journal from './actions/journal.ts';
import * as leconsPassees from './actions/billing/lecons_passees.ts';
import * as liens from './actions/signin/liens.ts';
import * as orthographes from './actions/statistics/orthographes.ts';
import * as parametres from './actions/settings.ts';
import * as photos from './actions/people/photos.ts';
import * as pistes from './actions/slots.ts';
import * as planning from './actions/planning/planning.ts';
import * as prix from './actions/prices.ts';
import * as desabonnement from './actions/emails/desabonnement.ts';
import * as profil from './actions/people/profil.ts';
import * as paiements from './actions/billing/paiements.ts';
import * as participants from './actions/lessons/participants.ts';
import * as presences from './actions/lessons/presences.ts';
import * as recherche from './actions/planning/recherche.ts';
import * as reservations from './actions/lessons/reservations.ts';
import * as sante from './actions/health/sante.ts';
import * as releves from './actions/billing/releves.ts';
import * as reprises from './actions/lessons/reprises.ts';
import * as restauration from './actions/backups/restauration.ts';
import * as sauvegarder from './actions/backups/sauvegarder.ts';
import * as sauvegardes from './actions/backups/sauvegardes_ecran.ts';
import * as panne from './actions/backups/sauvegardes_panne.ts';
import * as secondFacteur from './actions/signin/second_facteur.ts';
import * as sansClient from './actions/customers/sans_client.ts';
import * as series from './actions/series.ts';
import * as session from './actions/signin/session.ts';
import * as statistiques from './actions/statistics/statistiques.ts';
import * as retires from './actions/lessons/retires.ts';
import * as supprimees from './actions/lessons/supprimees.ts';
import * as typesLecons from './actions/types.ts';
import * as users from './actions/people/users.ts';
import { finOfSession } from './http/caller.ts';
import { revalidated } from './http/etag.ts';
import { streamChanges } from './http/live.ts';
import { type HttpContext, wire } from './http/mount.ts';
import type { Ctx } from './platform/services.ts';

/** An action that returns nothing; `answer` is the fixed answer of the call. */
const done =
  <I, A>(answer: A, action: (ctx: Ctx, input: I) => Promise<void>) =>
  async (ctx: Ctx, input: I): Promise<A> => {
    await action(ctx, input);
    return answer;
  };

/** A list that is read by pages; a header contains the total number of matches (API-07). */
const paged =
  <I, T>(action: (ctx: Ctx, input: I) => Promise<{ page: T; total: number }>) =>
  async (ctx: Ctx, input: I, { reply }: HttpContext): Promise<T> => {
    const { page, total } = await action(ctx, input);
    reply.header('x-total-count', total);
    return page;
  };

/** An action that opens a session: its cookies are set, the other fields are the answer. */
const opening =
  <I, T extends { cookies: string[] }>(action: (ctx: Ctx, input: I) => Promise<T>) =>
  async (ctx: Ctx, input: I, { reply }: HttpContext): Promise<Omit<T, 'cookies'>> => {
    const { cookies, ...answer } = await action(ctx, input);
    reply.header('set-cookie', cookies);
    return answer;
  };

const STATUS = { status: true } as const;
const SUCCESS = { success: true } as const;

/**
 * If a noun is not followed by calls, it is its module, which has an action with the name of each
 * call.
 */
export const router: ReturnType<typeof wire> = wire({
  health: sante.check,
  session: {
    async get(ctx, _, { request, services }) {
      if (ctx.attente) return { user: null, etape: ctx.attente.etape };
      if (ctx.personne?.statut === 'en_attente')
        return { user: ctx.personne, delai_jours: await inscriptions.readDelai(ctx) };
      const fin = ctx.personne ? null : await finOfSession(services, request);
      return { user: ctx.personne, ...(fin && { fin }) };
    },
    signIn: opening(session.signIn),
    async signOut(ctx, _, { reply }) {
      const answer = await session.signOut(ctx);
      reply.header('set-cookie', ctx.auth.sessionCookies(null));
      return answer;
    },
    accessToken: session.accessToken,
    requestPasswordReset: done(STATUS, (ctx, { email, redirectTo }) =>
      liens.requestPasswordReset(ctx, { email, redirection: redirectTo }),
    ),
    canReset: liens.canReset,
    async resetPassword(ctx, input, { reply }) {
      reply.header('set-cookie', await liens.resetPassword(ctx, input));
      return STATUS;
    },
    canUnlock: deblocage.canUnlock,
    async unlock(ctx, input, { reply }) {
      const { email, cookies } = await deblocage.unlockBrowser(ctx, input);
      reply.header('set-cookie', cookies);
      return { email };
    },
    sendVerification: done(STATUS, liens.sendVerification),
    verifyEmail: async (ctx, input) => ({ ...STATUS, ...(await liens.verifyEmail(ctx, input)) }),
  },
  secondFacteur: {
    get: secondFacteur.get,
    start: secondFacteur.start,
    confirm: secondFacteur.confirm,
    disable: secondFacteur.disable,
    renewCodes: secondFacteur.renewCodes,
    etape: secondFacteur.etape,
    verify: opening(secondFacteur.verify),
    startEnrolment: secondFacteur.startEnrolment,
    enrol: opening(secondFacteur.enrol),
  },
  clesAcces: {
    start: clesAcces.start,
    add: clesAcces.add,
    remove: clesAcces.remove,
    signInOptions: clesAcces.signInOptions,
    signIn: opening(clesAcces.signIn),
  },
  users: {
    signUp: inscriptions.signUp,
    canInstall: restauration.canInstall,
    install: inscriptions.install,
    openDay: inscriptions.getOpenDay,
    setOpenDay: inscriptions.setOpenDay,
    list: paged(users.list),
    resume: users.resume,
    resendConfirmation: liens.resendConfirmation,
    approve: users.approve,
    approveAll: users.approveAll,
    refuse: users.reject,
    update: users.update,
    correct: users.correct,
    withdrawEmail: users.withdrawEmail,
    unlock: done(SUCCESS, deblocage.unlockAccount),
    remove: done(SUCCESS, users.remove),
    resetSecondFactor: users.resetSecondFactor,
  },
  profil: {
    get: profil.get,
    update: profil.update,
    emails: desabonnement.get,
    setEmails: desabonnement.set,
    setPhoto: photos.set,
    removePhoto: photos.remove,
    sendPasswordEmail: liens.sendPasswordEmail,
    changeEmail: profil.changeEmail,
    withdrawEmail: profil.withdrawEmail,
    changePassword: done(SUCCESS, profil.changePassword),
    confirm: done(SUCCESS, confirmation.confirm),
    listSessions: profil.listOpenSessions,
    endSession: profil.endSession,
    endOtherSessions: profil.endOtherSessions,
    donnees: donnees.download,
    remove: done(SUCCESS, effacement.deleteOwn),
  },
  cavaliers,
  clients: {
    list: paged(clients.list),
    semblables: clients.semblables,
    search: clients.search,
    propose: propositions.propose,
    create: clients.create,
    update: clients.update,
    setPayeur: clients.setPayeur,
    invite: clients.invite,
    merge: clients.merge,
    remove: clients.remove,
  },
  fiche,
  imports: {
    read: imports.read,
    plan: imports.plan,
    create: imports.create,
    list: imports.list,
    undo: imports.undo,
  },
  parametres,
  typesLecons,
  pistes,
  prix,
  statistiques,
  facturation: {
    etat: releves.etat,
    prepare: releves.prepare,
    make: releves.make,
    releves: releves.releves,
    releve: releves.releve,
    addLigne: paiements.addLigne,
    correct: paiements.correct,
    doit: comptes.doit,
    chercher: comptes.chercher,
    pay: paiements.pay,
    undo: paiements.undo,
    relancer: paiements.relancer,
    recettes: comptes.recettes,
    compte: comptes.compte,
    ouvert: comptes.ouvert,
    effaces: comptes.effaces,
  },
  mesReleves: { list: releves.list, get: releves.get },
  orthographes,
  disponibilites: { list: revalidated(disponibilites.list) },
  planning: { list: revalidated(planning.list) },
  reservations: {
    list: revalidated(reservations.list),
    resume: reservations.resume,
    sansClient: sansClient.list,
    nomsSansClient: sansClient.noms,
    donnerPlaces: sansClient.give,
    aVenir: reservations.aVenir,
    get: reservations.get,
    create: reservations.create,
    join: participants.join,
    leave: participants.leave,
    change: participants.change,
    update: reservations.update,
    setPresences: presences.set,
    notePresents: presences.notePresents,
    remove: reservations.remove,
    listDeleted: paged(supprimees.list),
    restore: supprimees.restore,
    listRetires: paged(retires.list),
    putBack: retires.putBack,
  },
  leconsPassees,
  reprises,
  recherche,
  alertes: { list: alertes.list, create: alertes.create, remove: done(SUCCESS, alertes.remove) },
  courriels: {
    list: paged(courriels.list),
    resume: courriels.resume,
    preview: courriels.preview,
    get: courriels.get,
    showLien: courrielsLiens.showLien,
    resend: courriels.resend,
    resendFailed: courriels.resendFailed,
    markSeen: courriels.markSeen,
    sendTest: courriels.sendTest,
  },
  journal: { list: paged(journal.list) },
  // rarely called
  controles: { run: async (ctx) => (await import('./actions/health/controles.ts')).run(ctx) },
  horloge: { get: horloge.get, confirm: horloge.confirm },
  conservation: { get: conservation.get, answer: conservation.answer },
  incidents: { report: incidents.report },
  sauvegardes: {
    get: sauvegardes.get,
    alerte: panne.alerte,
    begin: sauvegarder.begin,
    download: sauvegardes.download,
  },
  fermetures,
  ecritures,
  series: {
    dates: series.dates,
    repeat: series.repeat,
    list: series.list,
    update: series.update,
    remove: series.remove,
  },
  flux: { list: flux.list, draw: flux.draw, remove: flux.remove, lecon: flux.fileOf },
  functions: {
    sendEmail: courriels.sendEmail,
    deleteUser: done(SUCCESS, (ctx, { userId }) => users.remove(ctx, { id: userId })),
    resetPasswordEmail: done(SUCCESS, (ctx, { email, redirectUrl }) =>
      liens.requestPasswordReset(ctx, { email, redirection: redirectUrl }),
    ),
  },
  live: (ctx, _, { signal }) => streamChanges(ctx, signal),
});
