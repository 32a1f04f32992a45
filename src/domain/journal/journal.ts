// chunk: phrases
/**
 * The actions that the journal records (ACC-70): stable words that programs may search for, and
 * their sentences for administrators.
 */
import type { CategorieJournal } from './categories.ts';
import type { Import } from '../imports/imports.ts';
import type { Participant, PrixDePlace } from '../lessons/participants.ts';
import type { MotifPrix } from '../prices.ts';
import { type BookedLecon, SANS_TEXTES } from '../lessons/reservations.ts';

/** The kind of object of an action; the line also contains the id of the object. */
export type ObjetJournal =
  | 'compte'
  | 'client'
  | 'reservation'
  | 'jour'
  | 'type'
  | 'piste'
  | 'fermeture'
  | 'mois'
  | 'courriel';

type Entree = { categorie: CategorieJournal; objet?: ObjetJournal; phrase: string };

/**
 * Every action, in French: `{qui}` is the person who acted, `{objet}` the affected object ('le
 * compte de Camille Lambert'). To add an action, add a line here, and call `insertJournal` in the
 * transaction of the change. A word is never reused.
 */
export const ACTIONS_JOURNAL = {
  'connexion.ouverte': { categorie: 'connexions', phrase: '{qui} a ouvert une session' },
  'connexion.refusee': {
    categorie: 'connexions',
    objet: 'compte',
    phrase: 'Connexion refusée : {objet}',
  },
  'connexion.fermee': { categorie: 'connexions', phrase: '{qui} a fermé sa session' },
  'session.terminee': { categorie: 'connexions', phrase: '{qui} a terminé une de ses sessions' },
  'sessions.terminees': { categorie: 'connexions', phrase: '{qui} a terminé ses autres sessions' },
  'session.confirmee': {
    categorie: 'connexions',
    phrase: '{qui} a donné de nouveau son mot de passe, pour agir sur les accès',
  },

  'compte.debloque': { categorie: 'comptes', objet: 'compte', phrase: '{qui} a débloqué {objet}' },
  'compte.deconnecte': {
    categorie: 'comptes',
    objet: 'compte',
    phrase: '{qui} a terminé les sessions : {objet}',
  },
  'compte.appareil': {
    categorie: 'comptes',
    objet: 'compte',
    phrase: 'Un navigateur a été autorisé par un lien envoyé : {objet}',
  },

  'motdepasse.change': {
    categorie: 'comptes',
    objet: 'compte',
    phrase: '{qui} a changé son mot de passe',
  },
  'motdepasse.reinitialise': {
    categorie: 'comptes',
    objet: 'compte',
    phrase: '{qui} a choisi un nouveau mot de passe par un lien',
  },
  'lien.montre': {
    categorie: 'comptes',
    objet: 'compte',
    phrase: "{qui} a fait afficher le lien d'un email : {objet}",
  },

  'motdepasse.lien': {
    categorie: 'comptes',
    objet: 'compte',
    phrase: '{qui} a tiré un lien pour un nouveau mot de passe : {objet}',
  },

  'adresse.demandee': {
    categorie: 'comptes',
    objet: 'compte',
    phrase: '{qui} a demandé une autre adresse email : {objet}',
  },
  'adresse.retiree': {
    categorie: 'comptes',
    objet: 'compte',
    phrase: "{qui} a retiré une demande de changement d'adresse : {objet}",
  },
  'adresse.changee': {
    categorie: 'comptes',
    objet: 'compte',
    phrase: "{qui} a changé l'adresse email : {objet}",
  },

  'facteur.active': {
    categorie: 'comptes',
    objet: 'compte',
    phrase: '{qui} a activé sa double authentification',
  },
  'facteur.retire': {
    categorie: 'comptes',
    objet: 'compte',
    phrase: '{qui} a retiré sa double authentification',
  },
  'facteur.reinitialise': {
    categorie: 'comptes',
    objet: 'compte',
    phrase: '{qui} a réinitialisé la double authentification : {objet}',
  },
  'facteur.codes': {
    categorie: 'comptes',
    objet: 'compte',
    phrase: '{qui} a demandé de nouveaux codes de secours',
  },
  'facteur.code_secours': {
    categorie: 'connexions',
    objet: 'compte',
    phrase: '{qui} a utilisé un code de secours',
  },
  'facteur.refuse': {
    categorie: 'connexions',
    objet: 'compte',
    phrase: 'Code de double authentification refusé : {objet}',
  },
  'cle.ajoutee': {
    categorie: 'comptes',
    objet: 'compte',
    phrase: "{qui} a ajouté une clé d'accès",
  },
  'cle.supprimee': {
    categorie: 'comptes',
    objet: 'compte',
    phrase: "{qui} a supprimé une clé d'accès",
  },

  'donnees.telechargees': {
    categorie: 'comptes',
    objet: 'compte',
    phrase: '{qui} a téléchargé ses données',
  },
  'compte.efface': {
    categorie: 'comptes',
    objet: 'compte',
    phrase: 'Une personne a supprimé son compte',
  },

  'calendrier.cree': { categorie: 'comptes', phrase: '{qui} a créé une adresse de calendrier' },
  'calendrier.supprime': {
    categorie: 'comptes',
    phrase: '{qui} a supprimé une adresse de calendrier',
  },

  'compte.premier_admin': {
    categorie: 'comptes',
    objet: 'compte',
    phrase: '{qui} a créé le premier administrateur : {objet}',
  },
  'inscriptions.ouvertes': {
    categorie: 'comptes',
    phrase: "{qui} a ouvert une journée d'inscriptions",
  },
  'inscriptions.fermees': {
    categorie: 'comptes',
    phrase: "{qui} a fermé la journée d'inscriptions",
  },
  'compte.approuve': { categorie: 'comptes', objet: 'compte', phrase: '{qui} a approuvé {objet}' },
  'compte.refuse': {
    categorie: 'comptes',
    objet: 'compte',
    phrase: '{qui} a refusé une demande de compte',
  },
  'compte.role': {
    categorie: 'comptes',
    objet: 'compte',
    phrase: '{qui} a changé le rôle : {objet}',
  },
  'compte.statut': {
    categorie: 'comptes',
    objet: 'compte',
    phrase: '{qui} a changé le statut : {objet}',
  },
  'compte.corrige': { categorie: 'comptes', objet: 'compte', phrase: '{qui} a corrigé {objet}' },
  'compte.supprime': {
    categorie: 'comptes',
    objet: 'compte',
    phrase: '{qui} a supprimé un compte',
  },

  'client.cree': {
    categorie: 'comptes',
    objet: 'client',
    phrase: '{qui} a ajouté un client sans compte : {objet}',
  },
  'client.modifie': {
    categorie: 'comptes',
    objet: 'client',
    phrase: '{qui} a modifié un client sans compte : {objet}',
  },
  'client.cavaliers': {
    categorie: 'comptes',
    objet: 'client',
    phrase: "{qui} a changé les cavaliers d'un client sans compte : {objet}",
  },
  'client.payeur': {
    categorie: 'comptes',
    objet: 'client',
    phrase: '{qui} a dit qui paie pour un client : {objet}',
  },
  'client.invite': {
    categorie: 'comptes',
    objet: 'compte',
    phrase: '{qui} a ouvert un compte pour un client : {objet}',
  },
  'client.regroupe': {
    categorie: 'comptes',
    objet: 'client',
    phrase: '{qui} a regroupé un client sans compte avec un autre client : {objet}',
  },
  'import.fait': { categorie: 'comptes', phrase: '{qui} a importé des clients' },
  'import.defait': { categorie: 'comptes', phrase: '{qui} a défait un import de clients' },
  'client.efface': {
    categorie: 'comptes',
    objet: 'client',
    phrase: '{qui} a effacé un client sans compte',
  },

  'reservation.creee': {
    categorie: 'reservations',
    objet: 'reservation',
    phrase: '{qui} a réservé {objet}',
  },
  'reservation.saisie': {
    categorie: 'reservations',
    objet: 'reservation',
    phrase: '{qui} a enregistré après coup {objet}',
  },
  'reservation.modifiee': {
    categorie: 'reservations',
    objet: 'reservation',
    phrase: '{qui} a modifié {objet}',
  },
  'reservation.corrigee': {
    categorie: 'reservations',
    objet: 'reservation',
    phrase: '{qui} a corrigé après coup {objet}',
  },
  'reservation.deplacee': {
    categorie: 'reservations',
    objet: 'reservation',
    phrase: '{qui} a déplacé {objet}',
  },
  'reservation.annulee': {
    categorie: 'reservations',
    objet: 'reservation',
    phrase: '{qui} a annulé {objet}',
  },
  'place.prise': {
    categorie: 'reservations',
    objet: 'reservation',
    phrase: '{qui} a rejoint {objet}',
  },
  'place.annulee': {
    categorie: 'reservations',
    objet: 'reservation',
    phrase: '{qui} a annulé sa place dans {objet}',
  },
  'place.tarifee': {
    categorie: 'reservations',
    objet: 'reservation',
    phrase: "{qui} a changé le prix d'une place dans {objet}",
  },
  'presence.notee': {
    categorie: 'reservations',
    objet: 'reservation',
    phrase: '{qui} a noté une présence dans {objet}',
  },
  'presences.notees': {
    categorie: 'reservations',
    objet: 'jour',
    phrase: '{qui} a noté tous présents : {objet}',
  },
  'presences.retirees': {
    categorie: 'reservations',
    objet: 'jour',
    phrase: '{qui} a annulé la note de tous présents : {objet}',
  },
  'place.remise': {
    categorie: 'reservations',
    objet: 'reservation',
    phrase: '{qui} a remis un participant dans {objet}',
  },
  'reservation.supprimee': {
    categorie: 'reservations',
    objet: 'reservation',
    phrase: '{qui} a supprimé {objet}',
  },
  'reservation.restauree': {
    categorie: 'reservations',
    objet: 'reservation',
    phrase: '{qui} a restauré {objet}',
  },

  'ligne.retiree': {
    categorie: 'facturation',
    objet: 'client',
    phrase: '{qui} a retiré une place facturée après le délai : {objet}',
  },
  'releves.faits': {
    categorie: 'facturation',
    objet: 'mois',
    phrase: '{qui} a fait des relevés : {objet}',
  },
  'ligne.ajoutee': {
    categorie: 'facturation',
    objet: 'client',
    phrase: "{qui} a ajouté une ligne au compte d'un client : {objet}",
  },
  'ligne.corrigee': {
    categorie: 'facturation',
    objet: 'client',
    phrase: "{qui} a corrigé une ligne du compte d'un client : {objet}",
  },
  'paiement.enregistre': {
    categorie: 'facturation',
    objet: 'client',
    phrase: '{qui} a enregistré un paiement : {objet}',
  },
  'paiement.annule': {
    categorie: 'facturation',
    objet: 'client',
    phrase: '{qui} a annulé un paiement : {objet}',
  },
  'rappels.envoyes': {
    categorie: 'facturation',
    objet: 'client',
    phrase: '{qui} a envoyé des rappels de paiement : {objet}',
  },
  'serie.creee': {
    categorie: 'reservations',
    objet: 'reservation',
    phrase: '{qui} a répété {objet}',
  },
  'fermeture.creee': {
    categorie: 'reservations',
    objet: 'fermeture',
    phrase: '{qui} a fermé {objet}',
  },
  'fermeture.modifiee': {
    categorie: 'reservations',
    objet: 'fermeture',
    phrase: '{qui} a modifié la fermeture {objet}',
  },
  'fermeture.levee': {
    categorie: 'reservations',
    objet: 'fermeture',
    phrase: '{qui} a rouvert {objet}',
  },

  'type.cree': { categorie: 'reglages', objet: 'type', phrase: '{qui} a créé {objet}' },
  'type.modifie': { categorie: 'reglages', objet: 'type', phrase: '{qui} a modifié {objet}' },
  'type.supprime': { categorie: 'reglages', objet: 'type', phrase: '{qui} a supprimé {objet}' },
  'types.ordonnes': { categorie: 'reglages', phrase: "{qui} a changé l'ordre des types de leçon" },
  'piste.creee': { categorie: 'reglages', objet: 'piste', phrase: '{qui} a créé {objet}' },
  'piste.modifiee': { categorie: 'reglages', objet: 'piste', phrase: '{qui} a modifié {objet}' },
  'piste.supprimee': { categorie: 'reglages', objet: 'piste', phrase: '{qui} a supprimé {objet}' },
  'pistes.ordonnees': { categorie: 'reglages', phrase: "{qui} a changé l'ordre des pistes" },
  'prix.modifies': { categorie: 'reglages', phrase: '{qui} a changé les prix' },
  'places.tarifees': {
    categorie: 'reglages',
    phrase: "{qui} a donné leur prix à des places qui n'en avaient pas",
  },
  'parametres.modifies': { categorie: 'reglages', phrase: '{qui} a changé les paramètres' },
  'conservation.acceptee': {
    categorie: 'reglages',
    phrase: '{qui} a accepté que les anciennes leçons perdent leurs noms',
  },
  'conservation.refusee': {
    categorie: 'reglages',
    phrase: '{qui} a refusé que les anciennes leçons perdent leurs noms',
  },
  'orthographes.regroupees': {
    categorie: 'reglages',
    phrase: '{qui} a regroupé deux noms dans les statistiques',
  },
  'orthographes.partagees': {
    categorie: 'reglages',
    phrase: '{qui} a séparé un nom par client dans les statistiques',
  },
  'orthographes.confirmees': {
    categorie: 'reglages',
    phrase: "{qui} a confirmé qu'un nom des statistiques est un seul cavalier",
  },
  'orthographes.separees': {
    categorie: 'reglages',
    phrase: '{qui} a défait un regroupement de noms dans les statistiques',
  },
  'sauvegarde.demandee': { categorie: 'reglages', phrase: '{qui} a lancé une sauvegarde' },
  'sauvegarde.telechargee': { categorie: 'reglages', phrase: '{qui} a téléchargé une sauvegarde' },
  'horloge.confirmee': { categorie: 'reglages', phrase: "{qui} a confirmé l'horloge du serveur" },

  'courriel.confirmation': {
    categorie: 'emails',
    objet: 'compte',
    phrase: "{qui} a renvoyé l'email de confirmation : {objet}",
  },
  'courriel.renvoye': {
    categorie: 'emails',
    objet: 'courriel',
    phrase: '{qui} a renvoyé un email : {objet}',
  },
  'courriels.renvoyes': { categorie: 'emails', phrase: '{qui} a renvoyé les emails échoués' },
  'courriel.libre': {
    categorie: 'emails',
    objet: 'courriel',
    phrase: '{qui} a envoyé un email de son texte',
  },
  'courriel.essai': {
    categorie: 'emails',
    objet: 'courriel',
    phrase: "{qui} a envoyé un email d'essai",
  },
} as const satisfies Record<string, Entree>;
export type ActionJournal = keyof typeof ACTIONS_JOURNAL;

