import { expect, test } from 'vitest';
import { espaceOf, origineOf, PAGES, PATHS } from './paths.ts';

test('après la connexion on revient où l\'on allait, sur ce site et derrière la garde seulement', () => { // ACC-06, ACC-26
  const origine = '/app/reservation?jour=2026-11-21#heure';
  expect(origineOf({ origine })).toBe(origine);
  for (const ailleurs of ['//mechant.example', 'https://mechant.example/app', '/\\mechant.example', '/login', '/applis', '', 7, null]) {
    expect(origineOf({ origine: ailleurs })).toBeNull();
  }
  expect(origineOf(null)).toBeNull();
  expect(origineOf(undefined)).toBeNull();
});

test('accéder à mon espace mène un administrateur à son tableau, les autres à la réservation', () => { // ACC-02, ACC-03
  expect(espaceOf('admin')).toBe('/app/webmaster');
  expect(espaceOf('utilisateur')).toBe('/app/reservation');
  expect(espaceOf('webmaster')).toBe('/app/reservation');
});

test('le menu d\'un cavalier et d\'un webmaster tient en une entrée, celui d\'un administrateur en six', () => { // UI-03, ACC-08
  const labels = (role: 'utilisateur' | 'webmaster' | 'admin') => PAGES.flatMap(([, { menu }]) => (menu?.roles.includes(role) ? [menu.label] : []));
  expect(labels('utilisateur')).toEqual(['Réservations']);
  expect(labels('webmaster')).toEqual(['Réservations']);
  expect(labels('admin')).toEqual(['Réservations', 'Webmaster', 'Utilisateurs', 'Statistiques', 'Prix', 'Paramètres']);
});

test('ce que le menu réserve aux administrateurs, la garde le leur réserve aussi', () => { // ACC-04
  const gardees = PAGES.filter(([, { menu }]) => menu && !menu.roles.includes('utilisateur')).map(([, { acces }]) => acces);
  expect(gardees).toEqual(['admin', 'admin', 'admin', 'admin', 'admin']);
  const ouvertes = PAGES.filter(([, { path, acces }]) => path.startsWith('/app/') && !['connecte', 'admin'].includes(acces));
  expect(ouvertes).toEqual([]);
  expect(PATHS.previewemail.acces).toBe('admin');
});
