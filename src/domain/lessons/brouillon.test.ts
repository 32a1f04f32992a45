import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type Brouillon,
  newBrouillon,
  firstObstacle,
  setJour,
  setNom,
  setNombre,
  setPiste,
  setType,
  toDemande,
} from './brouillon.ts';
import { firstMissing, REMARQUES_MAX } from './reservations.ts';
import { DEFAULT_TYPES } from '../types/types_lecons.ts';

const typeOf = (value: string) => {
  const type = DEFAULT_TYPES.find((candidate) => candidate.value === value);
  if (!type) throw new Error(value);
  return type;
};

const filled = (): Brouillon => {
  let brouillon = setNombre(setType(newBrouillon('2026-11-21'), typeOf('collective')), 3);
  brouillon = setNom(setNom(setNom(brouillon, 0, 'Camille'), 1, 'Hugo'), 2, 'Zoé');
  return { ...setPiste(brouillon, 'interieure'), heure_debut: '10:00' };
};

describe('le type de leçon', () => {
  // BOOK-11
  test('changé, efface l’heure choisie', () => {
    expect(setType(filled(), typeOf('saut')).heure_debut).toBeNull();
  });

  test('repris tel quel, n’efface rien', () => {
    expect(setType(filled(), typeOf('collective'))).toEqual(filled());
  });

  test('choisi en premier, garde l’heure qui peut encore être réservée, et elle seule', () => {
    // DESK-07
    const heureDAbord = {
      ...setPiste(newBrouillon('2026-11-21'), 'interieure'),
      heure_debut: '10:00',
    };
    expect(setType(heureDAbord, typeOf('collective'), true).heure_debut).toBe('10:00');
    expect(setType(heureDAbord, typeOf('collective'), false).heure_debut).toBeNull();
  });

  test('à une personne, fixe le nombre à 1', () => {
    expect(setType(filled(), typeOf('particuliere'))).toMatchObject({
      nombre_personnes: 1,
      noms_participants: ['Camille'],
    });
    expect(setType(newBrouillon('2026-11-21'), typeOf('particuliere'))).toMatchObject({
      nombre_personnes: 1,
      noms_participants: [''],
    });
  });

  test('plus petit, ramène le nombre à son maximum ; le nombre non choisi le reste', () => {
    expect(setType(filled(), typeOf('longe'))).toMatchObject({
      nombre_personnes: 2,
      noms_participants: ['Camille', 'Hugo'],
    });
    expect(setType(newBrouillon('2026-11-21'), typeOf('collective')).nombre_personnes).toBeNull();
  });
});

describe('les noms', () => {
  // BOOK-11, BOOK-04
  test('suivent le nombre de personnes et gardent ce qui a été écrit', () => {
    const deux = setNombre(filled(), 2);
    expect(deux.noms_participants).toEqual(['Camille', 'Hugo']);
    expect(setNombre(deux, 4).noms_participants).toEqual(['Camille', 'Hugo', 'Zoé', '']);
  });

  test('reviennent aussi après un détour par une leçon à une personne', () => {
    const detour = setType(setType(filled(), typeOf('particuliere')), typeOf('collective'));
    expect(setNombre(detour, 3).noms_participants).toEqual(['Camille', 'Hugo', 'Zoé']);
  });

  test('sont toujours aussi nombreux que les personnes, quoi qu’on change', () => {
    type Geste = (brouillon: Brouillon) => Brouillon;
    const actions: fc.Arbitrary<Geste> = fc.oneof(
      fc.constantFrom(...DEFAULT_TYPES).map(
        (type): Geste =>
          (b) =>
            setType(b, type),
      ),
      fc.integer({ min: 1, max: 10 }).map(
        (nombre): Geste =>
          (b) =>
            b.type_lecon ? setNombre(b, Math.min(nombre, typeOf(b.type_lecon).max_personnes)) : b,
      ),
      fc.tuple(fc.nat(9), fc.string()).map(
        ([i, nom]): Geste =>
          (b) =>
            i < b.noms_participants.length ? setNom(b, i, nom) : b,
      ),
      fc.constantFrom('interieure' as const, 'exterieure' as const).map(
        (piste): Geste =>
          (b) =>
            setPiste(b, piste),
      ),
      fc.constantFrom('2026-11-21', '2026-11-22').map(
        (jour): Geste =>
          (b) =>
            setJour(b, jour),
      ),
    );
    fc.assert(
      fc.property(fc.array(actions, { maxLength: 30 }), (outcome) => {
        const brouillon = outcome.reduce((b, action) => action(b), newBrouillon('2026-11-21'));
        expect(brouillon.noms_participants).toHaveLength(brouillon.nombre_personnes ?? 0);
        expect(brouillon.noms_saisis.slice(0, brouillon.noms_participants.length)).toEqual(
          brouillon.noms_participants.slice(0, brouillon.noms_saisis.length),
        );
        if (brouillon.type_lecon && brouillon.nombre_personnes) {
          expect(brouillon.nombre_personnes).toBeLessThanOrEqual(
            typeOf(brouillon.type_lecon).max_personnes,
          );
        }
      }),
    );
  });
});

describe('la piste et le jour', () => {
  // BOOK-11
  test('changés, effacent l’heure et rien d’autre', () => {
    expect(setPiste(filled(), 'exterieure')).toEqual({
      ...filled(),
      type_piste: 'exterieure',
      heure_debut: null,
    });
    expect(setJour(filled(), '2026-11-22')).toEqual({
      ...filled(),
      date_reservation: '2026-11-22',
      heure_debut: null,
    });
  });

  test('repris tels quels, gardent l’heure', () => {
    expect(setPiste(filled(), 'interieure')).toEqual(filled());
    expect(setJour(filled(), '2026-11-21')).toEqual(filled());
  });
});

describe('la demande', () => {
  test('se forme de ce qui est écrit, tel quel, dès que rien ne manque', () => {
    const brouillon = { ...filled(), remarques: '  selle large ' };
    expect(firstMissing(brouillon)).toBeNull();
    expect(toDemande(brouillon)).toEqual({
      type_lecon: 'collective',
      nombre_personnes: 3,
      noms_participants: ['Camille', 'Hugo', 'Zoé'],
      date_reservation: '2026-11-21',
      type_piste: 'interieure',
      heure_debut: '10:00',
      remarques: '  selle large ',
    });
  });

  test('porte des remarques nulles quand le champ est blanc', () => {
    expect(toDemande({ ...filled(), remarques: ' \n ' })?.remarques).toBeNull();
  });

  test('n’existe pas tant qu’un choix manque', () => {
    expect(toDemande({ ...filled(), heure_debut: null })).toBeNull();
    expect(toDemande(newBrouillon('2026-11-21'))).toBeNull();
  });

  test('dit d’avance ce que le serveur refuserait du contenu', () => {
    const type = typeOf('collective');
    expect(firstObstacle(filled(), type)).toBeNull();
    expect(firstObstacle({ ...filled(), heure_debut: null }, type)).toBe('heure_debut_manquante');
    expect(firstObstacle({ ...filled(), remarques: 'x'.repeat(REMARQUES_MAX + 1) }, type)).toBe(
      'remarques_trop_longues',
    );
    expect(firstObstacle(setNom(filled(), 0, 'x'.repeat(101)), type)).toBe('nom_invalide');
    expect(firstObstacle(filled(), null)).toBe('type_lecon_inconnu');
    expect(firstObstacle(filled(), typeOf('longe'))).toBe('trop_de_personnes');
  });
});
