// chunk: phrases
/** Lines of the journal in plain French (ACC-74). */
import { formatHeure, formatJour } from '../core/calendrier.ts';
import { type Dessin, nomPiste, type Piste } from '../slots/pistes.ts';
import { type PlageFermee, periodOfFermeture } from '../closures.ts';
import type { Horaires } from '../slots/horaires.ts';
import { horairesInWords } from '../slots/regles_horaires.ts';
import { NOMS_DESSIN } from '../slots/dessins.ts';
import { dePersonne } from '../core/elision.ts';
import { REFUS, isCodeRefus } from '../errors/errors.ts';
import {
  type ActionJournal,
  type ComptesParticipants,
  type DetailsJournal,
  entreeOf,
  type ImportJournal,
  isAction,
  type LeconJournal,
  type ObjetJournal,
  type TarifJournal,
} from './journal.ts';
import { type Moyen, NOMS_MOYEN } from '../billing/facturation.ts';
import { type Facturees, factureesInWords } from '../billing/lignes.ts';
import { LIBELLES_PARAMETRES, NOMS_RETARD } from '../settings/libelles.ts';
import type { Retard } from '../settings/parametres.ts';
import {
  centimesOf,
  formatCentimes,
  MOTIFS_PRIX,
  type PrixValable,
  suivantInWords,
  tarifInWords,
} from '../prices.ts';
import type { ComptesPresences } from '../lessons/presences.ts';
import { NOMS_STATUT } from '../lessons/reservations.ts';

/** A line as it is read. Names are the present names of the accounts and customers. */
export type LigneLue = {
  action: string;
  acteur: { nom: string } | null;
  serveur: boolean;
  compte: { id?: string; nom: string } | null;
  objet_id: string | null;
  details: DetailsJournal;
  /** The other lines of its act (ACC-76). */
  suites?: readonly Omit<LigneLue, 'suites' | 'acteur' | 'serveur'>[] | undefined;
};

/**
 * `labelOf`: the label of a lesson type, or its identifier if the type no longer exists. `pistes`:
 * the arenas.
 */
export type Names = { labelOf: (type: string) => string; pistes: readonly Piste[] };

/** What several lines of one act are about. */
const PLURALS: Partial<Record<ObjetJournal, string>> = { reservation: 'leçons', compte: 'comptes' };

function pluralOf(action: string): string | undefined {
  const { objet } = isAction(action) ? entreeOf(action) : {};
  return objet && PLURALS[objet];
}

/**
 * The lines that the line of an act opens to (ACC-76), lessons by day and start: of a closure its
 * lessons; of several lessons or accounts all of them. None of an act of one line.
 */
export function lignesOf(ligne: LigneLue): LigneLue[] {
  const { suites = [], action } = ligne;
  if (suites.length === 0) return [];
  const all = suites.map((one) => ({ ...ligne, ...one, suites: [] }));
  const startOf = ({ details }: LigneLue): string => {
    const { date_reservation = '', heure_debut = '' } = leconOf(details) ?? {};
    return `${date_reservation} ${heure_debut}`;
  };
  return (pluralOf(action) ? [...all, { ...ligne, suites: [] }] : all).toSorted((a, b) =>
    startOf(a) < startOf(b) ? -1 : 1,
  );
}

/** '25 leçons', of an act of several; '' of any other. */
export function nombreInWords(ligne: LigneLue): string {
  const lignes = lignesOf(ligne);
  const plural = lignes[0] && pluralOf(lignes[0].action);
  return plural ? `${lignes.length} ${lignes.length > 1 ? plural : plural.slice(0, -1)}` : '';
}

/**
 * 'Camille Lambert a déplacé la leçon du mardi 24 novembre 2026, 10h00, Piste Intérieure, Leçon
 * collective'; of several lessons of one act 'Camille Lambert a supprimé 25 leçons'.
 */
