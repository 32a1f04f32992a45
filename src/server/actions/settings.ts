/** The settings (SET-02 to SET-07, SET-15). */
import { type Contact, contactOf } from '#domain/people/contact.ts';
import { type Piste, pistesActives, pistesAReserver, pistesInWords } from '#domain/slots/pistes.ts';
import type { ConservationLecons } from '#domain/core/conservation_lecons.ts';
import { avantOf, conservationOf, dureesEnVigueur } from '#domain/settings/durees.ts';
import { faitsOf } from '#domain/settings/gardes.ts';
import { type Envois, envoisOf } from '#domain/settings/envois.ts';
import { Refus } from '#domain/errors/errors.ts';
import { joursDuMois, moisOf } from '#domain/billing/facturation.ts';
import { changementsOf } from '#domain/journal/journal.ts';
import {
  FACULTATIFS,
  type Mentions,
  mentionsOf,
  type Parametres,
  type ParametresEnvoyes,
  type StoredParametres,
  type Regles,
  reglesOf,
} from '#domain/settings/parametres.ts';
import { refuseHeures, refuseParametres } from '#domain/settings/regles_parametres.ts';
import { tidyIban } from '#domain/settings/iban.ts';
import { keptMonths } from '#domain/backups.ts';
import { normalizeEmail } from '#domain/people/users.ts';
import { openingHoursOf } from '#domain/slots/horaires.ts';
import { leconsOutside } from '#domain/settings/coming.ts';
import { momentAt } from '#domain/core/calendrier.ts';
import { savedHoraires } from '#domain/slots/regles_horaires.ts';
import { tellReglages } from '#server/checks/alerte_admins.ts';
import { demandConfirmation } from '#server/checks/confirmation.ts';
import type { Tx } from '#server/platform/db.ts';
import { lockAdmins } from '#server/platform/locks.ts';
import { type Ctx, personneOf } from '#server/platform/services.ts';
import { insertJournal } from '#server/stores/journal.ts';
import { hasReleves } from '#server/stores/billing/releves.ts';
import {
  avantColumns,
  avantDe,
  getParametres,
  lockParametres,
  type ParametresRow,
  updateParametres,
} from '#server/stores/settings.ts';
import { demandEnrolment } from '#server/stores/signin/sessions.ts';
import { lockUser } from '#server/stores/people/users.ts';
import { type LeconAVenir, listEachAVenir } from '#server/stores/lessons/reservations.ts';
import { type Ouverture, ouvertureOf } from '#domain/slots/ouverture.ts';
import { listPistes } from '#server/stores/slots.ts';

/** Public data of the centre: name, town, contact, arenas and the rules in force (SET-20). */
export async function centre(
  ctx: Pick<Ctx, 'db' | 'shared' | 'centre' | 'canSend' | 'now'>,
): Promise<{
  nom: string;
  ville: string;
  contact: Contact;
  regles: Regles;
  envois: Envois;
  ouverture: Ouverture;
  facturation: boolean;
  mentions: Mentions | null;
  journalMois: number;
  sauvegardesMois: number;
  conservationLecons: ConservationLecons | null;
  pistes: Piste[];
  pistesEnMots: { entree: string; accueil: string };
}> {
  const [parametres, pistes] = await Promise.all([
    read(ctx),
    ctx.shared.share('pistes', () => listPistes(ctx.db)),
  ]);
  const offered = pistesActives(pistes);
  const durees = dureesEnVigueur(parametres, avantDe(parametres), ctx.now());
  const regles = reglesOf(parametres);
  return {
    ...ctx.centre,
    contact: contactOf(parametres),
    regles,
    envois: envoisOf(parametres, ctx.canSend),
    ouverture: ouvertureOf(openingHoursOf(regles), momentAt(ctx.now()).jour),
    facturation: parametres.billing,
    mentions: parametres.billing ? mentionsOf(parametres) : null,
    journalMois: durees.journalMois,
    sauvegardesMois: keptMonths(durees),
    conservationLecons: conservationOf(durees),
    pistes,
    pistesEnMots: { entree: pistesInWords(offered), accueil: pistesAReserver(offered) },
  };
}

export async function get(ctx: Ctx): Promise<StoredParametres> {
  return asRead(await read(ctx));
}

const read = (ctx: Pick<Ctx, 'db' | 'shared'>): Promise<ParametresRow> =>
  ctx.shared.share('parametres', () => getParametres(ctx.db));

/** The settings whose content stays out of the journal (ACC-72). */
const PERSONAL = [
  'adminEmail',
  'contactTelephone',
  'contactEmail',
  'billingHolder',
  'centreName',
  'centreAddress',
] as const;

/** The account and the mentions of the centre as they are stored; only those that are sent. */
function tidyFacturation(demande: ParametresEnvoyes): Partial<Parametres> {
  const { billingHolder, billingIban, centreName, centreForm, centreAddress, centreNumber } =
    demande;
  return {
    ...(billingHolder !== undefined && { billingHolder: billingHolder.trim() }),
    ...(billingIban !== undefined && { billingIban: tidyIban(billingIban) }),
    ...(centreName !== undefined && { centreName: centreName.trim() }),
    ...(centreForm !== undefined && { centreForm: centreForm.trim() }),
    ...(centreAddress !== undefined && { centreAddress: centreAddress.trim() }),
    ...(centreNumber !== undefined && { centreNumber: centreNumber.trim() }),
  };
}