/** False of a word of another version. */
export const isAction = (action: string): action is ActionJournal => action in ACTIONS_JOURNAL;

export const entreeOf = (action: ActionJournal): Entree => ACTIONS_JOURNAL[action];

/** The actions of a category. */
export const actionsOf = (categorie: CategorieJournal): ActionJournal[] =>
  (Object.keys(ACTIONS_JOURNAL) as ActionJournal[]).filter(
    (action) => ACTIONS_JOURNAL[action].categorie === categorie,
  );

/** The actions that are about an object. */
export const actionsAbout = (objet: ObjetJournal): ActionJournal[] =>
  (Object.keys(ACTIONS_JOURNAL) as ActionJournal[]).filter(
    (action) => entreeOf(action).objet === objet,
  );

const wordsOf = (text: string): string[] =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .match(/[\p{L}\d]+/gu) ?? [];

/**
 * The actions in whose sentence each word of a text begins a word: 'relev' is found in 'a fait des
 * relevés', 'nnul' not in 'a annulé'.
 */
export function actionsSaying(text: string): ActionJournal[] {
  const asked = wordsOf(text);
  if (asked.length === 0) return [];
  return (Object.keys(ACTIONS_JOURNAL) as ActionJournal[]).filter((action) => {
    const said = wordsOf(entreeOf(action).phrase.replace(/\{\w+\}/g, ' '));
    return asked.every((word) => said.some((one) => one.startsWith(word)));
  });
}