export function phraseOf(ligne: LigneLue, names: Names): string {
  const { action, acteur, serveur } = ligne;
  if (!isAction(action)) return action;
  const qui = acteur?.nom ?? (serveur ? 'Le serveur' : 'Un compte supprimé');
  const lignes = pluralOf(action) ? lignesOf(ligne) : [];
  const alike = lignes.every((one) => one.action === action) ? action : 'reservation.modifiee';
  const objet = lignes.length > 0 ? nombreInWords(ligne) : objetOf(action, ligne, names);
  return entreeOf(alike)
    .phrase.replace('{qui}', () => qui)
    .replace(objet === '' ? ' : {objet}' : '{objet}', () => objet);
}

function objetOf(
  action: ActionJournal,
  { compte, objet_id, details }: LigneLue,
  { labelOf, pistes }: Names,
): string {
  const { objet } = entreeOf(action);
  if (objet === 'compte')
    return compte
      ? `le compte ${dePersonne(compte.nom)}`
      : objet_id === null
        ? 'adresse inconnue'
        : 'un compte supprimé';
  if (objet === 'client') return clientOf({ compte, objet_id, details });
  if (objet === 'courriel') return compte?.nom ?? '';
  if (objet === 'jour')
    return typeof details['jour'] === 'string' ? formatJour(details['jour'], 'long') : '';
  if (objet === 'mois')
    return typeof details['mois'] === 'string' ? formatJour(`${details['mois']}-01`, 'mois') : '';
  if (objet === 'type')
    return `le type de leçon «\u00a0${typeof details['label'] === 'string' ? details['label'] : labelOf(objet_id ?? '')}\u00a0»`;
  if (objet === 'piste')
    return `la piste «\u00a0${typeof details['nom'] === 'string' ? details['nom'] : nomPiste(pistes, objet_id ?? '')}\u00a0»`;
  if (objet === 'fermeture') {
    const plage = details['fermeture'] as PlageFermee | undefined;
    return plage
      ? `${plage.pistes.map((id) => nomPiste(pistes, id)).join(', ')}, ${periodOfFermeture(plage)}`
      : '';
  }
  const lecon = leconOf(details);
  if (!lecon) return '';
  const { date_reservation: jour, heure_debut, type_piste, type_lecon } = lecon;
  return `la leçon du ${formatJour(jour, 'long')}, ${formatHeure(heure_debut)}, ${nomPiste(pistes, type_piste)}, ${labelOf(type_lecon)}`;
}

/** 'Famille Renson, 45,00 €'; '17 clients' if there were several; '' if no customer was stored. */
function clientOf({
  compte,
  objet_id,
  details: { centimes, nombre },
}: Pick<LigneLue, 'compte' | 'objet_id' | 'details'>): string {
  const clients = typeof nombre === 'number' ? `${nombre} client${nombre > 1 ? 's' : ''}` : '';
  const nom = compte?.nom ?? (objet_id === null ? clients : 'un client supprimé');
  return [nom, typeof centimes === 'number' ? `${formatCentimes(centimes)} €` : '']
    .filter((text) => text !== '')
    .join(', ');
}

/** The lesson of a line, as it was at that time. */
export const leconOf = ({ lecon }: DetailsJournal): LeconJournal | null =>
  (lecon as LeconJournal | undefined) ?? null;

const FIELDS: Record<string, string> = {
  date_reservation: 'jour',
  heure_debut: 'heure',
  heure_fin: 'fin',
  type_piste: 'piste',
  type_lecon: 'type',
  statut: 'statut',
  nombre_personnes: 'nombre de personnes',
  noms_participants: 'participants',
  remarques: 'remarques',
  label: 'nom',
  note: 'ligne sous le nom',
  dessin: 'dessin',
  icon: 'icône',
  color: 'couleur',
  max_personnes: 'maximum de personnes',
  duree_minutes: 'durée',
  actif: 'proposé',
  ouverte: 'leçon ouverte',
  motif: 'raison',
  publique: 'raison montrée aux cavaliers',
  role: 'rôle',
  prenom: 'prénom',
  telephone: 'téléphone',
  adresse: 'adresse',
  version: 'version',
  ...LIBELLES_PARAMETRES,
};

