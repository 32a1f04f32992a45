/** Sending of emails, and the emails as administrators see them (MAIL-01 to MAIL-12, API-08). */
import { instantOf, momentAt } from '#domain/core/calendrier.ts';
import { openingHoursOf } from '#domain/slots/horaires.ts';
import { ouvertureInWords, ouvertureOf } from '#domain/slots/ouverture.ts';
import { keptSince } from '#domain/core/conservation.ts';
import { contactOf } from '#domain/people/contact.ts';
import {
  type ContenuCourriel,
  type EtatCourriel,
  holdsJeton,
  isToAdmins,
  type NewCourriel,
  outdatedAt,
  resendUntil,
  retryAt,
  withoutJeton,
} from '#domain/emails/courriels.ts';
import { CHOIX, choiceOf } from '#domain/emails/choix.ts';
import { OWN_CAUSES } from '#domain/emails/failures.ts';
import { droitsOf, isAllowed, pisteDeCourriel } from '#domain/emails/envois.ts';
import type { Retard } from '#domain/emails/retard.ts';
import { isSuperseded, refuseLibre, RESERVED_MS } from '#domain/emails/delivery.ts';
import type { CourrielCentre, RenderedCourriel } from '#documents/emails/layout.ts';
import { EXAMPLES } from '#documents/emails/exemples.ts';
import { renderCourriel, renderMessage, sujetOf } from '#documents/emails/courriels.ts';
import { mentionsOf, type Parametres } from '#domain/settings/parametres.ts';
import { Refus } from '#domain/errors/errors.ts';
import { isDoubtful } from '#domain/health/horloge.ts';
import { sliceOf } from '#domain/core/pages.ts';
import { displayName, isAdmin, isEmail, normalizeEmail } from '#domain/people/users.ts';
import { unite } from '#server/checks/attente.ts';
import { announce, newsOf, transact } from '#server/platform/db.ts';
import { unsubscribeUrl } from '#server/platform/mail/desabonnement.ts';
import {
  type Invitation,
  writeInvitation,
  writeInvitations,
} from '#server/platform/mail/invitations.ts';
import { openContenu } from '#server/platform/secrets/jetons.ts';
import type { Mailer } from '#server/platform/mail/mailer.ts';
import { type Ctx, personneOf, type Services } from '#server/platform/services.ts';
import {
  claimMessage,
  countCourriels,
  type Courriel,
  deleteCourrielsBefore,
  getCourriel,
  getRetard,
  hasOutdated,
  insertCourriels,
  listCourriels,
  listMessage,
  lockCourriel,
  lockFailed,
  type CourrielWithLesson,
  markSeen as noteSeen,
  type CourrielCounts,
  outdateCourriels,
  requeueCourriels,
  settleCourriel,
  type Outcome,
  type Tour,
} from '#server/stores/emails/courriels.ts';
import { getChoixEmails } from '#server/stores/emails/choix.ts';
import {
  countRappelsPrevus,
  listRappelsDus,
  listRappelsPrevus,
} from '#server/stores/emails/rappels.ts';
import { blankErased } from '#server/stores/personal_data/effacement.ts';
import { insertJournal } from '#server/stores/journal.ts';
import { getLastSign } from '#server/stores/health/horloge.ts';
import { getParametres } from '#server/stores/settings.ts';
import { getUser } from '#server/stores/people/users.ts';

/**
 * Marks emails that have waited too long as failed, or as outdated if nothing can be sent
 * (MAIL-02).
 */
export async function outdate({
  db,
  now,
  mailer,
}: Pick<Services, 'db' | 'now' | 'mailer'>): Promise<void> {
  if (!(await hasOutdated(db, now()))) return;
  // it could not be undone if the clock is wrong (SET-16)
  if (isDoubtful(now(), await getLastSign(db))) return;
  await transact(db, ['courriels'], async (tx) => {
    await outdateCourriels(tx, now(), mailer !== null);
    await blankErased(tx);
  });
}

/**
 * Writes the reminders that are due (MAIL-06). If another instance does so at the same time, each is
 * written once.
 */