/**
 * Each changed field with its value before and after, or null if its content is personal and only
 * its name is kept.
 */
export type Changements = Record<string, readonly [avant: unknown, apres: unknown] | null>;

/**
 * The further data of a line. It never contains a name, address, remark or token of a person
 * (ACC-72).
 */
export type DetailsJournal = { changements?: Changements } & Record<string, unknown>;

/** An import of customers, or its undoing, under the name of its file. */
export type ImportJournal = Pick<Import, 'fichier' | 'crees' | 'modifies' | 'refuses'>;

/**
 * The fields that differ between two states; a field that `apres` does not name is unchanged.
 * `personal`: fields whose content is kept out of the journal (ACC-72).
 */
export function changementsOf<T extends object>(
  avant: T,
  apres: { [field in keyof T]?: T[field] | undefined },
  personal: readonly (keyof T)[] = [],
): Changements {
  const fields = (Object.keys(apres) as (keyof T & string)[]).filter(
    (field) =>
      apres[field] !== undefined && JSON.stringify(avant[field]) !== JSON.stringify(apres[field]),
  );
  return Object.fromEntries(
    fields.map((field) => [
      field,
      personal.includes(field) ? null : ([avant[field], apres[field]] as const),
    ]),
  );
}

/** The fields of a lesson that a line keeps. */
export type LeconJournal = Pick<
  BookedLecon,
  | 'date_reservation'
  | 'heure_debut'
  | 'heure_fin'
  | 'type_piste'
  | 'type_lecon'
  | 'nombre_personnes'
  | 'statut'
