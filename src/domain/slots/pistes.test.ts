import { describe, expect, test } from 'vitest';
import {
  DEFAULT_PISTES,
  nomDansPhrase,
  nomPiste,
  type Piste,
  pistesActives,
  pistesAReserver,
  pistesInWords,
  pistesOf,
} from './pistes.ts';
import { idOfPiste, refuseEditionPiste, refusePiste } from './regles_pistes.ts';

const ROND: Piste = {
  id: 'rond_de_longe',
  nom: 'Rond de longe',
  note: '',
  dessin: 'rond',
  ordre: 3,
  actif: false,
};
const TROIS = [...DEFAULT_PISTES, ROND];

test('les deux pistes du départ, leurs noms et ce que leurs cartes en disent', () => {
  // BOOK-03
  expect(DEFAULT_PISTES.map(({ id, nom, note }) => [id, nom, note])).toEqual([
    ['interieure', 'Piste Intérieure', "Disponible toute l'année"],
    ['exterieure', 'Piste Extérieure', 'En plein air'],
  ]);
  expect(nomPiste(TROIS, 'rond_de_longe')).toBe('Rond de longe');
  expect(nomPiste(TROIS, 'disparue')).toBe('disparue');
});

test('une piste désactivée ne se réserve plus, et se lit là où elle a des leçons', () => {
  // SET-44
  expect(pistesActives(TROIS)).toEqual(DEFAULT_PISTES);
  expect(pistesOf(TROIS, [{ type_piste: 'interieure' }])).toEqual(DEFAULT_PISTES);
  expect(pistesOf(TROIS, [{ type_piste: 'rond_de_longe' }])).toEqual(TROIS);
  expect(['interieure', 'rond_de_longe', 'disparue'].map((id) => refusePiste(TROIS, id))).toEqual([
    null,
    'piste_fermee',
    'type_piste_manquant',
  ]);
});

describe('en mots', () => {
  const named = (...noms: string[]) => noms.map((nom) => ({ nom }));

  test.each<[entree: string, accueil: string, noms: string[]]>([
    [
      'Piste intérieure ou extérieure',
      'la piste intérieure ou extérieure',
      ['Piste Intérieure', 'Piste Extérieure'],
    ],
    ['Piste intérieure', 'la piste intérieure', ['Piste Intérieure']],
    ['Manège', 'la piste', ['Manège']],
    ['Piste Intérieure ou Rond', 'une piste', ['Piste Intérieure', 'Rond']],
    ['Manège, Carrière ou Rond', 'une piste', ['Manège', 'Carrière', 'Rond']],
    ['4 pistes', 'une piste', ['A', 'B', 'C', 'D']],
  ])('%s', (entree, accueil, noms) => {
    expect([pistesInWords(named(...noms)), pistesAReserver(named(...noms))]).toEqual([
      entree,
      accueil,
    ]);
  });

  test('dans une phrase, seul un adjectif connu perd sa majuscule', () => {
    expect(['Piste Intérieure', 'Manège Jappeloup'].map(nomDansPhrase)).toEqual([
      'piste intérieure',
      'Manège Jappeloup',
    ]);
  });
});

describe('une piste nouvelle ou changée', () => {
  test.each([
    ['Rond de longe', 'rond_de_longe'],
    ['  Œuvre  d’été n° 2 ', 'oeuvre_d_ete_n_2'],
    ['İzmir', 'izmir'],
    ['马场', 'piste'],
    ['Date réservation', 'date_reservation_2'],
    ['Intérieure', 'interieure_2'],
  ])('%s a pour identifiant %s', (nom, id) => {
    expect(idOfPiste(nom, ['interieure'])).toBe(id);
  });

  test('a un nom à elle seule, sur une ligne, et une note courte', () => {
    // SET-44, LIM-161
    expect(refuseEditionPiste({ nom: 'Manège', note: '', dessin: 'autre' }, TROIS)).toBe(null);
    expect(refuseEditionPiste({ nom: ' piste  intérieure ' }, TROIS)).toBe('piste_existe');
    expect(refuseEditionPiste({ nom: '  ' }, TROIS)).toBe('piste_nom_invalide');
    expect(refuseEditionPiste({ nom: 'a\nb' }, TROIS)).toBe('piste_nom_invalide');
    expect(refuseEditionPiste({ nom: 'n'.repeat(41) }, TROIS)).toBe('piste_nom_invalide');
    expect(refuseEditionPiste({ note: 'n'.repeat(81) }, TROIS)).toBe('piste_note_invalide');
    expect(refuseEditionPiste({ dessin: 'lune' as 'rond' }, TROIS)).toBe('dessin_invalide');
  });

  test('ne se désactive pas si elle est la dernière qui se réserve', () => {
    expect(refuseEditionPiste({ actif: false }, [ROND])).toBe('derniere_piste');
    expect(refuseEditionPiste({ actif: false }, TROIS)).toBe(null);
  });
});
