/**
 * The plan of an import of customers and riders: what it would create, change and refuse (IMP-04 to
 * IMP-08). Preview and import compute it with the same function.
 */
import { csvField, csvFile } from '../core/csv.ts';
import { CAVALIERS_REFUS } from '../errors/cavaliers.ts';
import { CLIENTS_REFUS } from '../errors/clients.ts';
import { PEOPLE_REFUS } from '../errors/people.ts';
import {
  CAVALIERS_MAX,
  type CavalierSaisi,
  cleOf,
  refuseCavalier,
  tidyCavalier,
} from '../riders/cavaliers.ts';
import {
  type ClientSaisi,
  nameWords,
  personKeyOf,
  refuseClient,
  tidyClient,
} from '../customers/clients.ts';
import { type Illisible, illisiblesIn, readCell } from './import_cellules.ts';
import type { Cible } from './import_colonnes.ts';
import { chiffresOf } from '../people/telephone.ts';
import type { StatutUser } from '../people/users.ts';

/** The most lines of a file, without its titles, and the most columns (LIM-180). */
export const LIGNES_MAX = 5_000;
export const COLONNES_MAX = 60;
/** Bytes of the largest file (LIM-180). */
export const OCTETS_MAX = 2 * 1024 * 1024;
export const FICHIER_MAX = 200;

/** A line as a spreadsheet numbers it: the titles are line 1. */
export type LigneDeFichier = { ligne: number; valeurs: string[] };

/** A customer as it is stored. `compte`: the status of its account; null without one. */
export type ClientConnu = ClientSaisi & {
  id: string;
  compte: StatutUser | null;
  cavaliers: (CavalierSaisi & { id: string })[];
};

/** A field that gets another value. */
export type Changement = { champ: Champ; avant: string | null; apres: string };
export type Champ = 'telephone' | 'email' | 'adresse' | 'note';

/** A rider that is added, or whose empty fields are filled: then with its id. */
export type CavalierImporte = CavalierSaisi & { id: string | null };

/** A customer of the file; `id`: of the stored customer, null for a new one. */
export type ClientImporte = {
  lignes: number[];
  id: string | null;
  nom: string;
  compte: boolean;
  changements: Changement[];
  cavaliers: CavalierImporte[];
};

export type LigneRefusee = LigneDeFichier & { raison: string };

export type Plan = {
  crees: ClientImporte[];
  modifies: ClientImporte[];
  inchanges: ClientImporte[];
  refusees: LigneRefusee[];
  illisibles: Illisible[];
};
/** What becomes of the lines. */
export type Sorte = Exclude<keyof Plan, 'illisibles'>;

const REFUS = { ...PEOPLE_REFUS, ...CLIENTS_REFUS, ...CAVALIERS_REFUS };

const CHAMPS = ['telephone', 'email', 'adresse', 'note'] as const satisfies readonly Champ[];
const LE_CHAMP: Record<Champ, string> = {
  telephone: 'un autre téléphone',
  email: 'un autre email',
  adresse: 'une autre adresse',
  note: 'une autre remarque',
};

/** A line that can be used: its customer, and its rider if it names one. */
type Lue = { ligne: LigneDeFichier; client: ClientSaisi; cavalier: CavalierSaisi | null };

/** The lines of one customer, and its riders by the keys of their names. */
type Groupe = { lues: Lue[]; client: ClientSaisi; cavaliers: Map<string, CavalierSaisi> };

/** Characters that a file of text does not contain, apart from line breaks and tabs. */
// oxlint-disable-next-line no-control-regex -- refusing them is the point
const ILLISIBLE = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F\uFFFD]/u;