>;

export const leconJournalOf = ({
  date_reservation,
  heure_debut,
  heure_fin,
  type_piste,
  type_lecon,
  nombre_personnes,
  statut,
}: LeconJournal): LeconJournal => ({
  date_reservation,
  heure_debut,
  heure_fin,
  type_piste,
  type_lecon,
  nombre_personnes,
  statut,
});

/**
 * How many participants an edit added, took out and renamed, and how many of the others have another
 * customer, but not who they are (ACC-72).
 */
export type ComptesParticipants = {
  ajoutes: number;
  retires: number;
  renommes: number;
  attribues?: number;
};

type Seat = Pick<Participant, 'id' | 'nom' | 'user_id'>;

export function comptesParticipants(
  avant: readonly Seat[],
  apres: readonly Seat[],
): ComptesParticipants {
  const before = new Map(avant.map((seat) => [seat.id, seat]));
  const kept = apres.filter(({ id }) => before.has(id));
  const attribues = kept.filter(({ id, user_id }) => before.get(id)?.user_id !== user_id).length;
  return {
    ajoutes: apres.length - kept.length,
    retires: avant.length - kept.length,
    renommes: kept.filter(({ id, nom }) => before.get(id)?.nom !== nom).length,
    ...(attribues > 0 && { attribues }),
  };
}

