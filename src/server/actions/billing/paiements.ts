/** What the desk stores in accounts: lines, corrections, payments, reminders (REL-04, REL-06, REL-21). */
import { randomUUID } from 'node:crypto';
import { momentAt } from '#domain/core/calendrier.ts';
import { envoisRelances } from '#domain/emails/releves.ts';
import { Refus } from '#domain/errors/errors.ts';
import {
  eurosDe,
  montantOf,
  mouvementsOf,
  type Moyen,
  numeroOf,
  refuseJourLigne,
  refuseJourPaiement,
  type SourceLigne,
} from '#domain/billing/facturation.ts';
import { aujourdhuiOf, demandFacturation, isRappelable } from '#server/checks/facturation.ts';
import { imprimee } from '#server/checks/releves.ts';
import type { Tx } from '#server/platform/db.ts';
import { type Ctx, personneOf } from '#server/platform/services.ts';
import { insertCourriels } from '#server/stores/emails/courriels.ts';
import { insertJournal } from '#server/stores/journal.ts';
import { type DoitRow, getActuelle, listDoit } from '#server/stores/billing/comptes.ts';
import {
  getLigneLibre,
  getMouvement,
  insertLigneLibre,
  insertMouvement,
} from '#server/stores/billing/mouvements.ts';
import { holdClients, insertRelances, lockPayeurs } from '#server/stores/billing/releves.ts';
import { getClientDeFiche } from '#server/stores/customers/fiche.ts';
import { listActive } from '#server/stores/people/users.ts';
import { listPistes } from '#server/stores/slots.ts';

const SUCCESS = { success: true };

/** Keeps a customer until the transaction ends; refused if it is gone. */
async function holdClient(tx: Tx, id: string): Promise<void> {
  await holdClients(tx, [id]);
  if (!(await getClientDeFiche(tx, id))) throw new Refus('client_inconnu');
}

type Libre = { id: string; client: string; jour: string; libelle: string; montant: number };

export async function addLigne(
  ctx: Ctx,
  { id, client, jour, libelle, montant }: Libre,
): Promise<{ success: boolean }> {
  await demandFacturation(ctx.db);
  const centimes = montantOf(montant);
  if (centimes === null) throw new Refus('montant_invalide');
  const refus = refuseJourLigne(jour, aujourdhuiOf(ctx.now));
  if (refus) throw new Refus(refus);
  return ctx.transaction(async (tx) => {
    await holdClient(tx, client);
    const added = await insertLigneLibre(tx, {
      id,
      client_id: client,
      jour,
      libelle: libelle.trim(),
      centimes,
      created_at: ctx.now(),
      cree_par: personneOf(ctx).id,
    });
    const stored = added ? null : await getLigneLibre(tx, id);
    if (
      stored &&
      (stored.client_id !== client ||
        stored.jour !== jour ||
        stored.centimes !== centimes ||
        stored.libelle !== libelle.trim())
    )
      throw new Refus('ligne_deja_ajoutee');
    if (added)
      await insertJournal(tx, ctx, {
        action: 'ligne.ajoutee',
        objet_id: client,
        details: { centimes },
      });
    return SUCCESS;
  });
}

type Correction = {
  id: string;
  client: string;
  source: SourceLigne;
  ligne: string;
  raison: string;
};

/** The counter-line of what a seat or a stored line costs now; it follows it (REL-06). */
export async function correct(
  ctx: Ctx,
  { id, client, source, ligne, raison }: Correction,
): Promise<{ success: boolean }> {
  await demandFacturation(ctx.db);
  return ctx.transaction(async (tx) => {
    await holdClient(tx, client);
    const moment = momentAt(ctx.now());
    const found = await getActuelle(tx, moment, { client, source, id: ligne });
    const stored = await getLigneLibre(tx, id);
    if (stored) {
      const isSame = !found || stored.corrige === ligne || stored.corrige === found.cle;
      if (!isSame || stored.raison !== raison.trim()) throw new Refus('correction_deja_faite');
      return SUCCESS;
    }
    if (!found) throw new Refus('ligne_absente');
    if (found.corrigee) throw new Refus('ligne_corrigee');
    const { libelle } = imprimee(found, await listPistes(tx));
    const added = await insertLigneLibre(tx, {
      id,
      client_id: client,
      jour: moment.jour,
      libelle,
      cavalier: found.cavalier,
      centimes: -found.centimes,
      raison: raison.trim(),
      corrige: found.cle,
      created_at: ctx.now(),
      cree_par: personneOf(ctx).id,
    });
    if (!added) throw new Refus('ligne_corrigee');
    await insertJournal(tx, ctx, {
      action: 'ligne.corrigee',
      objet_id: client,
      details: { centimes: -found.centimes },
    });
    return SUCCESS;
  });
}

/** Locks an account; refused if there is neither a customer nor an erased account. */
async function holdCompte(tx: Tx, id: string): Promise<void> {
  if ((await lockPayeurs(tx, [id])).length === 0) throw new Refus('client_inconnu');
}

const soldeOf = async (ctx: Ctx, tx: Tx, id: string): Promise<number> =>
  (await listDoit(tx, momentAt(ctx.now()), [id]))[0]?.solde ?? 0;

type Paiement = {
  id: string;
  client: string;
  attendu: number;
  montant: number;
  jour: string;
  moyen: Moyen;
  note: string | null;
};

/**
 * Of two payments of one account at once the second is refused: what is owed is not what its person
 * saw any more (REL-21). A repeated call stores nothing more.
 */