/** The plan. `jour`: today in Brussels. */
export function planImport(
  lignes: readonly LigneDeFichier[],
  cibles: readonly Cible[],
  connus: readonly ClientConnu[],
  jour: string,
): Plan {
  const plan: Plan = {
    crees: [],
    modifies: [],
    inchanges: [],
    refusees: [],
    illisibles: illisiblesIn(lignes, cibles),
  };
  const refuse = (ligne: LigneDeFichier, raison: string): void => {
    plan.refusees.push({ ...ligne, raison });
  };
  const find = finderOf(connus);
  /** The stored customers that the file has named, each with its line. */
  const named = new Map<string, number>();
  for (const groupe of groupLines(lignes, cibles, jour, refuse)) {
    const { lues, client, cavaliers } = groupe;
    const found = find(client);
    const before = found !== null && typeof found === 'object' && named.get(found.id);
    const planned = before
      ? `La ligne ${before} est du même client, avec un autre email ou téléphone.`
      : typeof found === 'string'
        ? found
        : compare(client, [...cavaliers.values()], found);
    if (typeof planned === 'string') {
      for (const { ligne } of lues) refuse(ligne, planned);
      continue;
    }
    if (planned.id !== null) named.set(planned.id, firstOf(groupe));
    const one = { ...planned, lignes: lues.map(({ ligne }) => ligne.ligne) };
    const isSame = one.changements.length === 0 && one.cavaliers.length === 0;
    plan[one.id === null ? 'crees' : isSame ? 'inchanges' : 'modifies'].push(one);
  }
  plan.refusees.sort((a, b) => a.ligne - b.ligne);
  return plan;
}

/**
 * Puts the lines of one customer together: those with one email, or with one name and telephone.
 */
function groupLines(
  lignes: readonly LigneDeFichier[],
  cibles: readonly Cible[],
  jour: string,
  refuse: (ligne: LigneDeFichier, raison: string) => void,
): Groupe[] {
  const groupes: Groupe[] = [];
  const [byEmail, byName] = [new Map<string, Groupe>(), new Map<string, Groupe>()];
  for (const ligne of lignes) {
    const lue = readLine(ligne, cibles, jour);
    if (typeof lue === 'string') {
      refuse(ligne, lue);
      continue;
    }
    const nameKey = personKeyOf(lue.client);
    const [same, alike] = [byEmail.get(lue.client.email ?? ''), byName.get(nameKey)];
    const groupe = same ?? alike ?? { lues: [], client: lue.client, cavaliers: new Map() };
    const raison =
      same && alike && same !== alike
        ? `L'email est celui de la ligne ${firstOf(same)}, le nom et le téléphone sont ceux de la ligne ${firstOf(alike)}.`
        : contradiction(groupe, lue);
    if (raison !== null) {
      refuse(ligne, raison);
      continue;
    }
    if (groupe.lues.length === 0) groupes.push(groupe);
    addLine(groupe, lue);
    if (lue.client.email !== null) byEmail.set(lue.client.email, groupe);
    byName.set(nameKey, groupe);
  }
  return groupes;
}

const firstOf = ({ lues }: Groupe): number => lues[0]?.ligne.ligne ?? 0;

/** Why a line cannot be of the customer of the lines before it; null if it can. */
function contradiction(groupe: Groupe, { client, cavalier }: Lue): string | null {
  const { client: avant, cavaliers } = groupe;
  const same = `La ligne ${firstOf(groupe)}`;
  if (nameWords(avant.nom) !== nameWords(client.nom))
    return `${same} a le même email, mais un autre nom.`;
  const champ = CHAMPS.find(
    (one) => avant[one] !== null && client[one] !== null && !isSame(one, avant[one], client[one]),
  );
  if (champ) return `${same} donne au même client ${LE_CHAMP[champ]}.`;
  const twin = cavalier && cavaliers.get(cleOf(cavalier.nom));
  const differs = (a: unknown, b: unknown): boolean => a !== null && b !== null && a !== b;
  return twin &&
    (differs(twin.annee_naissance, cavalier.annee_naissance) || differs(twin.note, cavalier.note))
    ? `Une ligne avant celle-ci donne au même cavalier une autre année ou une autre remarque.`
    : null;
}

function addLine(groupe: Groupe, lue: Lue): void {
  groupe.lues.push(lue);
  groupe.client = { ...groupe.client };
  for (const champ of CHAMPS) groupe.client[champ] ??= lue.client[champ];
  if (!lue.cavalier) return;
  const { cavalier } = lue;
  const cle = cleOf(cavalier.nom);
  const twin = groupe.cavaliers.get(cle) ?? cavalier;
  groupe.cavaliers.set(cle, {
    nom: twin.nom,
    annee_naissance: twin.annee_naissance ?? cavalier.annee_naissance,
    note: twin.note ?? cavalier.note,
  });
}

