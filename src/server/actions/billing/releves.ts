/** Statements: what would be made, making them, reading them (REL-07 to REL-15, REL-30). */
import { momentAt } from '#domain/core/calendrier.ts';
import { Refus } from '#domain/errors/errors.ts';
import {
  eurosDe,
  joursDuMois,
  refuseMois,
  RELEVES_PAR_APPEL,
} from '#domain/billing/facturation.ts';
import type { Prochain } from '#domain/billing/releves.ts';
import {
  aujourdhuiOf,
  type CentreDeReleve,
  centreOf,
  demandFacturation,
  imprimeOf,
  type MouvementLu,
  mouvementsLus,
  prochainOf,
  type ReleveImprime,
  type ReleveResume,
  resumeOf,
} from '#server/checks/facturation.ts';
import { makeReleves } from '#server/checks/releves.ts';
import { lockFacturation } from '#server/platform/locks.ts';
import { type Ctx, personneOf } from '#server/platform/services.ts';
import { insertJournal } from '#server/stores/journal.ts';
import {
  listAFaire,
  listCreditsDoubles,
  listDoit,
  listOuvertes,
} from '#server/stores/billing/comptes.ts';
import { type Doutes, listDoutes } from '#server/stores/billing/doutes.ts';
import { listMouvements } from '#server/stores/billing/mouvements.ts';
import {
  countReleves,
  getReleve,
  listMois,
  listRelevesDe,
  listRelevesDuMois,
  readRestes,
} from '#server/stores/billing/releves.ts';
import { isPaidFor } from '#server/stores/customers/clients.ts';

type Etat = {
  depuis: string;
  jusque: string | null;
  mois: { mois: string; releves: number; total: number }[];
  centre: CentreDeReleve;
};

/** The months that have statements (REL-13). */
export async function etat(ctx: Ctx): Promise<Etat> {
  const parametres = await demandFacturation(ctx.db);
  const rows = await listMois(ctx.db);
  return {
    depuis: parametres.billingSince,
    jusque: rows.reduce<string | null>(
      (last, { au }) => (au && au > (last ?? '') ? au : last),
      null,
    ),
    mois: rows.map(({ mois, releves: nombre, total }) => ({
      mois,
      releves: nombre,
      total: eurosDe(total),
    })),
    centre: centreOf(parametres, ctx.centre.nom),
  };
}

type Preparation = Doutes & {
  mois: string;
  faits: number;
  clients: { id: string; nom: string; compte: boolean; lignes: number; montant: number }[];
  credits: {
    client: { id: string; nom: string };
    jour: string;
    libelle: string;
    cavalier: string | null;
    montant: number;
  }[];
};

export async function prepare(ctx: Ctx, { mois }: { mois: string }): Promise<Preparation> {
  await demandFacturation(ctx.db);
  const moment = momentAt(ctx.now());
  const refus = refuseMois(mois, moment.jour);
  if (refus) throw new Refus(refus);
  const period = joursDuMois(mois);
  const [faits, clients, credits, doutes] = await Promise.all([
    countReleves(ctx.db, mois),
    listAFaire(ctx.db, moment, period.au),
    listCreditsDoubles(ctx.db, moment),
    listDoutes(ctx.db, { ...period, ...moment }),
  ]);
  return {
    mois,
    faits,
    clients: clients.map(({ centimes, ...one }) => ({ ...one, montant: eurosDe(centimes) })),
    credits: credits.map(({ client, nom, centimes, ...one }) => ({
      ...one,
      client: { id: client, nom },
      montant: eurosDe(centimes),
    })),
    ...doutes,
  };
}

/**
 * Makes at most 200 statements. Under the lock the accounts are read again, so that of two callers at
 * once the second finds nothing more to make (REL-11).
 */
