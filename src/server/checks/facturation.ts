/** What the calls about statements and payments share (REL-01). */
import { momentAt } from '#domain/core/calendrier.ts';
import { Refus } from '#domain/errors/errors.ts';
import type { Prochain } from '#domain/billing/releves.ts';
import {
  communicationOf,
  eurosDe,
  finDuProchain,
  type Moyen,
  numeroOf,
  peutRappeler,
  type SourceLigne,
} from '#domain/billing/facturation.ts';
import {
  type Mentions,
  mentionsImprimees,
  type StoredParametres,
} from '#domain/settings/parametres.ts';
import type { Reader } from '../platform/db.ts';
import type { DoitRow, OuverteRow } from '../stores/billing/comptes.ts';
import type { MouvementStocke } from '../stores/billing/mouvements.ts';
import type { LigneStockee, ReleveLu, ReleveStocke } from '../stores/billing/releves.ts';
import { getParametres } from '../stores/settings.ts';

/** The settings; refused while there are no statements (REL-01). */
export async function demandFacturation(reader: Reader): Promise<StoredParametres> {
  const parametres = await getParametres(reader);
  if (!parametres.billing) throw new Refus('facturation_fermee');
  return parametres;
}

/** The centre as it is now, as statements show it (REL-15). */
export type CentreDeReleve = Mentions & { titulaire: string; iban: string };

/** `defaut`: the name of the centre if its mentions give none. */
const named = (mentions: Mentions, defaut: string): Mentions => ({
  ...mentions,
  nom: mentions.nom || defaut,
});

export const centreOf = (parametres: StoredParametres, defaut: string): CentreDeReleve => ({
  titulaire: parametres.billingHolder,
  iban: parametres.billingIban,
  ...named(mentionsImprimees(parametres), defaut),
});

/** A statement in a list; amounts in euros. */
export type ReleveResume = {
  id: string;
  numero: string;
  mois: string;
  jour: string;
  nom: string;
  ce_mois: number;
  a_payer: number;
};

export const resumeOf = (releve: ReleveStocke): ReleveResume => ({
  id: releve.id,
  numero: numeroOf(releve.mois, releve.numero),
  mois: releve.mois,
  jour: releve.jour,
  nom: releve.nom,
  ce_mois: eurosDe(releve.ce_mois),
  a_payer: eurosDe(releve.solde_precedent + releve.ce_mois - releve.paye),
});

/** The next statement of an account, and what of its open lines is on it (REL-19); amounts in euros. */
export function prochainOf(
  releves: readonly ReleveStocke[],
  ouvertes: readonly OuverteRow[],
  days: { premier: string; aujourdhui: string },
): Prochain {
  const au = finDuProchain(releves, days);
  const covered = (jour: string) => releves.some((one) => jour <= one.au && jour < one.jour);
  const running = ouvertes.filter(({ ecart, jour }) => !ecart && !covered(jour));
  const sum = (rows: typeof running) => eurosDe(rows.reduce((n, { centimes }) => n + centimes, 0));
  const later = running.filter(({ jour }) => jour > au);
  return {
    au,
    montant: sum(running.filter(({ jour }) => jour <= au)),
    ensuite: later.length > 0 ? sum(later) : null,
  };
}

type Bloc = {
  cavalier: string | null;
  lignes: {
    client: string | null;
    source: SourceLigne;
    id: string;
    jour: string;
    libelle: string;
    montant: number;
    ecart: boolean;
    raison: string | null;
  }[];
  total: number;
};

/** A statement as it is printed. */
export type ReleveImprime = ReleveResume & {
  adresse: string | null;
  blocs: Bloc[];
  solde_precedent: number;
  paye: number;
  communication: string;
  /** Null in a statement of a version before: those of the centre as it is now. */
  mentions: Mentions | null;
};

/** One block for the lines of each rider that follow each other. */
function blocsOf(lignes: readonly LigneStockee[]): Bloc[] {
  const blocs: LigneStockee[][] = [];
  for (const ligne of lignes) {
    const last = blocs.at(-1);
    const before = last?.[0];
    if (last && before?.cavalier === ligne.cavalier && before.client_id === ligne.client_id)
      last.push(ligne);
    else blocs.push([ligne]);
  }
  return blocs.map((own) => ({
    cavalier: own[0]?.cavalier ?? null,
    lignes: own.map(({ client_id, source, source_id, jour, libelle, centimes, ecart, raison }) => ({
      client: client_id,
      source,
      id: source_id,
      jour,
      libelle,
      montant: eurosDe(centimes),
      ecart,
      raison,
    })),
    total: eurosDe(own.reduce((sum, { centimes }) => sum + centimes, 0)),
  }));
}

/** `defaut`: the name of the centre if the mentions of the statement give none. */
export function imprimeOf(releve: ReleveLu, defaut: string): ReleveImprime {
  const resume = resumeOf(releve);
  return {
    ...resume,
    adresse: releve.adresse,
    blocs: blocsOf(releve.lignes),
    solde_precedent: eurosDe(releve.solde_precedent),
    paye: eurosDe(releve.paye),
    communication: communicationOf(resume.numero),
    mentions: releve.mentions && named(releve.mentions, defaut),
  };
}

/** An account with its sums in euros. */
export type Doit = Omit<DoitRow, 'releve'> & {
  releve: { id: string; numero: string; jour: string } | null;
  rappelable: boolean;
};

export const doitOf = ({ solde, en_cours, releve, ...row }: DoitRow, aujourdhui: string): Doit => ({
  ...row,
  solde: eurosDe(solde),
  en_cours: eurosDe(en_cours),
  releve: releve && {
    id: releve.id,
    numero: numeroOf(releve.mois, releve.numero),
    jour: releve.jour,
  },
  rappelable: isRappelable({ solde, releve, ...row }, aujourdhui),
});

/** Whether a reminder may be sent for an account now; an erased customer gets none. */
export const isRappelable = (
  { solde, releve, rappel, efface }: Pick<DoitRow, 'solde' | 'releve' | 'rappel' | 'efface'>,
  aujourdhui: string,
): boolean => !efface && peutRappeler(solde, { releve: releve?.jour ?? null, rappel }, aujourdhui);

/** Movements as they are shown: what the rounding of cash left is one of its own, without means. */
export type MouvementLu = {
  id: string;
  jour: string;
  moyen: Moyen | null;
  montant: number;
  note: string | null;
  annule: boolean;
  annulation: boolean;
  saisi_le: string;
};

export const mouvementsLus = ({
  id,
  jour,
  moyen,
  centimes,
  arrondi,
  note,
  annule,
  annule_id,
  created_at,
}: MouvementStocke & { annule: boolean }): MouvementLu[] => {
  const base = {
    id,
    jour,
    annule,
    annulation: annule_id !== null,
    saisi_le: created_at.toISOString(),
  };
  return [
    { ...base, moyen, montant: eurosDe(centimes), note },
    ...(arrondi === 0 ? [] : [{ ...base, moyen: null, montant: eurosDe(arrondi), note: null }]),
  ];
};

/** Today in Brussels. */
export const aujourdhuiOf = (now: () => Date): string => momentAt(now()).jour;
