import { expect, test } from 'vitest';
import { tacheOf } from './aide.ts';

const FILE = `---
titre: Fermer : comment ?
pour: bureau
ordre: 3
ecran: /app/webmaster
---
Touchez **Fermer** : « Gel » & <b>.

1. Un
2. Deux

![Un "mot" & deux](images/bureau-fermer.webp)
`;
const image = { src: '/assets/x.webp', largeur: 400, hauteur: 200 };

test("d'un fichier au HTML : titre, étapes, image avec sa taille, espaces insécables", () => {
  // UI-90
  const names: string[] = [];
  const tache = tacheOf('fermer', FILE, (name) => {
    names.push(name);
    return image;
  });
  expect(names).toEqual(['images/bureau-fermer.webp']);
  expect(tache).toMatchObject({
    nom: 'fermer',
    titre: 'Fermer\u202f: comment\u202f?',
    pour: 'bureau',
    ordre: 3,
    ecran: '/app/webmaster',
    mots: '',
  });
  expect(tache.html).toContain('<strong>Fermer</strong>\u202f: «\u202fGel\u202f» &amp; ');
  expect(tache.html).toMatch(/<ol>\s*<li>Un<\/li>\s*<li>Deux<\/li>\s*<\/ol>/);
  expect(tache.html).toContain(
    '<img src="/assets/x.webp" alt="Un &quot;mot&quot; &amp; deux" width="400" height="200" decoding="async">',
  );
});

test.each(['titre', 'pour', 'ordre'])('un fichier sans %s est refusé', (field) => {
  const file = FILE.replace(new RegExp(`^${field}: .*\n`, 'm'), '');
  expect(() => tacheOf('x', file, () => image)).toThrow('docs/aide/x.md');
});
