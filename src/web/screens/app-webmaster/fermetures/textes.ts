/** The sentences of closures (FERM-01 to FERM-07). */
export const TEXTES = {
  fermer: 'Fermer',
  titre: 'Fermer des pistes',
  pistes: 'Pistes',
  du: 'Du',
  au: 'Au',
  entier: 'Toute la journée',
  debut: 'De',
  fin: 'À',
  motif: 'Raison',
  motifs: ['Gel', 'Terrain impraticable', 'Entretien', 'Concours', 'Jour férié'],
  publique: 'Montrer la raison aux cavaliers',
  publiqueAide: 'Sinon ils lisent seulement que la piste est fermée.',
  feries: 'Jours fériés',
  lecons: 'Leçons concernées',
  nouvelle: 'Nouvelle',
  aucune: 'Aucune leçon à ces heures.',
  illisibles: "Les fermetures n'ont pas pu être chargées.",
  illisible: "Les leçons concernées n'ont pas pu être chargées.",
  sorts: { garder: 'Garder', annuler: 'Annuler' },
  vers: (piste: string) => `Déplacer\u202f: ${piste}`,
  tout: { garder: 'Tout garder', annuler: 'Tout annuler', deplacer: "Déplacer si c'est libre" },
  echec: "Erreur lors de la fermeture. Rien n'est fermé.",
  enCours: 'Fermeture…',
  raisonManque: 'Veuillez donner une raison.',
  carte: 'Fermé',
  laquelle: (motif: string, period: string) => ` la fermeture\u202f: ${motif}, ${period}`,
  liste: 'Fermetures du jour',
  vue: (publique: boolean) =>
    publique ? 'Les cavaliers lisent la raison.' : 'Seul le bureau lit la raison.',
  modifier: 'Modifier',
  modification: 'Modifier la fermeture',
  enregistrer: 'Enregistrer',
  enregistrement: 'Enregistrement…',
  echecModification: 'Erreur lors de la modification de la fermeture',
  modifiee: 'La fermeture a été modifiée.',
  annuler: 'Annuler',
  rouvrir: 'Rouvrir',
  question: 'Rouvrir ces heures\u202f?',
  reviennent: 'Quelles leçons annulées reviennent\u202f?',
  prise: 'piste prise',
  rouverte: 'Les heures sont rouvertes.',
  ouverture: 'Réouverture…',
  echecReouverture: 'Erreur lors de la réouverture',
} as const;

const count = (n: number, one: string, many: string): string => `${n} ${n > 1 ? many : one}`;

/**
 * How many lessons are cancelled, moved and kept, and how many accounts get an email about the
 * changed ones.
 */
export type Outcome = Record<'annulees' | 'deplacees' | 'gardees' | 'comptes', number>;

/**
 * The button: 'Fermer les pistes', 'Fermer et annuler 8 leçons', 'Fermer, annuler 1 leçon et en
 * déplacer 2'.
 */
export function closingInWords({ annulees, deplacees }: Outcome, pistes: number): string {
  if (annulees > 0 && deplacees > 0)
    return `${TEXTES.fermer}, annuler ${count(annulees, 'leçon', 'leçons')} et en déplacer ${deplacees}`;
  const verb = annulees > 0 ? 'annuler' : 'déplacer';
  const changed = annulees + deplacees;
  return changed === 0
    ? `${TEXTES.fermer} ${pistes === 1 ? 'la piste' : 'les pistes'}`
    : `${TEXTES.fermer} et ${verb} ${count(changed, 'leçon', 'leçons')}`;
}

/** Said after the closing of so many arenas. */
export const closedInWords = (pistes: number): string =>
  pistes === 1 ? 'La piste est fermée.' : 'Les pistes sont fermées.';

/** How many lessons were added while the dialog is open; '' for none. */
export const newInWords = (n: number): string =>
  n === 0 ? '' : `La liste a changé\u202f: ${count(n, 'nouvelle leçon', 'nouvelles leçons')}.`;

/** '2 leçons annulées, 1 leçon gardée ; 3 comptes prévenus par email.'; '' without a lesson. */
export function outcomeInWords({ annulees, deplacees, gardees, comptes }: Outcome): string {
  if (annulees + deplacees + gardees === 0) return '';
  const parts = [
    ...(annulees > 0 ? [count(annulees, 'leçon annulée', 'leçons annulées')] : []),
    ...(deplacees > 0 ? [count(deplacees, 'leçon déplacée', 'leçons déplacées')] : []),
    ...(gardees > 0 ? [count(gardees, 'leçon gardée', 'leçons gardées')] : []),
  ];
  const told =
    comptes === 0
      ? ''
      : `\u202f; ${count(comptes, 'compte prévenu', 'comptes prévenus')} par email`;
  return `${parts.join(', ')}${told}.`;
}