export async function remind({ db, now }: Pick<Services, 'db' | 'now'>): Promise<void> {
  const due = await listRappelsDus(db, now());
  if (due.length === 0 || isDoubtful(now(), await getLastSign(db))) return;
  await transact(db, [], async (tx) => {
    const written = await insertCourriels(tx, due);
    if (written.length > 0) await announce(tx, newsOf(['courriels']));
  });
}

/**
 * Sends due emails, one after the other, until none is left for its `tour` or `stop` aborts; `cut`
 * also ends the current delivery. Before each one, emails of changes are united as of the same instant: so an
 * urgent one need not wait until none is left, and none says what is no longer true (MAIL-42). No
 * transaction is open while waiting for the mail server: a lease holds the email (`tenu_jusque`).
 * If nothing can be sent, they are only united.
 */
export async function deliver(
  services: Services,
  stop: AbortSignal,
  cut: AbortSignal = stop,
  tour: Tour = 'urgence',
): Promise<void> {
  const { db, log, mailer, now } = services;
  while (!stop.aborted) {
    const at = now();
    await unite({ db, now: () => at }).catch((error: unknown) =>
      log.warn({ err: error }, 'emails were not delivered'),
    );
    if (!mailer) return;
    const except = isDoubtful(at, await getLastSign(db)) ? 'rappel' : null;
    const [first, ...others] = await claimMessage(db, at, RESERVED_MS, { except, tour });
    if (!first) return;
    const outcomeOf = await attempt(services, mailer, [first, ...others], cut);
    await transact(db, ['courriels'], async (tx) => {
      for (const courriel of [first, ...others]) {
        const outcome = outcomeOf(courriel);
        await settleCourriel(tx, courriel, outcome);
        if (outcome.statut) await blankErased(tx, courriel.id);
      }
    });
  }
}

/** Rows that are sent as one message; the first gives its Message-ID (MAIL-26). */
type Message = readonly [Courriel, ...Courriel[]];

/**
 * One delivery attempt; returns the changes to store in each row. Emails that are not sent at all:
 * a reminder whose setting is off by now or whose lesson has changed, a kind that its recipient has
 * switched off, and an email to administrators whose recipient is none any more.
 */
async function attempt(
  services: Services,
  mailer: Mailer,
  message: Message,
  cut: AbortSignal,
): Promise<(courriel: Courriel) => Outcome> {
  const [courriel] = message;
  const contenu = openContenu(services.coffres.liens, courriel);
  if (!contenu)
    return () => ({
      statut: 'echoue',
      derniere_erreur: OWN_CAUSES.lien_illisible,
      contenu: withoutJeton(courriel.contenu),
    });
  const parametres = await getParametres(services.db);
  if (contenu.sorte === 'rappel' && !isAllowed('rappel', parametres)) {
    return () => ({ statut: 'perime', derniere_erreur: OWN_CAUSES.rappels_coupes });
  }
  if (contenu.sorte === 'rappel' && (await hasChanged(services, courriel))) {
    return () => ({ statut: 'perime', derniere_erreur: OWN_CAUSES.lecon_changee });
  }
  const choice = choiceOf(contenu);
  if (
    choice &&
    courriel.user_id !== null &&
    (await getChoixEmails(services.db, courriel.user_id))?.[CHOIX[choice]] === false
  ) {
    return () => ({ statut: 'perime', derniere_erreur: OWN_CAUSES.refuse_par_destinataire });
  }
  if (
    isToAdmins(contenu) &&
    courriel.user_id !== null &&
    !(await isAdminActif(services, courriel.user_id))
  ) {
    return () => ({ statut: 'perime', derniere_erreur: OWN_CAUSES.plus_administrateur });
  }
  const centre = centreOf(services, parametres);
  const said = asSent(contenu, parametres, services.now());
  const { sujet, html, texte: text } = renderMessage([said, ...restOf(message)], centre);
  const result = await mailer.send(
    {
      messageId: `<${courriel.id}@${services.expediteur.address.split('@')[1]}>`,
      to: { name: courriel.destinataire_nom, address: courriel.destinataire },
      replyTo:
        centre.contact.email === null
          ? undefined
          : { name: centre.nom, address: centre.contact.email },
      subject: sujet,
      html,
      text,
      calendrier: invitationOf(services, message),
      desabonnement:
        choice && courriel.user_id !== null
          ? unsubscribeUrl(services, choice, courriel.user_id)
          : null,
    },
    cut,
  );
  const now = services.now();
  // The link is erased once it is sent or given up (MAIL-03). The content of any other email stays
  // as it is stored.
  const erased = holdsJeton(contenu) ? { contenu: withoutJeton(contenu) } : {};
  const rights =
    'soi_meme' in said && said !== contenu && said.soi_meme ? { soi_meme: said.soi_meme } : {};
  if (result.ok)
    return () => ({
      statut: 'envoye',
      envoye_at: now,
      derniere_erreur: null,
      ...erased,
      ...rights,
    });
  // not counted: the next round or another instance sends it
  if (cut.aborted) return ({ essais }) => ({ essais: essais - 1 });
  // Of several lessons one may begin before the next attempt: only its row is given up.
  const perime = message.reduce(
    (last, one) => (one.perime_apres > last ? one.perime_apres : last),
    courriel.perime_apres,
  );
  const next = result.final
    ? null
    : retryAt({ essais: courriel.essais, perime_apres: perime }, now);
  return ({ perime_apres, du_depuis, envoyer_apres }) => ({
    ...(next && next < perime_apres
      ? { envoyer_apres: next, du_depuis: du_depuis ?? envoyer_apres }
      : { statut: 'echoue' as const, ...erased }),
    derniere_erreur: result.error,
  });
}

