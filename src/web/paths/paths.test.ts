import { expect, test } from 'vitest';
import { homeOf, originOf, pageAt, PAGES, PATHS, recordAt } from './paths.ts';

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

test("les pages du menu d'un cavalier et d'un webmaster sont quatre, celles d'un administrateur onze", () => {
  // UI-03, ACC-08
  const labels = (role: 'utilisateur' | 'webmaster' | 'admin') =>
    PAGES.flatMap(([, { menu }]) => (menu?.roles.includes(role) ? [menu.label] : []));
  expect(labels('utilisateur')).toEqual([
    'Réservations',
    'Mes leçons passées',
    'Mes relevés',
    'Aide',
  ]);
  expect(labels('webmaster')).toEqual(labels('utilisateur'));
  expect(labels('admin')).toEqual([
    'Réservations',
    'Webmaster',
    'Utilisateurs',
    'Statistiques',
    'Prix',
    'Facturation',
    'Paramètres',
    'Emails',
    'Journal',
    'Leçons supprimées',
    'Aide',
  ]);
});

test('ce que le menu réserve aux administrateurs, la garde le leur réserve aussi', () => {
  // ACC-04
  const kept = PAGES.filter(([, { menu }]) => menu && !menu.roles.includes('utilisateur')).map(
    ([, { access }]) => access,
  );
  expect(kept).toEqual([
    'admin',
    'admin',
    'admin',
    'admin',
    'admin',
    'admin',
    'admin',
    'admin',
    'admin',
  ]);
  const opened = PAGES.filter(
    ([, { path, access }]) => path.startsWith('/app/') && !['connecte', 'admin'].includes(access),
  );
  expect(opened).toEqual([]);
  expect(PATHS.previewemail.access).toBe('admin');
});

test("l'adresse d'une fiche est celle de sa page et l'identifiant, et rien d'autre", () => {
  // ACC-04, CLI-20
  const id = '0b7c5a52-7f0e-4d8e-9f0a-5a1d3c2b1a00';
  const nameAt = (path: string) => pageAt(path)?.[0];
  expect(nameAt(`/app/clients/${id}`)).toBe('client');
  expect(nameAt(`/App/Clients/${id.toUpperCase()}/`)).toBe('client');
  expect(recordAt(`/app/clients/${id.toUpperCase()}/`)).toBe(id);
  for (const path of ['/app/clients', '/app/clients/', '/app/clients/x', `/app/clients/${id}0`]) {
    expect(nameAt(path), path).toBe('client');
    expect(recordAt(path), path).toBeNull();
  }
  for (const path of [`/app/journal/${id}`, `/app/clients/${id}/${id}`, '/clients/x'])
    expect(nameAt(path), path).toBeUndefined();
});