/** A line by the rules of customers and riders; a text: why it is refused. */
function readLine(ligne: LigneDeFichier, cibles: readonly Cible[], jour: string): Lue | string {
  const { valeurs } = ligne;
  if (valeurs.slice(cibles.length).some((valeur) => valeur.trim() !== ''))
    return 'Cette ligne a plus de colonnes que les titres.';
  if (valeurs.some((valeur) => ILLISIBLE.test(valeur)))
    return 'Cette ligne contient des caractères illisibles.';
  const text = (...wanted: Cible[]): string | null =>
    wanted
      .flatMap((cible) =>
        valeurs.filter((_, n) => cibles[n] === cible).map((valeur) => readCell(cible, valeur)),
      )
      .filter(Boolean)
      .join(' ') || null;
  const client = tidyClient({
    nom: text('nom_complet', 'prenom', 'nom') ?? '',
    telephone: text('telephone'),
    email: text('email'),
    adresse: text('adresse'),
    note: text('note'),
  });
  const code = refuseClient(client);
  if (code) return REFUS[code].message;
  const [nom, naissance, note] = [text('cavalier'), text('cavalier_annee'), text('cavalier_note')];
  if (nom === null)
    return naissance === null && note === null
      ? { ligne, client, cavalier: null }
      : 'Cette ligne décrit un cavalier sans donner son nom.';
  const cavalier = tidyCavalier({
    nom,
    annee_naissance: naissance === null ? null : yearOf(naissance),
    note,
  });
  const refus = refuseCavalier(cavalier, jour);
  return refus ? REFUS[refus].message : { ligne, client, cavalier };
}

/** The year of '2014', '03/05/2014' or '2014-05-03'; NaN for anything else. */
function yearOf(text: string): number {
  const [, a, b, c] =
    /^(?:(\d{4})(?:\.0)?|\d{1,2}[-/. ]\d{1,2}[-/. ](\d{4})|(\d{4})[-/. ]\d{1,2}[-/. ]\d{1,2})(?:[T ]00:00.*)?$/.exec(
      text,
    ) ?? [];
  return Number(a ?? b ?? c ?? Number.NaN);
}

/**
 * Finds the stored customer of a customer of the file: null if there is none, a text if it is
 * refused.
 */
function finderOf(
  connus: readonly ClientConnu[],
): (client: ClientSaisi) => ClientConnu | null | string {
  const byEmail = Map.groupBy(connus, ({ email }) => email);
  const byBoth = Map.groupBy(connus, ({ email, nom }) => `${email} ${nameWords(nom)}`);
  const byName = Map.groupBy(connus, personKeyOf);
  return (client) => {
    const { email } = client;
    const withEmail = email === null ? undefined : byEmail.get(email)?.[0];
    // Two of each are enough to know that there are several; there may be thousands.
    const found = new Set([
      ...(withEmail ? (byBoth.get(`${email} ${nameWords(client.nom)}`) ?? []) : []).slice(0, 2),
      ...(byName.get(personKeyOf(client)) ?? []).slice(0, 2),
    ]);
    const [one, ...others] = found;
    if (others.length > 0) return 'Plusieurs clients correspondent à cette ligne.';
    if (one && one.compte !== null && one.compte !== 'actif')
      return "Le compte de cette personne n'est pas actif.";
    // The email of an account stays as it is, so it cannot become that of somebody else.
    if (withEmail && (!one || (one.compte === null && one.email !== email)))
      return `Cet email est celui de « ${withEmail.nom} ».`;
    if (!one) return null;
    // A name alone says too little if two emails differ.
    return one.email !== null &&
      email !== null &&
      one.email !== email &&
      chiffresOf(client.telephone) === ''
      ? 'Un client du même nom, sans téléphone, a un autre email.'
      : one;
  };
}

/** Whether two values of a field say the same: a telephone by its digits. */
const isSame = (champ: Champ, a: string | null, b: string): boolean =>
  champ === 'telephone' && chiffresOf(b) !== ''
    ? chiffresOf(a) === chiffresOf(b)
    : (a ?? '').replaceAll('\r\n', '\n') === b.replaceAll('\r\n', '\n');

