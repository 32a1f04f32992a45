// chunk: app
/** 'de' before a person's name: "d'Élise", 'de Zoé'. */
export const dePersonne = (nom: string): string => (isElided(nom) ? `d'${nom}` : `de ${nom}`);

/**
 * 'de' before the name of a place, which may begin with an article: "d'Écurie", 'du Manège' for 'Le
 * Manège', 'de Manège'.
 */
export function de(nom: string): string {
  const article = /^(le|les)\s+(?=\S)/i.exec(nom);
  if (article)
    return `${article[1]?.toLowerCase() === 'le' ? 'du' : 'des'} ${nom.slice(article[0].length)}`;
  return dePersonne(nom);
}

/**
 * True before a vowel or one of the few words with a silent h; a y before a vowel is a consonant.
 */
function isElided(nom: string): boolean {
  const bare = nom
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase();
  return /^(?:[aeiouœæ]|y(?![aeiou])|hipp|hotel|herb|heri)/.test(bare);
}
