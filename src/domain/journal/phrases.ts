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
  ACTIONS_JOURNAL,
  type ActionJournal,
  type ComptesParticipants,
  type DetailsJournal,
  entreeOf,
  type ImportJournal,
  type LeconJournal,
  type TarifJournal,
} from './journal.ts';
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

/** A line as it is read. Names are the present names of the accounts. */
export type LigneLue = {
  action: string;
  acteur: { nom: string } | null;
  serveur: boolean;
  compte: { nom: string } | null;
  objet_id: string | null;
  details: DetailsJournal;
};

/**
 * `labelOf`: the label of a lesson type, or its identifier if the type no longer exists. `pistes`:
 * the arenas.
 */
export type Names = { labelOf: (type: string) => string; pistes: readonly Piste[] };

const isAction = (action: string): action is ActionJournal => action in ACTIONS_JOURNAL;

/**
 * 'Camille Lambert a déplacé la leçon du mardi 24 novembre 2026, 10h00, Piste Intérieure, Leçon
 * collective'.
 */
export function phraseOf(ligne: LigneLue, names: Names): string {
  const { action, acteur, serveur } = ligne;
  if (!isAction(action)) return action;
  const qui = acteur?.nom ?? (serveur ? 'Le serveur' : 'Un compte supprimé');
  return entreeOf(action)
    .phrase.replace('{qui}', () => qui)
    .replace('{objet}', () => objetOf(action, ligne, names));
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

/**
 * The details of a line besides its phrase, one text each: 'heure : 10h00 → 11h00'. Of a field
 * whose content is not kept, only the name.
 */
export function precisionsOf({ details }: LigneLue, names: Names): string[] {
  const { changements = {}, code, role, nombre, appliquees } = details;
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
    ...(typeof appliquees === 'number' ? [appliqueesInWords(appliquees)] : []),
    ...(typeof code === 'string' && isCodeRefus(code) ? [REFUS[code].message] : []),
    ...(typeof role === 'string' ? [`rôle : ${WORDS[role] ?? role}`] : []),
    ...(typeof nombre === 'number' ? [`nombre : ${nombre}`] : []),
  ];
}