/**
 * What a customer of the file changes; a text: why it is refused. The data of an account belong to
 * its person: only what is empty is filled, and never the email (IMP-06).
 */
function compare(
  client: ClientSaisi,
  cavaliers: readonly CavalierSaisi[],
  connu: ClientConnu | null,
): Omit<ClientImporte, 'lignes'> | string {
  const kept = connu?.cavaliers ?? [];
  const keptByCle = Map.groupBy(kept, ({ nom }) => cleOf(nom));
  const hasAccount = (connu?.compte ?? null) !== null;
  const changements = CHAMPS.flatMap((champ): Changement[] => {
    const [avant, apres] = [connu?.[champ] ?? null, client[champ]];
    if (apres === null || isSame(champ, avant, apres)) return [];
    return hasAccount && avant !== null ? [] : [{ champ, avant, apres }];
  });
  const importes = cavaliers.flatMap((cavalier): CavalierImporte[] => {
    const stored = keptByCle.get(cleOf(cavalier.nom))?.[0];
    if (!stored) return [{ ...cavalier, id: null }];
    const filled = {
      annee_naissance: stored.annee_naissance === null ? cavalier.annee_naissance : null,
      note: stored.note === null ? cavalier.note : null,
    };
    return filled.annee_naissance === null && filled.note === null
      ? []
      : [{ nom: stored.nom, ...filled, id: stored.id }];
  });
  const added = importes.filter(({ id }) => id === null).length;
  return added > 0 && kept.length + added > CAVALIERS_MAX
    ? `Ce client aurait plus de ${CAVALIERS_MAX} cavaliers.`
    : {
        id: connu?.id ?? null,
        nom: connu?.nom ?? client.nom,
        compte: hasAccount,
        changements,
        cavaliers: importes,
      };
}

/** The refused lines as a file that can be corrected and imported again (IMP-08). */
export const csvOfRefusees = (
  titres: readonly string[],
  refusees: readonly LigneRefusee[],
): string =>
  csvFile(
    [
      [...titres, 'Ligne', 'Raison'],
      ...refusees.map(({ valeurs, ligne, raison }) => [
        ...titres.map((_, n) => valeurs[n] ?? ''),
        String(ligne),
        raison,
      ]),
    ].map((row) => row.map(csvField)),
  );

/** 'Créer 42 · Modifier 3 · Inchangés 7 · Refusés 2' */
export const planInWords = (plan: Record<Sorte, { length: number }>): string =>
  `Créer ${plan.crees.length} · Modifier ${plan.modifies.length} · Inchangés ${plan.inchanges.length} · Refusés ${plan.refusees.length}`;

/** An import as the list shows it. `par`: who made it, null if the account is gone. */
export type Import = {
  id: string;
  fichier: string;
  crees: number;
  modifies: number;
  inchanges: number;
  refuses: number;
  par: string | null;
  created_at: string;
  defait_at: string | null;
};

const plural = (n: number, one: string, more: string): string => `${n} ${n === 1 ? one : more}`;

/** What was used of an import, as sentences: '3 clients ont déjà une réservation.' */
export const usageInWords = (
  usage: Record<
    'reservations' | 'comptes' | 'payeurs' | 'modifies' | 'cavaliers' | 'effaces',
    number
  >,
): string =>
  (
    [
      [usage.reservations, 'client a déjà une réservation', 'clients ont déjà une réservation'],
      [usage.comptes, 'client a un compte', 'clients ont un compte'],
      [
        usage.payeurs,
        'client paie pour un autre, ou est payé par un autre',
        'clients paient pour un autre, ou sont payés par un autre',
      ],
      [usage.modifies, 'client a été modifié depuis', 'clients ont été modifiés depuis'],
      [usage.cavaliers, 'cavalier a déjà une leçon', 'cavaliers ont déjà une leçon'],
      [
        usage.effaces,
        'client ou cavalier a été effacé ou regroupé depuis',
        'clients ou cavaliers ont été effacés ou regroupés depuis',
      ],
    ] as const
  )
    .filter(([n]) => n > 0)
    .map(([n, one, more]) => `${plural(n, one, more)}.`)
    .join(' ');