/** The contents after the first. A message of several emails contains no link. */
const restOf = (message: readonly Courriel[]): ContenuCourriel[] =>
  message.slice(1).map(({ contenu }) => contenu);

/**
 * A reminder contains what the rider may do at the time when it is sent, because the settings may
 * have changed since it was written (MAIL-23).
 */
const asSent = (contenu: ContenuCourriel, parametres: Parametres, now: Date): ContenuCourriel =>
  contenu.sorte === 'rappel' ? { ...contenu, ...droitsOf(contenu, parametres, now) } : contenu;

/** True if the lesson of an email has changed since, as its recipient sees it (MAIL-17). */
async function hasChanged({ db }: Pick<Services, 'db'>, courriel: Courriel): Promise<boolean> {
  if (courriel.reservation_id === null) return false;
  const found = await getCourriel(db, courriel.id);
  return isSuperseded(courriel.contenu, found?.actuelle ?? null, courriel.user_id);
}

async function isAdminActif({ db }: Pick<Services, 'db'>, id: string): Promise<boolean> {
  const user = await getUser(db, id);
  return user !== null && isAdmin(user.role) && user.statut === 'actif';
}

/** Housekeeping: emails are kept for 90 days (MAIL-12). */
export function sweep({ db, now }: Pick<Services, 'db' | 'now'>): Promise<void> {
  return deleteCourrielsBefore(db, keptSince('courriel', now()));
}

function centreOf(
  services: Pick<Services, 'centre' | 'publicUrl' | 'now'>,
  parametres: Parametres,
): CourrielCentre {
  return {
    ...services.centre,
    publicUrl: services.publicUrl.replace(/\/+$/, ''),
    ouvert: ouvertureInWords(
      ouvertureOf(openingHoursOf(parametres), momentAt(services.now()).jour),
    ),
    contact: contactOf(parametres),
    ...(parametres.billing && { mentions: mentionsOf(parametres) }),
  };
}

/**
 * The calendar file for the rider (MAIL-08); for a message about several lessons, with an entry for
 * each. A reminder has none, because it would restore an entry that the rider deleted.
 */
function invitationOf(
  services: Pick<Services, 'centre' | 'expediteur'>,
  message: Message,
): ReturnType<typeof writeInvitation> | null {
  const [one, ...others] = message.flatMap((courriel) => invitedTo(services, courriel) ?? []);
  if (!one) return null;
  return others.length === 0 ? writeInvitation(one) : writeInvitations([one, ...others]);
}