/** What a save leaves out stays as it is stored. */
const facultatifsOf = (
  sent: ParametresEnvoyes,
  stored: Parametres,
): Pick<Parametres, (typeof FACULTATIFS)[number]> =>
  Object.fromEntries(
    FACULTATIFS.map((field) => [field, sent[field] === undefined ? stored[field] : sent[field]]),
  ) as Pick<Parametres, (typeof FACULTATIFS)[number]>;

/** Stores all settings; with a `version`, only if nobody changed them since (SET-03). */
export async function save(
  ctx: Ctx,
  {
    version,
    lessonDurationSaved: _,
    ...demande
  }: ParametresEnvoyes & {
    version?: number | undefined;
    lessonDurationSaved?: boolean | undefined;
  },
): Promise<StoredParametres> {
  const wanted = {
    ...demande,
    ...(demande.horaires && { horaires: savedHoraires(demande.horaires) }),
    adminEmail: normalizeEmail(demande.adminEmail),
    contactTelephone: demande.contactTelephone.trim(),
    contactEmail: normalizeEmail(demande.contactEmail),
    ...tidyFacturation(demande),
  };
  const refus = refuseParametres(wanted);
  if (refus) throw new Refus(refus);
  return ctx.transaction(async (tx) => {
    if (wanted.secondFacteurAdmins) await lockAdmins(tx); // nobody is promoted meanwhile (ACC-102)
    const stored = await lockParametres(tx);
    const parametres = { ...wanted, ...facultatifsOf(wanted, stored) };
    if (parametres.billing)
      parametres.billingSince ||= joursDuMois(moisOf(momentAt(ctx.now()).jour)).du;
    const change = { ...parametres, lessonDurationSaved: true };
    if (JSON.stringify({ ...stored, ...change }) === JSON.stringify(stored)) return asRead(stored);
    if (version !== undefined && version !== stored.version) throw new Refus('parametres_changes');
    if (parametres.billingSince !== stored.billingSince && (await hasReleves(tx)))
      throw new Refus('facturation_debut_fixe');
    const demanded = parametres.secondFacteurAdmins && !stored.secondFacteurAdmins;
    if (demanded) await demandOwnSecondFactor(ctx, tx);
    const avant = avantOf(stored, avantDe(stored), parametres, ctx.now());
    const faits = faitsOf(stored, parametres);
    if (faits.size > 0) await demandConfirmation(tx, ctx);
    for (const [fait, reglages] of faits) {
      const des = fait === 'durees_raccourcies' ? avant?.jusque.toISOString() : undefined;
      await tellReglages(tx, ctx, fait, { reglages, des });
    }
    const changements = changementsOf(stored, parametres, PERSONAL);
    if (Object.keys(changements).length > 0)
      await insertJournal(tx, ctx, { action: 'parametres.modifies', details: { changements } });
    // An administrator who changes the setting here needs no proposal any more (SET-43).
    const saved = await updateParametres(tx, {
      ...change,
      ...avantColumns(avant),
      ...(parametres.lessonRetention !== stored.lessonRetention && {
        lessonRetentionAnswered: true,
      }),
    });
    if (demanded) await demandEnrolment(tx, ctx.now());
    return asRead(saved);
  });
}

/** How many lessons the answer of `horsHeures` contains (LIM-162). */
const FIRST_OUTSIDE = 20;

/** The coming lessons that lie outside these hours but within the present ones (SET-04). */
export async function horsHeures(
  ctx: Ctx,
  wanted: Pick<Parametres, 'openingTime' | 'closingTime' | 'horaires'>,
): Promise<{ total: number; lecons: LeconAVenir[] }> {
  const refus = refuseHeures(wanted);
  if (refus) throw new Refus(refus);
  const [stored, coming] = await Promise.all([
    getParametres(ctx.db),
    listEachAVenir(ctx.db, momentAt(ctx.now())),
  ]);
  const outside = leconsOutside(coming, openingHoursOf(stored), openingHoursOf(wanted));
  return { total: outside.length, lecons: outside.slice(0, FIRST_OUTSIDE) };
}

/**
 * An administrator may demand a second factor of administrators only if they have one themselves;
 * otherwise nobody might be able to sign in any more (ACC-62).
 */
async function demandOwnSecondFactor(ctx: Ctx, tx: Tx): Promise<void> {
  const user = await lockUser(tx, personneOf(ctx).id);
  if (!user?.second_facteur) throw new Refus('second_facteur_requis');
}

/** System information (SET-15). */
export function systeme(ctx: Ctx): {
  version: string;
  base_de_donnees: string;
  environnement: 'Développement' | 'Production';
} {
  return {
    version: ctx.version,
    base_de_donnees: `${ctx.database.nom} ${ctx.database.version}`,
    environnement: ctx.production ? 'Production' : 'Développement',
  };
}

type Internal = 'id' | 'lessonRetentionAnswered' | 'seatsPricedOn' | 'dureesAvant' | 'dureesJusque';

/** The answer contains only settings. */
function asRead(row: StoredParametres): StoredParametres {
  const {
    id: _id,
    lessonRetentionAnswered: _answered,
    seatsPricedOn: _pricedOn,
    dureesAvant: _avant,
    dureesJusque: _jusque,
    ...parametres
  } = row as StoredParametres & Record<Internal, unknown>;
  return parametres;
}