export async function pay(
  ctx: Ctx,
  { id, client, attendu, montant, jour, moyen, note }: Paiement,
): Promise<{ solde: number }> {
  await demandFacturation(ctx.db);
  const centimes = montantOf(montant);
  const { recu, arrondi } = mouvementsOf(centimes ?? 0, moyen);
  if (centimes === null || centimes < 0 || recu === 0) throw new Refus('montant_invalide');
  const refus = refuseJourPaiement(jour, aujourdhuiOf(ctx.now));
  if (refus) throw new Refus(refus);
  return ctx.transaction(async (tx) => {
    await holdCompte(tx, client);
    const solde = await soldeOf(ctx, tx, client);
    const paiement = {
      payeur_id: client,
      jour,
      moyen,
      centimes: recu,
      arrondi,
      note: note?.trim() || null,
    };
    const stored = await getMouvement(tx, id);
    if (stored) {
      const fields = Object.keys(paiement) as (keyof typeof paiement)[];
      if (fields.some((field) => stored[field] !== paiement[field]))
        throw new Refus('paiement_deja_enregistre');
      return { solde: eurosDe(solde) };
    }
    if (eurosDe(solde) !== attendu) throw new Refus('solde_change');
    await insertMouvement(tx, {
      ...paiement,
      id,
      created_at: ctx.now(),
      cree_par: personneOf(ctx).id,
    });
    await insertJournal(tx, ctx, {
      action: 'paiement.enregistre',
      objet_id: client,
      details: { centimes: recu, moyen },
    });
    return { solde: eurosDe(solde - centimes) };
  });
}

/** Stores the counter-movement of a payment and its rounding, of today (REL-23). */
export async function undo(ctx: Ctx, { id }: { id: string }): Promise<{ solde: number }> {
  await demandFacturation(ctx.db);
  return ctx.transaction(async (tx) => {
    const read = await getMouvement(tx, id);
    if (read?.annule_id !== null) throw new Refus('paiement_introuvable');
    await holdCompte(tx, read.payeur_id);
    // A merge of customers may have moved it meanwhile.
    const paiement = await getMouvement(tx, id);
    if (!paiement) throw new Refus('paiement_introuvable');
    const { payeur_id, moyen, centimes, arrondi } = paiement;
    const added = await insertMouvement(tx, {
      id: randomUUID(),
      payeur_id,
      jour: aujourdhuiOf(ctx.now),
      moyen,
      centimes: -centimes,
      arrondi: -arrondi,
      annule_id: id,
      created_at: ctx.now(),
      cree_par: personneOf(ctx).id,
    });
    if (!added) throw new Refus('paiement_annule');
    await insertJournal(tx, ctx, {
      action: 'paiement.annule',
      objet_id: payeur_id,
      details: { centimes, moyen },
    });
    return { solde: eurosDe(await soldeOf(ctx, tx, payeur_id)) };
  });
}

/** The accounts that may be reminded now, with their last statement. */
const remindable = async (
  ctx: Ctx,
  tx: Tx,
  ids?: readonly string[],
): Promise<(DoitRow & { releve: NonNullable<DoitRow['releve']> })[]> => {
  const moment = momentAt(ctx.now());
  return (await listDoit(tx, moment, ids)).flatMap((row) =>
    row.releve && isRappelable(row, moment.jour) ? [{ ...row, releve: row.releve }] : [],
  );
};

/**
 * Sends reminders by email. Accounts are locked and read again, so that two callers at once send one
 * each (REL-27).
 */
export async function relancer(
  ctx: Ctx,
  { client }: { client?: string | undefined },
): Promise<{ faits: number; sans_email: { id: string; nom: string }[] }> {
  const { billingHolder: titulaire, billingIban: iban } = await demandFacturation(ctx.db);
  return ctx.transaction(async (tx) => {
    const first = await remindable(ctx, tx, client === undefined ? undefined : [client]);
    if (client !== undefined && first.length === 0) throw new Refus('rappel_trop_tot');
    const ids = first.map(({ id }) => id);
    await lockPayeurs(tx, ids);
    const rows = await remindable(ctx, tx, ids);
    if (client !== undefined && rows.length === 0) throw new Refus('rappel_trop_tot');
    const comptes = await listActive(tx, ids);
    const told = rows.filter(({ id }) => comptes.some((one) => one.id === id));
    const at = ctx.now();
    const relances = told.map(({ id, solde }) => ({
      id: randomUUID(),
      payeur_id: id,
      jour: momentAt(at).jour,
      centimes: solde,
      created_at: at,
      cree_par: personneOf(ctx).id,
    }));
    await insertRelances(tx, relances);
    await insertCourriels(
      tx,
      envoisRelances(
        told.map(({ id, solde, releve }, n) => ({
          id: releve.id,
          payeur_id: id,
          numero: numeroOf(releve.mois, releve.numero),
          mois: releve.mois,
          jour: releve.jour,
          a_payer: solde,
          relance: relances[n]?.id ?? '',
        })),
        { comptes, titulaire, iban, now: at },
      ),
    );
    if (told.length > 0)
      await insertJournal(tx, ctx, {
        action: 'rappels.envoyes',
        ...(client !== undefined && { objet_id: client }),
        details: { nombre: told.length },
      });
    return {
      faits: told.length,
      sans_email: rows.filter((row) => !told.includes(row)).map(({ id, nom }) => ({ id, nom })),
    };
  });
}
