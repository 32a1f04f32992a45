/** Accounts: who owes what, the account of a customer, receipts, erased accounts (REL-19 to REL-25). */
import { momentAt } from '#domain/core/calendrier.ts';
import { Refus } from '#domain/errors/errors.ts';
import {
  eurosDe,
  type Moyen,
  numeroOf,
  rechercheOf,
  type SourceLigne,
} from '#domain/billing/facturation.ts';
import type { Prochain } from '#domain/billing/releves.ts';
import { bestFirst, findsName } from '#domain/riders/noms_trouves.ts';
import {
  aujourdhuiOf,
  demandFacturation,
  type Doit,
  doitOf,
  type MouvementLu,
  mouvementsLus,
  prochainOf,
  type ReleveResume,
  resumeOf,
} from '#server/checks/facturation.ts';
import { imprimee } from '#server/checks/releves.ts';
import type { Ctx } from '#server/platform/services.ts';
import { listDoit, listOuvertes } from '#server/stores/billing/comptes.ts';
import { listMouvements, listRecettes } from '#server/stores/billing/mouvements.ts';
import {
  findByNumero,
  getPayeur,
  listEffaces,
  listRelevesDe,
} from '#server/stores/billing/releves.ts';
import { type ClientDeFiche, getClientDeFiche } from '#server/stores/customers/fiche.ts';
import { listPistes } from '#server/stores/slots.ts';

export async function doit(ctx: Ctx): Promise<Doit[]> {
  await demandFacturation(ctx.db);
  const aujourdhui = aujourdhuiOf(ctx.now);
  return (await listDoit(ctx.db, momentAt(ctx.now()))).map((row) => doitOf(row, aujourdhui));
}

/** How many accounts a search answers (REL-24). */
const FOUND = 10;

type Trouves = { montant: number | null; comptes: (Doit & { exact: boolean })[] };

/**
 * Of an amount: the accounts that owe exactly it, then those that owe more, the nearest first. Of a
 * number or a communication: its account. Of a name: the accounts that have all its words, in the order of PEOPLE-48.
 */
export async function chercher(ctx: Ctx, { q }: { q: string }): Promise<Trouves> {
  await demandFacturation(ctx.db);
  const wanted = rechercheOf(q);
  if (!wanted) return { montant: null, comptes: [] };
  const aujourdhui = aujourdhuiOf(ctx.now);
  const lues = (rows: Awaited<ReturnType<typeof listDoit>>, exact: (solde: number) => boolean) =>
    rows.slice(0, FOUND).map((row) => ({ ...doitOf(row, aujourdhui), exact: exact(row.solde) }));
  const moment = momentAt(ctx.now());
  if (wanted.sorte === 'releve') {
    const payeur = await findByNumero(ctx.db, wanted);
    return {
      montant: null,
      comptes: payeur ? lues(await listDoit(ctx.db, moment, [payeur]), () => true) : [],
    };
  }
  const rows = await listDoit(ctx.db, moment);
  if (wanted.sorte === 'montant') {
    const { centimes } = wanted;
    const owing = rows
      .filter(({ solde }) => solde >= centimes && solde > 0)
      .toSorted((a, b) => a.solde - b.solde);
    return { montant: eurosDe(centimes), comptes: lues(owing, (solde) => solde === centimes) };
  }
  const { texte } = wanted;
  const textsOf = ({ nom, email }: (typeof rows)[number]) => `${nom} ${email ?? ''}`;
  const named = rows.filter((row) => findsName(texte, textsOf(row)) > 0);
  return { montant: null, comptes: lues(bestFirst(texte, named, textsOf), () => false) };
}

type LigneDeCompte = {
  source: SourceLigne;
  id: string;
  client: { id: string; nom: string };
  jour: string;
  libelle: string;
  cavalier: string | null;
  montant: number;
  ecart: boolean;
  raison: string | null;
};

type Compte = Pick<
  Doit,
  'id' | 'nom' | 'efface' | 'solde' | 'en_cours' | 'depuis' | 'demande' | 'rappel'
