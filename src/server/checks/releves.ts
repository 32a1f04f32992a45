/**
 * Makes statements: of a month by an administrator, and the last one of a customer before its erasure
 * (REL-10, REL-11, REL-35).
 */
import { randomUUID } from 'node:crypto';
import { addDays, momentAt } from '#domain/core/calendrier.ts';
import { envoisReleves } from '#domain/emails/releves.ts';
import { Refus } from '#domain/errors/errors.ts';
import { joursDuMois, moisOf, numeroOf } from '#domain/billing/facturation.ts';
import { libelleOf, NOMS_MOTIF } from '#domain/billing/lignes.ts';
import { mentionsImprimees } from '#domain/settings/parametres.ts';
import type { Piste } from '#domain/slots/pistes.ts';
import type { Tx } from '../platform/db.ts';
import { lockFacturation } from '../platform/locks.ts';
import type { Ctx } from '../platform/services.ts';
import { insertCourriels } from '../stores/emails/courriels.ts';
import { type Etiquette, listOuvertes } from '../stores/billing/comptes.ts';
import {
  insertReleves,
  listComptesDe,
  lockPayeurs,
  readImprimes,
  readTotaux,
  takeNumeros,
} from '../stores/billing/releves.ts';
import { listActive } from '../stores/people/users.ts';
import { getParametres } from '../stores/settings.ts';
import { listPistes } from '../stores/slots.ts';

type Needs = Pick<Ctx, 'now' | 'personne'>;

/** An open line as it is printed: with its label, and why it is there. */
type LigneImprimee = { libelle: string; raison: string | null };

/** The label of an open line, and the reason of a late seat (LIG-01) or a correction. */
export function imprimee(row: Etiquette, pistes: readonly Piste[]): LigneImprimee {
  const { type_lecon, label, heure_debut, heure_fin, type_piste, motif } = row;
  const lesson =
    type_lecon !== null && heure_debut !== null && heure_fin !== null && type_piste !== null
      ? libelleOf({ heure_debut, heure_fin, type_piste }, label ?? type_lecon, pistes)
      : null;
  return {
    libelle: lesson ?? row.libelle ?? '',
    raison: row.raison ?? (motif && NOMS_MOTIF[motif]),
  };
}

/**
 * Makes one statement for each of some accounts, of all its open lines up to the end of a month, and
 * writes its email. It covers the days until then, or until yesterday, so that what is still to come,
 * also today, is not owed yet. `entier`: a customer of whom every open line is on it, whatever its day. Accounts
 * without a line get none. The caller has the lock of statements (`lockFacturation`). Returns the
 * statements.
 */
export async function makeReleves(
  tx: Tx,
  ctx: Needs,
  { mois, payeurs, entier }: { mois: string; payeurs: readonly string[]; entier?: string },
): Promise<{ id: string; numero: string }[]> {
  const at = ctx.now();
  const moment = momentAt(at);
  const fin = joursDuMois(mois).au;
  const hier = addDays(moment.jour, -1);
  const au = fin < hier ? fin : hier;
  await lockPayeurs(tx, payeurs);
  const parametres = await getParametres(tx);
  const { billingHolder: titulaire, billingIban: iban } = parametres;
  const mentions = mentionsImprimees(parametres);
  const [pistes, imprimes, totaux, rows] = [
    await listPistes(tx),
    await readImprimes(tx, payeurs),
    await readTotaux(tx, payeurs),
    await listOuvertes(tx, moment, { payeurs, au: entier === undefined ? fin : undefined }),
  ];
  const lines = rows.filter(({ jour, client_id }) => jour <= fin || client_id === entier);
  const ofPayeur = Map.groupBy(lines, ({ payeur_id }) => payeur_id);
  const wanted = payeurs.filter((id) => ofPayeur.has(id) && imprimes.has(id));
  if (wanted.length === 0) return [];
  const last = await takeNumeros(tx, mois, wanted.length);
  if (last === null) throw new Refus('numeros_epuises');
  const releves = wanted.map((payeur_id, n) => {
    const { du = 0, regle = 0, paye = 0 } = totaux.get(payeur_id) ?? {};
    const lignes = ofPayeur.get(payeur_id) ?? [];
    return {
      id: randomUUID(),
      payeur_id,
      mois,
      numero: last - wanted.length + 1 + n,
      jour: moment.jour,
      au,
      nom: imprimes.get(payeur_id)?.nom ?? '',
      adresse: imprimes.get(payeur_id)?.adresse ?? null,
      solde_precedent: du - regle,
      ce_mois: lignes.reduce((sum, { centimes }) => sum + centimes, 0),
      paye: paye - regle,
      mentions,
      created_at: at,
      cree_par: ctx.personne?.id ?? null,
    };
  });
  await insertReleves(
    tx,
    releves,
    releves.flatMap(({ id, payeur_id }) =>
      (ofPayeur.get(payeur_id) ?? []).map((row, n) => ({
        releve_id: id,
        position: n + 1,
        client_id: row.client_id,
        source: row.source,
        source_id: row.id,
        jour: row.jour,
        ...imprimee(row, pistes),
        cavalier: row.cavalier,
        centimes: row.centimes,
        ecart: row.ecart,
      })),
    ),
  );
  await insertCourriels(
    tx,
    envoisReleves(
      releves.map((releve) => ({
        ...releve,
        numero: numeroOf(releve.mois, releve.numero),
        a_payer: releve.solde_precedent + releve.ce_mois - releve.paye,
      })),
      { comptes: await listActive(tx, wanted), titulaire, iban, now: at },
    ),
  );
  return releves.map((one) => ({ id: one.id, numero: numeroOf(one.mois, one.numero) }));
}

/**
 * The last statement of a customer before its erasure, of all of its open lines, those of later days
 * too (REL-35). A payer's account gets them if somebody pays for the customer. Its emails are erased
 * with it. The caller has taken `holdReleves`. Returns their numbers as the journal keeps them.
 */
export async function makeLastReleve(
  tx: Tx,
  ctx: Needs,
  client: string,
): Promise<{ releves?: string[] }> {
  if (!(await getParametres(tx)).billing) return {};
  const mois = moisOf(momentAt(ctx.now()).jour);
  const accounts = new Set(
    (await listOuvertes(tx, momentAt(ctx.now()), { payeurs: await listComptesDe(tx, client) }))
      .filter(({ client_id, payeur_id }) => client_id === client || payeur_id === client)
      .map(({ payeur_id }) => payeur_id),
  );
  const made = await makeReleves(tx, ctx, {
    mois,
    payeurs: [...accounts].toSorted(),
    entier: client,
  });
  return made.length > 0 ? { releves: made.map(({ numero }) => numero) } : {};
}

/** Takes the lock of statements before an erasure, which makes the last one (REL-35). */
export async function holdReleves(tx: Tx): Promise<void> {
  if ((await getParametres(tx)).billing) await lockFacturation(tx);
}