export async function make(
  ctx: Ctx,
  { mois, clients }: { mois: string; clients?: string[] | undefined },
): Promise<{ faits: string[]; restent: number }> {
  await demandFacturation(ctx.db);
  const refus = refuseMois(mois, aujourdhuiOf(ctx.now));
  if (refus) throw new Refus(refus);
  return ctx.transaction(async (tx) => {
    await lockFacturation(tx);
    const due = await listAFaire(tx, momentAt(ctx.now()), joursDuMois(mois).au, clients);
    const chosen = due.slice(0, RELEVES_PAR_APPEL);
    const made = await makeReleves(tx, ctx, { mois, payeurs: chosen.map(({ id }) => id) });
    const faits = made.map(({ id }) => id);
    if (faits.length > 0)
      await insertJournal(tx, ctx, {
        action: 'releves.faits',
        details: { mois, nombre: faits.length },
      });
    return { faits, restent: due.length - chosen.length };
  });
}

export async function releves(
  ctx: Ctx,
  { mois, page }: { mois: string; page: number },
): Promise<{
  total: number;
  centre: CentreDeReleve;
  releves: (ReleveImprime & { payeur: string; reste: number })[];
}> {
  const parametres = await demandFacturation(ctx.db);
  const found = await listRelevesDuMois(ctx.db, mois, {
    nombre: RELEVES_PAR_APPEL,
    offset: (page - 1) * RELEVES_PAR_APPEL,
  });
  const restes = await readRestes(
    ctx.db,
    found.releves.map(({ id }) => id),
  );
  return {
    total: found.total,
    centre: centreOf(parametres, ctx.centre.nom),
    releves: found.releves.map((one) => ({
      ...imprimeOf(one, ctx.centre.nom),
      payeur: one.payeur_id,
      reste: eurosDe(restes.get(one.id) ?? 0),
    })),
  };
}

export async function releve(
  ctx: Ctx,
  { id }: { id: string },
): Promise<{ centre: CentreDeReleve; releve: ReleveImprime; payeur: string }> {
  const parametres = await demandFacturation(ctx.db);
  const found = await getReleve(ctx.db, id);
  if (!found) throw new Refus('releve_introuvable');
  return {
    centre: centreOf(parametres, ctx.centre.nom),
    releve: imprimeOf(found, ctx.centre.nom),
    payeur: found.payeur_id,
  };
}

type MesReleves = {
  solde: number;
  en_cours: number;
  prochain: Prochain;
  paye_par_un_autre: boolean;
  releves: ReleveResume[];
  paiements: MouvementLu[];
};

/** The statements of the caller (REL-30). */
export async function list(ctx: Ctx): Promise<MesReleves> {
  const { billingSince: premier } = await demandFacturation(ctx.db);
  const { id } = personneOf(ctx);
  const moment = momentAt(ctx.now());
  const [[row], ouvertes, own, mouvements, paye_par_un_autre] = await Promise.all([
    listDoit(ctx.db, moment, [id]),
    listOuvertes(ctx.db, moment, { payeurs: [id] }),
    listRelevesDe(ctx.db, id),
    listMouvements(ctx.db, id),
    isPaidFor(ctx.db, id),
  ]);
  return {
    solde: eurosDe(row?.solde ?? 0),
    en_cours: eurosDe(row?.en_cours ?? 0),
    prochain: prochainOf(own, ouvertes, { premier, aujourdhui: moment.jour }),
    paye_par_un_autre,
    releves: own.map(resumeOf),
    // The note of a payment is for the desk.
    paiements: mouvements.flatMap(mouvementsLus).map((one) => ({ ...one, note: null })),
  };
}

export async function get(
  ctx: Ctx,
  { id }: { id: string },
): Promise<{ centre: CentreDeReleve; releve: ReleveImprime }> {
  const parametres = await demandFacturation(ctx.db);
  const found = await getReleve(ctx.db, id, personneOf(ctx).id);
  if (!found) throw new Refus('releve_introuvable');
  return {
    centre: centreOf(parametres, ctx.centre.nom),
    releve: imprimeOf(found, ctx.centre.nom),
  };
}