> &
  Pick<ClientDeFiche, 'payeur' | 'paie_pour'> & {
    rappelable: boolean;
    prochain: Prochain;
    lignes: LigneDeCompte[];
    releves: ReleveResume[];
    mouvements: MouvementLu[];
  };

/** The account of a customer, or of an erased one (REL-19). */
export async function compte(ctx: Ctx, { id }: { id: string }): Promise<Compte> {
  const { billingSince: premier } = await demandFacturation(ctx.db);
  const moment = momentAt(ctx.now());
  const [client, kept] = [await getClientDeFiche(ctx.db, id), await getPayeur(ctx.db, id)];
  if (!client && !kept) throw new Refus('compte_introuvable');
  const [[row], ouvertes, own, mouvements, pistes] = await Promise.all([
    listDoit(ctx.db, moment, [id]),
    listOuvertes(ctx.db, moment, { payeurs: [id] }),
    listRelevesDe(ctx.db, id),
    listMouvements(ctx.db, id),
    listPistes(ctx.db),
  ]);
  const sums = row && doitOf(row, moment.jour);
  // A new line is on the payer's account, if somebody pays.
  const sent = client?.payeur ? await listRelevesDe(ctx.db, client.payeur.id) : own;
  return {
    id,
    nom: client?.nom ?? kept?.nom ?? '',
    payeur: client?.payeur ?? null,
    paie_pour: client?.paie_pour ?? [],
    efface: kept?.efface ?? false,
    solde: sums?.solde ?? 0,
    en_cours: sums?.en_cours ?? 0,
    depuis: sums?.depuis ?? null,
    demande: sums?.demande ?? null,
    rappel: sums?.rappel ?? null,
    rappelable: sums?.rappelable ?? false,
    prochain: prochainOf(sent, ouvertes, { premier, aujourdhui: moment.jour }),
    lignes: ouvertes
      .toSorted((a, b) => a.jour.localeCompare(b.jour))
      .map((one) => ({
        source: one.source,
        id: one.id,
        client: { id: one.client_id, nom: one.client },
        jour: one.jour,
        cavalier: one.cavalier,
        montant: eurosDe(one.centimes),
        ecart: one.ecart,
        ...imprimee(one, pistes),
      })),
    releves: own.map(resumeOf),
    mouvements: mouvements.flatMap(mouvementsLus),
  };
}

/** What is open before a customer is erased (REL-35). */
export async function ouvert(
  ctx: Ctx,
  { id }: { id: string },
): Promise<{ solde: number; en_cours: number }> {
  await demandFacturation(ctx.db);
  const [row] = await listDoit(ctx.db, momentAt(ctx.now()), [id]);
  return { solde: eurosDe(row?.solde ?? 0), en_cours: eurosDe(row?.en_cours ?? 0) };
}

type Recette = {
  id: string;
  jour: string;
  client: string;
  releve: string | null;
  moyen: Moyen;
  montant: number;
  arrondi: number;
  note: string | null;
  annulation: boolean;
  saisi_le: string;
};

export async function recettes(ctx: Ctx, days: { du: string; au: string }): Promise<Recette[]> {
  await demandFacturation(ctx.db);
  return (await listRecettes(ctx.db, days)).map(
    ({ centimes, arrondi, created_at, releve, ...row }) => ({
      ...row,
      releve: releve && numeroOf(releve.mois, releve.numero),
      montant: eurosDe(centimes),
      arrondi: eurosDe(arrondi),
      saisi_le: created_at,
    }),
  );
}

type Efface = {
  id: string;
  nom: string;
  adresse: string | null;
  efface_le: string;
  solde: number;
  releves: number;
};

export async function effaces(ctx: Ctx): Promise<Efface[]> {
  await demandFacturation(ctx.db);
  const rows = await listEffaces(ctx.db);
  const soldes = new Map(
    (
      await listDoit(
        ctx.db,
        momentAt(ctx.now()),
        rows.map(({ id }) => id),
      )
    ).map(({ id, solde }) => [id, solde]),
  );
  return rows.map(({ efface_at, ...row }) => ({
    ...row,
    efface_le: efface_at.toISOString(),
    solde: eurosDe(soldes.get(row.id) ?? 0),
  }));
}
