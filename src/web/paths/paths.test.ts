import { expect, test } from 'vitest';
import { homeOf, originOf, PAGES, PATHS } from './paths.ts';

test("après la connexion on revient où l'on allait, sur ce site et derrière la garde seulement", () => {
  // ACC-06, ACC-26
  const origin = '/app/reservation?jour=2026-11-21#heure';
  expect(originOf({ origine: origin })).toBe(origin);
  for (const elsewhere of [
    '//mechant.example',
    'https://mechant.example/app',
    '/\\mechant.example',
    '/login',
    '/applis',
    '',
    7,
    null,
  ]) {
    expect(originOf({ origine: elsewhere })).toBeNull();
  }
  expect(originOf(null)).toBeNull();
  expect(originOf(undefined)).toBeNull();
});

test('accéder à mon espace mène un administrateur à son tableau, les autres à la réservation', () => {
  // ACC-02, ACC-03
  expect(homeOf('admin')).toBe('/app/webmaster');
  expect(homeOf('utilisateur')).toBe('/app/reservation');
  expect(homeOf('webmaster')).toBe('/app/reservation');
});

test("le menu d'un cavalier et d'un webmaster tient en une entrée, celui d'un administrateur en six", () => {
  // UI-03, ACC-08
  const labels = (role: 'utilisateur' | 'webmaster' | 'admin') =>
    PAGES.flatMap(([, { menu }]) => (menu?.roles.includes(role) ? [menu.label] : []));
  expect(labels('utilisateur')).toEqual(['Réservations']);
  expect(labels('webmaster')).toEqual(['Réservations']);
  expect(labels('admin')).toEqual([
    'Réservations',
    'Webmaster',
    'Utilisateurs',
    'Statistiques',
    'Prix',
    'Paramètres',
    'Emails',
    'Journal',
    'Leçons supprimées',
  ]);
});

test('ce que le menu réserve aux administrateurs, la garde le leur réserve aussi', () => {
  // ACC-04
  const kept = PAGES.filter(([, { menu }]) => menu && !menu.roles.includes('utilisateur')).map(
    ([, { access }]) => access,
  );
  expect(kept).toEqual(['admin', 'admin', 'admin', 'admin', 'admin', 'admin', 'admin', 'admin']);
  const opened = PAGES.filter(
    ([, { path, access }]) => path.startsWith('/app/') && !['connecte', 'admin'].includes(access),
  );
  expect(opened).toEqual([]);
  expect(PATHS.previewemail.access).toBe('admin');
});