const ORDER = Object.keys(FIELDS);

const WORDS: Record<string, string> = {
  ...NOMS_STATUT,
  actif: 'Actif',
  inactif: 'Inactif',
  utilisateur: 'Utilisateur',
  webmaster: 'Webmaster',
  admin: 'Administrateur',
};

/**
 * `field`: the field of the value. It is needed because a lesson type may have the same identifier
 * as an arena.
 */
function valueInWords(field: string, value: unknown, { labelOf, pistes }: Names): string {
  if (typeof value === 'boolean') return value ? 'oui' : 'non';
  if (field === 'horaires') return horairesInWords(value as Horaires);
  if (typeof value !== 'string') return String(value);
  if (value === '') return 'vide';
  if (field === 'type_piste') return nomPiste(pistes, value);
  if (field === 'lateCharge') return NOMS_RETARD[value as Retard];
  if (field === 'dessin') return NOMS_DESSIN[value as Dessin];
  if (field === 'nom' || field === 'note') return value;
  if (/^\d\d:\d\d$/.test(value)) return formatHeure(value);
  if (/^\d{4}-\d\d-\d\d$/.test(value)) return formatJour(value, 'annee');
  if (/^\d+\.\d\d$/.test(value)) return `${formatCentimes(centimesOf(value) ?? 0)} €`;
  return WORDS[value] ?? labelOf(value);
}

/** 'participants : 2 ajoutés, 1 retiré'. Lines of earlier versions have no counts. */
function participantsInWords({ participants }: DetailsJournal): string {
  const {
    ajoutes = 0,
    retires = 0,
    renommes = 0,
  } = (participants ?? {}) as Partial<ComptesParticipants>;
  const words = (
    [
      [ajoutes, 'ajouté'],
      [retires, 'retiré'],
      [renommes, 'renommé'],
    ] as const
  )
    .filter(([n]) => n > 0)
    .map(([n, word]) => `${n} ${word}${n > 1 ? 's' : ''}`);
  return words.length === 0 ? 'participants' : `participants : ${words.join(', ')}`;
}

/** 'client changé : 2 places'. */
function clientsInWords({ participants }: DetailsJournal): string[] {
  const { attribues = 0 } = (participants ?? {}) as Partial<ComptesParticipants>;
  return attribues === 0 ? [] : [`client changé : ${attribues} place${attribues > 1 ? 's' : ''}`];
}

/** 'Leçon de saut : 31,00 € à partir du 1er janvier 2027'; null: the next price was removed. */
function suivantsInWords({ suivants = {} }: DetailsJournal, { labelOf }: Names): string[] {
  return Object.entries(suivants as Record<string, PrixValable | null>).map(
    ([type, suivant]) =>
      `${labelOf(type)} : ${suivant ? suivantInWords(suivant) : 'pas de prochain prix'}`,
  );
}

/** "prix d'une place : 22,00 € → 0,00 € (geste commercial)", seats of the same change together. */
function tarifsInWords({ tarifs = [] }: DetailsJournal): string[] {
  const all = (tarifs as TarifJournal[]).map(
    ({ avant, apres, motif }) =>
      `${tarifInWords(avant)} → ${tarifInWords(apres)} (${MOTIFS_PRIX[motif].toLowerCase()})`,
  );
  return [...new Set(all)].map((words) => {
    const n = all.filter((one) => one === words).length;
    return `prix ${n > 1 ? `de ${n} places` : "d'une place"} : ${words}`;
  });
}

/** To how many lessons a new price was applied (PRICE-21). */
const appliqueesInWords = (n: number): string =>
  n === 1 ? 'appliqué à une leçon déjà réservée' : `appliqué à ${n} leçons déjà réservées`;

/** 'facturé après le délai : 2 places, 25,00 €'. */
const factureesOf = ({ facturees }: DetailsJournal): string[] =>
  facturees ? [`facturé après le délai : ${factureesInWords(facturees as Facturees)}`] : [];

