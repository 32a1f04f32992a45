/**
 * Every French text of `ui`: its components contain none. One constant per text, so that each chunk
 * of the application loads only its own.
 */
export const cancel = 'Annuler';
export const close = 'Fermer';
export const retry = 'Réessayer';
export const searching = 'Recherche en cours…';
export const show = 'Afficher';
export const hide = 'Masquer';
export const thePassword = 'le mot de passe';
export const moreActions = "Plus d'actions";
export const moreActionsFor = "Plus d'actions pour";
export const previous = 'Précédent';
export const next = 'Suivant';
export const page = 'page';
export const of = 'sur';
export const notifications = 'Notifications (F8)';
export const closeNotification = 'Fermer la notification';
export const printout = 'Impression';
export const printBlocked =
  "La fenêtre d'impression a été bloquée par le navigateur. Autorisez les fenêtres de ce site, ou imprimez sans nouvelle fenêtre.";
export const printInPage = 'Imprimer sans nouvelle fenêtre';
export const unsaved = 'Modifications non sauvegardées.';
export const discard = 'Annuler les modifications';
export const pageNotLoaded = "Cette page n'a pas pu être chargée. Vérifiez votre connexion.";
export const partNotLoaded =
  "Cette partie de la page n'a pas pu être chargée. Vérifiez votre connexion.";
export const newVersion = 'Une nouvelle version est prête.';
export const reload = 'Recharger la page';
export const leaveTitle = 'Quitter sans enregistrer\u202f?';
export const leave = 'Quitter';
export const unansweredTitle = 'Fermer sans attendre la réponse\u202f?';
export const unanswered =
  "Le serveur n'a pas encore répondu. L'enregistrement continue, et son résultat vous sera dit.";
export const inputLost = 'Ce que vous avez saisi sera perdu.';
