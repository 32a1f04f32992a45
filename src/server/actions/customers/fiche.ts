/** The page of a customer, for the desk (CLI-20 to CLI-24). */
import { momentAt } from '#domain/core/calendrier.ts';
import { sliceOf } from '#domain/core/pages.ts';
import type { EtatCourriel } from '#domain/emails/courriels.ts';
import { Refus } from '#domain/errors/errors.ts';
import type { Ligne } from '#domain/billing/lignes.ts';
import { monthOf, sumsOf, type Sums } from '#domain/statistics/statistiques.ts';
import type { User } from '#domain/people/users.ts';
import { eurosOf } from '#domain/prices.ts';
import { sujetOf } from '#documents/emails/courriels.ts';
import { type LigneLue, readLignes } from '#server/checks/journal.ts';
import type { Ctx } from '#server/platform/services.ts';
import { listCourriels } from '#server/stores/emails/courriels.ts';
import { listLignes } from '#server/stores/billing/lignes.ts';
import { listFamilles } from '#server/stores/statistics/statistiques.ts';
import {
  type CavalierDeFiche,
  type ClientDeFiche,
  getClientDeFiche,
  listCavaliersDeFiche,
} from '#server/stores/customers/fiche.ts';
import { getUser } from '#server/stores/people/users.ts';
import { listLeconsDuClient, type Quand } from '#server/stores/lessons/lecons_du_client.ts';

/** How many emails and lines of the journal the page shows. */
const LAST = { nombre: 10, offset: 0 };

/** The seats of a period as the statistics count them, and what is billed after the deadline. */
type Montants = Sums & { retard: number };

type Courriel = { id: string; sujet: string; statut: EtatCourriel; le: string };

type Fiche = ClientDeFiche & {
  compte: User | null;
  cavaliers: CavalierDeFiche[];
  mois: Montants;
  annee: Montants;
  /** What is billed after the deadline in this year, the latest first. */
  lignes: Ligne[];
  courriels: Courriel[];
  journal: LigneLue[];
};

export async function get({ db, now, centre }: Ctx, { id }: { id: string }): Promise<Fiche> {
  const { jour } = momentAt(now());
  const [year, month] = [
    { du: `${jour.slice(0, 4)}-01-01`, au: `${jour.slice(0, 4)}-12-31` },
    monthOf(jour),
  ];
  const client = await getClientDeFiche(db, id);
  if (!client) throw new Refus('client_inconnu');
  const [compte, cavaliers, ofMonth, ofYear, lignes, courriels, journal] = await Promise.all([
    getUser(db, id),
    listCavaliersDeFiche(db, id),
    listFamilles(db, { ...month, client: id }),
    listFamilles(db, { ...year, client: id }),
    listLignes(db, { ...year, client: id }),
    listCourriels(db, { user_id: id }, LAST),
    readLignes(db, { client: id }, LAST),
  ]);
  const retardOf = ({ du, au }: typeof month): number =>
    Number(
      eurosOf(
        lignes
          .filter((ligne) => du <= ligne.jour && ligne.jour <= au)
          .reduce((sum, { centimes }) => sum + centimes, 0),
      ),
    );
  return {
    ...client,
    compte,
    cavaliers,
    mois: { ...sumsOf(ofMonth), retard: retardOf(month) },
    annee: { ...sumsOf(ofYear), retard: retardOf(year) },
    lignes: lignes
      .map(({ centimes, ...ligne }) => ({ ...ligne, prix: Number(eurosOf(centimes)) }))
      .toReversed(),
    courriels: courriels.map(({ courriel }) => ({
      id: courriel.id,
      sujet: sujetOf(courriel.contenu, centre.nom),
      statut: courriel.statut,
      le: (courriel.envoye_at ?? courriel.created_at).toISOString(),
    })),
    journal,
  };
}

type Lecons = {
  total: number;
  lecons: (Omit<
    NonNullable<Awaited<ReturnType<typeof listLeconsDuClient>>>['lecons'][number],
    'centimes'
  > & { prix: number | null })[];
};

/** A cancelled or deleted lesson costs nothing: it has no price. */
export async function listLecons(
  { db, now }: Ctx,
  { id, quand, page }: { id: string; quand: Quand; page: number },
): Promise<Lecons> {
  const found = await listLeconsDuClient(db, id, quand, momentAt(now()), sliceOf(page));
  if (!found) throw new Refus('client_inconnu');
  return {
    total: found.total,
    lecons: found.lecons.map(({ centimes, ...lecon }) => ({
      ...lecon,
      prix: lecon.statut === 'annulee' || lecon.supprimee ? null : Number(eurosOf(centimes)),
    })),
  };
}