/** '« clients.csv » : 42 créés, 3 modifiés, 2 refusés'. */
function importInWords({ import: one }: DetailsJournal): string[] {
  if (!one) return [];
  const { fichier, crees, modifies, refuses } = one as ImportJournal;
  const words = (
    [
      [crees, 'créé'],
      [modifies, 'modifié'],
      [refuses, 'refusé'],
    ] as const
  ).map(([n, word]) => `${n} ${word}${n > 1 ? 's' : ''}`);
  return [`«\u00a0${fichier}\u00a0» : ${words.join(', ')}`];
}

/** 'présences : 2 absents, 1 excusé'. */
function presencesInWords({ presences }: DetailsJournal): string[] {
  const { absente = 0, excusee = 0, presente = 0 } = (presences ?? {}) as Partial<ComptesPresences>;
  const words = (
    [
      [absente, 'absent'],
      [excusee, 'excusé'],
      [presente, 'présent'],
    ] as const
  )
    .filter(([n]) => n > 0)
    .map(([n, word]) => `${n} ${word}${n > 1 ? 's' : ''}`);
  return words.length === 0 ? [] : [`présences : ${words.join(', ')}`];
}

/** '25 leçons, jusqu'au 30 juin 2027': what a repetition added. */
function serieInWords({ serie }: DetailsJournal): string[] {
  if (!serie) return [];
  const { lecons, jusque } = serie as { lecons: number; jusque: string };
  return [`${lecons} leçon${lecons > 1 ? 's' : ''}, jusqu'au ${formatJour(jusque, 'annee')}`];
}

/** Of whose lessons a calendar address is: of an arena, or of the person. */
const calendrierOf = ({ type_piste }: DetailsJournal, { pistes }: Names): string[] =>
  typeof type_piste === 'string'
    ? [`piste : ${nomPiste(pistes, type_piste)}`]
    : type_piste === null
      ? ['ses leçons']
      : [];

/**
 * The details of a line besides its phrase, one text each: 'heure : 10h00 → 11h00'. Of a field
 * whose content is not kept, only the name. Of several lessons of one act, what all of them say.
 */
export function precisionsOf(ligne: LigneLue, names: Names): string[] {
  if (pluralOf(ligne.action) && ligne.suites?.length) {
    const [first = [], ...others] = lignesOf(ligne).map((one) => precisionsOf(one, names));
    return first.filter((text) => others.every((texts) => texts.includes(text)));
  }
  const { action, details } = ligne;
  const { changements = {}, code, role, nombre, appliquees, moyen, fichier, releves } = details;
  // The database does not keep the order of the fields.
  const changed = Object.entries(changements)
    .toSorted(([a], [b]) => ORDER.indexOf(a) - ORDER.indexOf(b))
    .map(([field, values]) => {
      if (field === 'noms_participants') return participantsInWords(details);
      const name = FIELDS[field] ?? names.labelOf(field);
      return values && field !== 'color'
        ? `${name} : ${valueInWords(field, values[0], names)} → ${valueInWords(field, values[1], names)}`
        : name;
    });
  return [
    ...changed,
    ...clientsInWords(details),
    ...importInWords(details),
    ...tarifsInWords(details),
    ...presencesInWords(details),
    ...suivantsInWords(details, names),
    ...factureesOf(details),
    ...serieInWords(details),
    ...calendrierOf(details, names),
    ...(typeof moyen === 'string' && moyen in NOMS_MOYEN ? [NOMS_MOYEN[moyen as Moyen]] : []),
    ...(typeof fichier === 'string' ? [`fichier : ${fichier}`] : []),
    ...(Array.isArray(releves) ? [`dernier relevé : ${releves.join(', ')}`] : []),
    ...(typeof appliquees === 'number' ? [appliqueesInWords(appliquees)] : []),
    ...(typeof code === 'string' && isCodeRefus(code) ? [REFUS[code].message] : []),
    ...(typeof role === 'string' ? [`rôle : ${WORDS[role] ?? role}`] : []),
    ...(typeof nombre === 'number' && action !== 'rappels.envoyes' ? [`nombre : ${nombre}`] : []),
  ];
}