function invitedTo(
  services: Pick<Services, 'centre' | 'expediteur'>,
  { contenu, destinataire, destinataire_nom, created_at }: Courriel,
): Invitation | null {
  if (!('lecon' in contenu) || contenu.copie || contenu.sorte === 'rappel') return null;
  const { lecon, sorte } = contenu;
  const { nom, ville } = services.centre;
  return {
    uid: lecon.reservation_id,
    sequence: lecon.version,
    statut:
      sorte === 'reservation_annulee' ? 'annulee' : lecon.en_attente ? 'en_attente' : 'confirmee',
    start: instantOf(lecon.date_reservation, lecon.heure_debut),
    end: instantOf(lecon.date_reservation, lecon.heure_fin),
    title: `${lecon.type}, ${nom}`,
    description: lecon.noms_participants.join(', '),
    location: `${pisteDeCourriel(lecon)}, ${nom}, ${ville}`,
    organizer: services.expediteur,
    guest: { name: destinataire_nom, address: destinataire },
    date: created_at,
  };
}

type View = Omit<
  Courriel,
  | 'statut'
  | 'cause'
  | 'user_id'
  | 'reservation_id'
  | 'groupe'
  | 'contenu'
  | 'tenu_jusque'
  | 'du_depuis'
  | 'envoyer_apres'
  | 'perime_apres'
  | 'envoye_at'
  | 'vu_at'
  | 'created_at'
> &
  Record<'sujet' | 'envoyer_apres' | 'perime_apres' | 'created_at', string> & {
    statut: EtatCourriel;
    envoye_at: string | null;
    vu: boolean;
    renvoyable: boolean;
  };

function viewOf(
  { courriel, actuelle: current }: CourrielWithLesson,
  sujet: string,
  now: Date,
): View {
  const { id, sorte, destinataire, destinataire_nom, essais, derniere_erreur } = courriel;
  return {
    id,
    sorte,
    destinataire,
    destinataire_nom,
    sujet,
    statut: courriel.statut,
    essais,
    derniere_erreur,
    vu: courriel.vu_at !== null,
    envoyer_apres: courriel.envoyer_apres.toISOString(),
    perime_apres: courriel.perime_apres.toISOString(),
    envoye_at: courriel.envoye_at?.toISOString() ?? null,
    created_at: courriel.created_at.toISOString(),
    renvoyable: resendLimit({ courriel, actuelle: current }, now) !== null,
  };
}

/**
 * Until when an email may be sent again; null if it may not, or if its recipient was erased
 * (PEOPLE-32).
 */
const resendLimit = (
  { courriel, actuelle: current }: CourrielWithLesson,
  now: Date,
): Date | null =>
  courriel.destinataire === ''
    ? null
    : resendUntil(
        { ...courriel, superseded: isSuperseded(courriel.contenu, current, courriel.user_id) },
        now,
      );

/**
 * A planned reminder, which is not stored. Its id names its lesson and its account. `created_at`: it
 * will be written when it is due.
 */
function plannedView(
  { contenu, reservation_id, user_id, envoyer_apres, perime_apres, ...to }: NewCourriel,
  sujet: string,
): View {
  return {
    id: `${reservation_id}_${user_id}`,
    sorte: contenu.sorte,
    destinataire: to.destinataire,
    destinataire_nom: to.destinataire_nom,
    sujet,
    statut: 'planifie',
    essais: 0,
    derniere_erreur: null,
    vu: false,
    envoyer_apres: envoyer_apres.toISOString(),
    perime_apres: perime_apres.toISOString(),
    envoye_at: null,
    created_at: envoyer_apres.toISOString(),
    renvoyable: false,
  };
}

/**
 * One page of the emails of a state, and their number. Without a state, of the stored ones, which
 * planned reminders are not.
 */
export async function list(
  ctx: Ctx,
  { statut, page }: { statut?: EtatCourriel | undefined; page: number },
): Promise<{ page: View[]; total: number }> {
  const now = ctx.now();
  if (statut === 'planifie') {
    const planned = await ctx.shared.share(`rappels prévus ${page}`, () =>
      listRappelsPrevus(ctx.db, ctx.now(), sliceOf(page)),
    );
    return {
      page: planned.map((one) => plannedView(one, sujetOf(one.contenu, ctx.centre.nom))),
      total: await countPlanned(ctx),
    };
  }
  const rows = await ctx.shared.share(`courriels ${statut} ${page}`, () =>
    listCourriels(ctx.db, { statut }, sliceOf(page)),
  );
  const { echoue_non_vus: _, ...nombres } = await counts(ctx);
  const total = statut ? nombres[statut] : Object.values(nombres).reduce((sum, n) => sum + n, 0);
  return {
    page: rows.map((row) => viewOf(row, sujetOf(row.courriel.contenu, ctx.centre.nom), now)),
    total,
  };
}

