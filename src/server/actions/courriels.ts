/** Emails on their way out, and what administrators see of them (decisions 35, 38, 39). */
import { type ContenuCourriel, peremptionOf, renvoiJusque, repriseAt, sansJeton, type StatutCourriel } from '#domain/courriels.ts';
import { isPermis } from '#domain/courriels_envois.ts';
import type { CentreDesCourriels, Rendu } from '#domain/courriels_mise_en_page.ts';
import { EXEMPLES, rendre } from '#domain/courriels_textes.ts';
import { instantOf } from '#domain/calendrier.ts';
import { PISTES } from '#domain/creneaux.ts';
import { Refus } from '#domain/errors.ts';
import { displayName, isEmail, normalizeEmail } from '#domain/users.ts';
import { transact, type Tx } from '../platform/db.ts';
import { writeInvitation } from '../platform/invitations.ts';
import { type Issue, SEND_MS } from '../platform/mailer.ts';
import { type Ctx, personneOf, type Services } from '../platform/services.ts';
import {
  claimCourriel, countCourriels, type Courriel, deleteCourrielsBefore, getCourriel, hasOutdated, insertCourriels, listCourriels, lockCourriel, outdateCourriels,
  settleCourriel,
} from '../stores/courriels.ts';
import { getParametres } from '../stores/parametres.ts';

const PAR_PAGE = 100;
const MEMOIRE_MS = 90 * 24 * 3_600_000;

/** Sends what is due, a few at a time so that one slow hand-over does not hold up the others, until nothing is or `signal` aborts. */
export async function deliver(services: Services, signal: AbortSignal, ensemble = 4): Promise<void> {
  if (await hasOutdated(services.db, services.now())) {
    await transact(services.db, ['courriels'], (tx) => outdateCourriels(tx, services.now()));
  }
  const { mailer } = services;
  if (!mailer) return;
  const work = async (): Promise<void> => {
    while (!signal.aborted) {
      const now = services.now();
      const courriel = await claimCourriel(services.db, now, new Date(now.getTime() + SEND_MS));
      if (!courriel) return;
      const issue = await attempt(services, courriel);
      await transact(services.db, ['courriels'], (tx) => settle(tx, courriel, issue, services.now()));
    }
  };
  await Promise.all(Array.from({ length: ensemble }, work));
}

/** null: a reminder whose switch is off now that its time has come. */
async function attempt(services: Services, courriel: Courriel): Promise<Issue | null> {
  const parametres = await getParametres(services.db);
  if (courriel.contenu.sorte === 'rappel' && !isPermis('rappel', parametres)) return null;
  const { sujet, html, texte } = rendre(courriel.contenu, centreOf(services, parametres));
  return services.mailer?.send({
    messageId: `<${courriel.id}@${services.expediteur.address.split('@')[1]}>`,
    to: { name: courriel.destinataire_nom, address: courriel.destinataire },
    subject: sujet, html, text: texte, calendrier: invitationOf(services, courriel),
  }) ?? { ok: false, definitif: false, erreur: '' };
}

async function settle(tx: Tx, courriel: Courriel, issue: Issue | null, now: Date): Promise<void> {
  const { id } = courriel;
  if (issue === null) return settleCourriel(tx, id, { statut: 'perime', derniere_erreur: 'Les rappels sont coupés dans les paramètres.' });
  // The link is in the person's hands now; nobody else's business any more.
  if (issue.ok) return settleCourriel(tx, id, { statut: 'envoye', envoye_at: now, derniere_erreur: null, contenu: sansJeton(courriel.contenu) });
  const reprise = issue.definitif ? null : repriseAt(courriel, now);
  const suite = reprise ? { envoyer_apres: reprise } : { statut: 'echoue' as const };
  return settleCourriel(tx, id, { ...suite, derniere_erreur: issue.erreur });
}

/** Housekeeping: the log keeps 90 days. */
export function sweep({ db, now }: Pick<Services, 'db' | 'now'>): Promise<void> {
  return deleteCourrielsBefore(db, new Date(now().getTime() - MEMOIRE_MS));
}

function centreOf(services: Pick<Services, 'centre' | 'publicUrl'>, { openingTime, closingTime }: { openingTime: string; closingTime: string }): CentreDesCourriels {
  return { ...services.centre, publicUrl: services.publicUrl.replace(/\/+$/, ''), ouverture: openingTime, fermeture: closingTime };
}

/** The lesson's calendar file, for its rider: a reminder brings none back that was thrown away. */
function invitationOf(services: Pick<Services, 'centre' | 'expediteur'>, { contenu, destinataire, destinataire_nom, created_at }: Courriel): ReturnType<typeof writeInvitation> | null {
  if (!('lecon' in contenu) || contenu.copie || contenu.sorte === 'rappel') return null;
  const { lecon, sorte } = contenu;
  const { nom, ville } = services.centre;
  return writeInvitation({
    uid: `${lecon.reservation_id}@${services.expediteur.address.split('@')[1]}`, sequence: lecon.version, annulee: sorte === 'reservation_annulee',
    debut: instantOf(lecon.date_reservation, lecon.heure_debut), fin: instantOf(lecon.date_reservation, lecon.heure_fin),
    titre: `${lecon.type}, ${nom}`, description: lecon.noms_participants.join(', '), lieu: `${PISTES[lecon.type_piste].nom}, ${nom}, ${ville}`,
    organisateur: services.expediteur, invite: { name: destinataire_nom, address: destinataire }, date: created_at,
  });
}