/** The price of a seat before and after an edit, in cents, and why it changed; not whose it is. */
export type TarifJournal = { avant: number | null; apres: number; motif: MotifPrix };

/** Of the prices that an edit gives to seats, those that differ from the stored ones (PRICE-22). */
export const tarifsOf = (
  avant: readonly Pick<Participant, 'id' | 'centimes'>[],
  prix: readonly PrixDePlace[],
): TarifJournal[] =>
  prix.flatMap(({ place, centimes: apres, motif }) => {
    const before = avant.find(({ id }) => id === place)?.centimes ?? null;
    return before === apres ? [] : [{ avant: before, apres, motif }];
  });

type Texte = keyof typeof SANS_TEXTES;

/**
 * The line of an edit: the lesson before it, and what changed. `participants`: how many of them
 * changed. `begun`: the lesson had begun before the edit and has begun after it (BOOK-35).
 * `tarifs`: the prices of seats that changed; alone, they are an action of their own (PRICE-22).
 */
export function ligneModification(
  avant: BookedLecon & Partial<Record<Texte, unknown>>,
  apres: Partial<typeof avant>,
  participants?: ComptesParticipants,
  begun = false,
  tarifs: readonly TarifJournal[] = [],
): { action: ActionJournal; details: DetailsJournal } {
  const textes = Object.keys(SANS_TEXTES) as Texte[];
  const changements = changementsOf(avant, apres, ['noms_participants', ...textes]);
  const moved = ['date_reservation', 'heure_debut', 'type_piste'].some(
    (field) => field in changements,
  );
  const onlyPrices = tarifs.length > 0 && Object.keys(changements).length === 0;
  const action = onlyPrices
    ? 'place.tarifee'
    : changements['statut']?.[1] === 'annulee'
      ? 'reservation.annulee'
      : begun
        ? 'reservation.corrigee'
        : moved
          ? 'reservation.deplacee'
          : 'reservation.modifiee';
  return {
    action,
    details: {
      lecon: leconJournalOf(avant),
      changements,
      ...(('noms_participants' in changements || participants?.attribues) && { participants }),
      ...(tarifs.length > 0 && { tarifs }),
    },
  };
}