export async function resume(
  ctx: Ctx,
): Promise<
  CourrielCounts & { planifie: number; envoi: boolean; expediteur: string; retard: Retard | null }
> {
  const retard = ctx.canSend
    ? await ctx.shared.share('courriels en retard', () => getRetard(ctx.db, ctx.now()))
    : null;
  return {
    ...(await counts(ctx)),
    planifie: await countPlanned(ctx),
    envoi: ctx.canSend,
    expediteur: ctx.expediteur.address,
    retard,
  };
}

const counts = (ctx: Ctx): Promise<CourrielCounts> =>
  ctx.shared.share('courriels', () => countCourriels(ctx.db));

const countPlanned = (ctx: Ctx): Promise<number> =>
  ctx.shared.share('rappels prévus', () => countRappelsPrevus(ctx.db, ctx.now()));

export async function preview(
  ctx: Ctx,
): Promise<(RenderedCourriel & { sorte: ContenuCourriel['sorte'] })[]> {
  const parametres = await getParametres(ctx.db);
  const centre = centreOf(ctx, parametres);
  return EXAMPLES.map((contenu) => ({
    sorte: contenu.sorte,
    ...renderCourriel(exampleAsSent(contenu, parametres), centre),
  }));
}

/**
 * The example with the rights of riders in the present settings (MAIL-11): a month before the
 * lesson, or for a reminder at the time when it is sent.
 */
function exampleAsSent(contenu: ContenuCourriel, parametres: Parametres): ContenuCourriel {
  if (!('lecon' in contenu)) return contenu;
  const { date_reservation, heure_debut } = contenu.lecon;
  const days = contenu.sorte === 'rappel' ? 1 : 30;
  return {
    ...contenu,
    ...droitsOf(
      contenu,
      parametres,
      new Date(instantOf(date_reservation, heure_debut).getTime() - days * 24 * 3_600_000),
    ),
  };
}

type Whole = View & Omit<RenderedCourriel, 'sujet'> & { calendrier: string | null; lien: boolean };

/** A planned reminder as it would be written now. */
async function getPlanned(ctx: Ctx, lecon: string, compte: string): Promise<Whole> {
  const [found] = await listRappelsPrevus(ctx.db, ctx.now(), sliceOf(1), { lecon, compte });
  if (!found) throw new Refus('courriel_introuvable');
  const parametres = await getParametres(ctx.db);
  const {
    sujet,
    html,
    texte: text,
  } = renderCourriel(
    asSent(found.contenu, parametres, found.envoyer_apres),
    centreOf(ctx, parametres),
  );
  return { ...plannedView(found, sujet), html, texte: text, calendrier: null, lien: false };
}

/** One email, without its link; `lien`: whether an administrator may see the link (MAIL-21). */
export async function get(ctx: Ctx, { id }: { id: string }): Promise<Whole> {
  const [first = id, compte] = id.split('_');
  if (compte !== undefined) return getPlanned(ctx, first, compte);
  const found = await getCourriel(ctx.db, id);
  if (!found) throw new Refus('courriel_introuvable');
  const { courriel } = found;
  const parametres = await getParametres(ctx.db);
  const waits = courriel.statut === 'en_attente';
  const contenu = waits
    ? asSent(courriel.contenu, parametres, courriel.envoyer_apres)
    : courriel.contenu;
  const others = (await listMessage(ctx.db, courriel)).filter((one) => one.id !== id);
  const message: Message = [courriel, ...others];
  const {
    sujet,
    html,
    texte: text,
  } = renderMessage([withoutJeton(contenu), ...restOf(message)], centreOf(ctx, parametres));
  return {
    ...viewOf(found, sujet, ctx.now()),
    html,
    texte: text,
    calendrier: invitationOf(ctx, message)?.content ?? null,
    lien: !ctx.canSend && holdsJeton(courriel.contenu),
  };
}