type Vue = Omit<Courriel, 'cause' | 'user_id' | 'reservation_id' | 'contenu' | 'tenu_jusque' | 'envoyer_apres' | 'perime_apres' | 'envoye_at' | 'created_at'>
  & Record<'sujet' | 'envoyer_apres' | 'perime_apres' | 'created_at', string> & { envoye_at: string | null; renvoyable: boolean };

function vueOf(courriel: Courriel, sujet: string, now: Date): Vue {
  const { id, sorte, destinataire, destinataire_nom, statut, essais, derniere_erreur } = courriel;
  return {
    id, sorte, destinataire, destinataire_nom, sujet, statut, essais, derniere_erreur,
    envoyer_apres: courriel.envoyer_apres.toISOString(), perime_apres: courriel.perime_apres.toISOString(),
    envoye_at: courriel.envoye_at?.toISOString() ?? null, created_at: courriel.created_at.toISOString(), renvoyable: renvoiJusque(courriel, now) !== null,
  };
}

/** One page of the outbox, and how many match in all. */
export async function list(ctx: Ctx, { statut, page }: { statut?: StatutCourriel | undefined; page: number }): Promise<{ courriels: Vue[]; total: number }> {
  const [rows, nombres, parametres] = [
    await listCourriels(ctx.db, statut, { nombre: PAR_PAGE, saut: (page - 1) * PAR_PAGE }), await countCourriels(ctx.db), await getParametres(ctx.db),
  ];
  const total = statut ? nombres[statut] : Object.values(nombres).reduce((sum, n) => sum + n, 0);
  return { courriels: rows.map((row) => vueOf(row, rendre(row.contenu, centreOf(ctx, parametres)).sujet, ctx.now())), total };
}

export async function resume(ctx: Ctx): Promise<Record<StatutCourriel, number> & { envoi: boolean; expediteur: string }> {
  return { ...await countCourriels(ctx.db), envoi: ctx.canSend, expediteur: ctx.expediteur.address };
}

export async function preview(ctx: Ctx): Promise<(Rendu & { sorte: ContenuCourriel['sorte'] })[]> {
  const centre = centreOf(ctx, await getParametres(ctx.db));
  return EXEMPLES.map((contenu) => ({ sorte: contenu.sorte, ...rendre(contenu, centre) }));
}

export async function get(ctx: Ctx, { id }: { id: string }): Promise<Vue & Omit<Rendu, 'sujet'> & { calendrier: string | null }> {
  const courriel = await getCourriel(ctx.db, id);
  if (!courriel) throw new Refus('courriel_introuvable');
  // Where no email leaves, this page is where a newcomer finds the link.
  const contenu = ctx.canSend ? sansJeton(courriel.contenu) : courriel.contenu;
  const { sujet, html, texte } = rendre(contenu, centreOf(ctx, await getParametres(ctx.db)));
  return { ...vueOf(courriel, sujet, ctx.now()), html, texte, calendrier: invitationOf(ctx, courriel)?.content ?? null };
}

/** Sends the same email again, under the same Message-ID. */
export async function resend(ctx: Ctx, { id }: { id: string }): Promise<{ email_envoye: boolean }> {
  return ctx.transaction(async (tx) => {
    const courriel = await lockCourriel(tx, id);
    if (!courriel) throw new Refus('courriel_introuvable');
    const now = ctx.now();
    const perime_apres = renvoiJusque(courriel, now);
    if (!perime_apres) throw new Refus('courriel_non_renvoyable');
    await settleCourriel(tx, id, { statut: 'en_attente', essais: 0, derniere_erreur: null, envoye_at: null, envoyer_apres: now, perime_apres });
    return { email_envoye: ctx.canSend };
  });
}

/** A test, to an address or to one's own. */
export async function sendTest(ctx: Ctx, { destinataire }: { destinataire?: string | undefined }): Promise<{ id: string; email_envoye: boolean }> {
  const personne = personneOf(ctx);
  const id = await write(ctx, destinataire ?? personne.email, { sorte: 'essai', nom: destinataire === undefined ? displayName(personne) : '' });
  return { id, email_envoye: ctx.canSend };
}

/** §7, decision 39: to one valid address, from the product's own. */
export async function sendEmail(ctx: Ctx, { to, subject, html }: { to: string; subject: string; html: string }): Promise<{ success: true; data: { id: string } }> {
  if (subject.trim() === '' || subject.length > 200 || /[\r\n]/.test(subject)) throw new Refus('sujet_invalide');
  if (html.trim() === '' || html.length > 50_000) throw new Refus('message_invalide');
  return { success: true, data: { id: await write(ctx, to, { sorte: 'libre', sujet: subject, html }) } };
}

async function write(ctx: Ctx, adresse: string, contenu: ContenuCourriel): Promise<string> {
  const destinataire = normalizeEmail(adresse);
  if (!isEmail(destinataire)) throw new Refus('destinataire_invalide');
  const now = ctx.now();
  const [id = ''] = await ctx.transaction((tx) => insertCourriels(tx, [{
    cause: `${contenu.sorte} ${crypto.randomUUID()}`, destinataire, destinataire_nom: '', user_id: null, reservation_id: null, contenu,
    envoyer_apres: now, perime_apres: peremptionOf(now),
  }]));
  return id;
}
