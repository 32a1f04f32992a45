import { expect, test } from 'vitest';
import { DEFAULT_HORAIRE } from './slots/creneaux.ts';
import { isStillFree } from './alerts.ts';

const ALERTE = {
  type_lecon: 'collective',
  type_piste: 'interieure',
  date_reservation: '2026-12-09',
  heure_debut: '10:00',
  heure_fin: '11:00',
};
const LECON = {
  ...ALERTE,
  personnes: 2,
  max: 6,
  etat: 'partiel',
  ouverte: 'collective',
} as const;
const NOW = { jour: '2026-12-08', heure: '12:00' };

test.each([
  ['rien ne tient la piste', [], NOW, true],
  ['une leçon tient une autre piste', [{ ...LECON, type_piste: 'exterieure' }], NOW, true],
  ['une leçon tient un autre jour', [{ ...LECON, date_reservation: '2026-12-10' }], NOW, true],
  ["une leçon à rejoindre commence à l'heure", [LECON], NOW, true],
  ["une leçon d'un autre type", [{ ...LECON, ouverte: 'saut' }], NOW, false],
  ['une leçon complète', [{ ...LECON, personnes: 6, etat: 'complet' as const }], NOW, false],
  ['une leçon qui commence avant', [{ ...LECON, heure_debut: '09:30' }], NOW, false],
  ['une fermeture', [{ ...LECON, ferme: 'gel', etat: 'complet' as const }], NOW, false],
  ["l'heure est passée", [], { jour: '2026-12-09', heure: '10:00' }, false],
])('un créneau attendu est-il libre ? %s', (_, held, maintenant, libre) => {
  // RIDE-87
  expect(isStillFree(ALERTE, { maintenant, horaire: DEFAULT_HORAIRE }, held)).toBe(libre);
});