/** Sends the same email again, with the same Message-ID. */
export async function resend(ctx: Ctx, { id }: { id: string }): Promise<{ email_envoye: boolean }> {
  return ctx.transaction(async (tx) => {
    const found = await lockCourriel(tx, id);
    if (!found) throw new Refus('courriel_introuvable');
    const now = ctx.now();
    const perime_apres = resendLimit(found, now);
    if (!perime_apres) throw new Refus('courriel_non_renvoyable');
    await requeueCourriels(tx, [id], { now, perime_apres });
    await insertJournal(tx, ctx, {
      action: 'courriel.renvoye',
      objet_id: id,
      details: { sorte: found.courriel.contenu.sorte },
    });
    return { email_envoye: ctx.canSend };
  });
}

/**
 * Sends again, once, every email that was given up and is still useful; `restes` counts the others.
 */
export async function resendFailed(
  ctx: Ctx,
): Promise<{ renvoyes: number; restes: number; email_envoye: boolean }> {
  return ctx.transaction(async (tx) => {
    const now = ctx.now();
    const failed = (await lockFailed(tx)).map((found) => ({
      id: found.courriel.id,
      until: resendLimit(found, now),
    }));
    // Most have the same end of validity; emails about a lesson end with the lesson.
    const byEnd = Map.groupBy(
      failed.filter(({ until }) => until !== null),
      ({ until }) => Number(until),
    );
    for (const [end, batch] of byEnd)
      await requeueCourriels(
        tx,
        batch.map(({ id }) => id),
        { now, perime_apres: new Date(end) },
      );
    const renvoyes = failed.filter(({ until }) => until !== null).length;
    if (renvoyes > 0)
      await insertJournal(tx, ctx, { action: 'courriels.renvoyes', details: { nombre: renvoyes } });
    return { renvoyes, restes: failed.length - renvoyes, email_envoye: ctx.canSend };
  });
}

/** Marks failures as seen, so that they are no longer counted as new (MAIL-10). */
export async function markSeen(
  ctx: Ctx,
  { ids }: { ids: readonly string[] },
): Promise<{ vus: number }> {
  return ctx.transaction(async (tx) => ({ vus: await noteSeen(tx, ids, ctx.now()) }));
}

/** Sends the test email, to an address or to the caller. */
export async function sendTest(
  ctx: Ctx,
  { destinataire }: { destinataire?: string | undefined },
): Promise<{ id: string; email_envoye: boolean }> {
  const personne = personneOf(ctx);
  const id = await write(ctx, destinataire ?? personne.email, {
    sorte: 'essai',
    nom: destinataire === undefined ? displayName(personne) : '',
  });
  return { id, email_envoye: ctx.canSend };
}

/** Sends free text to one valid address, from the product's own address (API-08). */
export async function sendEmail(
  ctx: Ctx,
  { to, subject, html }: { to: string; subject: string; html: string },
): Promise<{ success: true; data: { id: string } }> {
  const refus = refuseLibre({ sujet: subject, html });
  if (refus) throw new Refus(refus);
  return {
    success: true,
    data: { id: await write(ctx, to, { sorte: 'libre', sujet: subject, html }) },
  };
}

async function write(
  ctx: Ctx,
  adresse: string,
  contenu: ContenuCourriel & { sorte: 'essai' | 'libre' },
): Promise<string> {
  const destinataire = normalizeEmail(adresse);
  if (!isEmail(destinataire)) throw new Refus('destinataire_invalide');
  const now = ctx.now();
  return ctx.transaction(async (tx) => {
    const [id = ''] = await insertCourriels(tx, [
      {
        cause: `${contenu.sorte} ${crypto.randomUUID()}`,
        destinataire,
        destinataire_nom: '',
        user_id: null,
        reservation_id: null,
        contenu,
        envoyer_apres: now,
        perime_apres: outdatedAt(now, contenu),
      },
    ]);
    await insertJournal(tx, ctx, { action: `courriel.${contenu.sorte}`, objet_id: id });
    return id;
  });
}
