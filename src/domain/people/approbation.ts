/**
 * How long an approval usually takes, in words: 'en 2 jours environ' (RIDE-61). `jours`: 0 for less
 * than one.
 */
export function delaiInWords(jours: number): string {
  if (jours === 0) return "en général en moins d'un jour";
  return `en ${jours === 1 ? 'un jour' : `${jours} jours`} environ`;
}

/**
 * A sign-up as the screens after it use it. `confirmation`: its address must be confirmed first;
 * `delai`: how many days an approval usually takes, null if that is not known.
 */
export type DemandeDeCompte = { email: string; confirmation: boolean; delai: number | null };

/** The first sentence after a sign-up (ACC-19). */
export const VALIDATION = 'Un administrateur va valider votre compte';

/**
 * The next steps after the approval, and when (RIDE-62): 'Vous pourrez alors vous connecter et
 * réserver, en 2 jours environ.'
 */
export function suiteOf({
  confirmation,
  delai,
}: Pick<DemandeDeCompte, 'confirmation' | 'delai'>): string {
  const suite = confirmation
    ? 'Un email vous dira que votre compte est ouvert'
    : 'Vous pourrez alors vous connecter et réserver';
  return delai === null ? `${suite}.` : `${suite}, ${delaiInWords(delai)}.`;
}
