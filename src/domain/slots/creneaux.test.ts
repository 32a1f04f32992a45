import { describe, expect, test } from 'vitest';
import {
  creneauAt,
  CRENEAUX,
  etatOccupation,
  hasStartLeft,
  heureFin,
  DEFAULT_HORAIRE,
  isPast,
  firstBookableJour,
  type Tenues,
  partsOfDay,
  creneauInWords,
  reasonOf,
  type Occupation,
} from './creneaux.ts';

const JOUR = '2026-11-21';
const MAINTENANT = { jour: '2026-11-20', heure: '12:00' };

const occupation = (
  heure_debut: string,
  heure_fin: string,
  personnes: number,
  max: number,
): Occupation => ({
  heure_debut,
  heure_fin,
  personnes,
  max,
  etat: etatOccupation(personnes, max),
});

const etatAt = (
  heure: string,
  duree_minutes: number,
  occupations: Occupation[],
  options: Partial<Parameters<typeof creneauAt>[1]> = {},
) =>
  creneauAt(
    heure,
    { jour: JOUR, duree_minutes, maintenant: MAINTENANT, horaire: DEFAULT_HORAIRE, ...options },
    occupations,
  ).etat;

describe('la grille', () => {
  test('compte 25 débuts, de 08:00 à 20:00, toutes les demi-heures', () => {
    // BOOK-02, LIM-01
    expect(CRENEAUX).toHaveLength(25);
    expect([CRENEAUX[0], CRENEAUX[1], CRENEAUX[24]]).toEqual(['08:00', '08:30', '20:00']);
  });

  test('se lit en matin, après-midi et soir sans perdre un créneau', () => {
    expect(partsOfDay(CRENEAUX).map(({ nom }) => nom)).toEqual(['Matin', 'Après-midi', 'Soir']);
    expect(partsOfDay(CRENEAUX).flatMap(({ heures }) => heures)).toEqual(CRENEAUX);
  });
});

describe('la fin d’une leçon', () => {
  test('est son début et sa durée, par pas de trente minutes', () => {
    expect(heureFin('09:30', 30)).toBe('10:00');
    expect(heureFin('09:30', 60)).toBe('10:30');
    expect(heureFin('08:00', 120)).toBe('10:00');
    expect(heureFin('08:00', 45)).toBe('09:00');
  });

  test('n’est jamais après 20:00', () => {
    // BOOK-02
    expect(heureFin('19:30', 30)).toBe('20:00');
    expect(heureFin('19:30', 60)).toBeNull();
    expect(heureFin('20:00', 30)).toBeNull();
  });
});

describe('un créneau', () => {
  // BOOK-07, BOOK-17
  test('est libre quand rien ne tient la piste', () => {
    expect(etatAt('10:00', 60, [])).toBe('libre');
  });

  test('à moitié plein est orange et dit combien de places sont prises', () => {
    const creneau = creneauAt(
      '10:30',
      { jour: JOUR, duree_minutes: 30, maintenant: MAINTENANT, horaire: DEFAULT_HORAIRE },
      [occupation('10:00', '11:00', 2, 6)],
    );
    expect(creneau).toMatchObject({ etat: 'partiel', occupation: { personnes: 2, max: 6 } });
  });

  test('reste libre juste avant et juste après une leçon', () => {
    const full = occupation('10:00', '11:00', 6, 6);
    expect(etatAt('09:30', 30, [full])).toBe('libre');
    expect(etatAt('11:00', 30, [full])).toBe('libre');
  });

  test('est rouge quand la leçon, plus longue, toucherait une leçon pleine', () => {
    expect(etatAt('09:30', 60, [occupation('10:00', '11:00', 6, 6)])).toBe('complet');
    expect(etatAt('09:00', 60, [occupation('10:00', '11:00', 6, 6)])).toBe('libre');
  });

  test('est rouge plutôt qu’orange quand la leçon touche les deux', () => {
    const deux = [occupation('10:00', '10:30', 1, 2), occupation('10:30', '11:00', 1, 1)];
    expect(etatAt('10:00', 30, deux)).toBe('partiel');
    expect(etatAt('10:00', 60, deux)).toBe('complet');
  });

  test('est rouge quand la leçon finirait après 20:00, et 20:00 l’est toujours', () => {
    expect(etatAt('19:30', 60, [])).toBe('complet');
    expect(etatAt('19:30', 30, [])).toBe('libre');
    expect(etatAt('20:00', 30, [])).toBe('complet');
  });

  test('est passé dès que son heure a sonné', () => {
    // BOOK-18
    const options = { jour: MAINTENANT.jour };
    expect(etatAt('11:30', 30, [], options)).toBe('passe');
    expect(etatAt('12:00', 30, [], options)).toBe('passe');
    expect(etatAt('12:30', 30, [], options)).toBe('libre');
    expect(isPast('2026-11-19', '19:30', MAINTENANT)).toBe(true);
  });

  test('passé, reste à choisir là où l’on enregistre après coup, si rien ne tient la piste', () => {
    // BOOK-18, BOOK-35
    const demande = {
      jour: MAINTENANT.jour,
      duree_minutes: 60,
      maintenant: MAINTENANT,
      horaire: { ouverture: '09:00', fermeture: '18:00', pause_minutes: null },
      apresCoup: true,
    };
    const holds = [
      occupation('10:00', '11:00', 6, 6),
      { ...occupation('11:30', '12:00', 2, 6), ouverte: 'collective' },
    ];
    const places = { type_lecon: 'collective', nombre_personnes: 1, mine: () => false };
    const at = (heure: string) => creneauAt(heure, demande, holds, places);
    expect(
      ['08:30', '09:00', '10:00', '11:30', '12:00', '12:30'].map((heure) => [
        at(heure).etat,
        at(heure).reason,
      ]),
    ).toEqual([
      ['ferme', 'heure_fermee'],
      ['passe', null],
      ['complet', 'creneau_deja_reserve'],
      ['partiel', 'creneau_deja_reserve'], // nobody joins a lesson that has begun
      ['passe', null],
      ['libre', null],
    ]);
    expect(creneauInWords(at('09:00'))).toBe('09:00, passé, à enregistrer');
    expect(reasonOf(at('09:00'))).toBe('Déjà commencée\u202f: aucun email ne partira');
    expect(creneauInWords(creneauAt('09:00', { ...demande, apresCoup: false }, []))).toBe(
      '09:00, passé',
    );
  });

  test('est fermé hors des heures du centre, et rouge quand la leçon finirait après la fermeture', () => {
    // BOOK-18, SET-04
    const options = { horaire: { ouverture: '09:00', fermeture: '18:00', pause_minutes: null } };
    expect(
      ['08:30', '09:00', '17:30', '18:00', '20:00'].map((heure) => etatAt(heure, 30, [], options)),
    ).toEqual(['ferme', 'libre', 'libre', 'ferme', 'complet']);
    expect(etatAt('17:30', 60, [], options)).toBe('complet');
  });

  test('respecte la pause entre deux leçons, arrondie à la demi-heure, des deux côtés', () => {
    // SET-05
    const options = { horaire: { ...DEFAULT_HORAIRE, pause_minutes: 15 } };
    const full = [occupation('10:00', '11:00', 6, 6)];
    expect(
      ['09:00', '09:30', '11:00', '11:30'].map((heure) => etatAt(heure, 30, full, options)),
    ).toEqual(['libre', 'complet', 'complet', 'libre']);
  });
});

describe('le nom d’un créneau', () => {
  const nomAt = (
    heure: string,
    occupations: Occupation[],
    options: Partial<Parameters<typeof creneauAt>[1]> = {},
  ) =>
    creneauInWords(
      creneauAt(
        heure,
        {
          jour: JOUR,
          duree_minutes: 30,
          maintenant: MAINTENANT,
          horaire: DEFAULT_HORAIRE,
          ...options,
        },
        occupations,
      ),
    );

  test('dit son état sans la couleur', () => {
    // UI-14
    expect(nomAt('10:00', [])).toBe('10:00, disponible');
    expect(nomAt('10:00', [occupation('10:00', '11:00', 2, 6)])).toBe(
      '10:00, 4 places restantes dans la leçon de 10h00 à 11h00',
    );
    expect(nomAt('10:00', [occupation('10:00', '11:00', 5, 6)])).toBe(
      '10:00, 1 place restante dans la leçon de 10h00 à 11h00',
    );
    // Half hours that the lesson only overlaps offer no places of their own (BOOK-17).
    expect(nomAt('10:30', [occupation('10:00', '11:00', 2, 6)])).toBe(
      '10:30, pris par la leçon de 10h00',
    );
    expect(nomAt('12:00', [occupation('12:30', '13:30', 3, 6)], { duree_minutes: 60 })).toBe(
      '12:00, pris par la leçon de 12h30',
    );
    expect(nomAt('20:00', [])).toBe('20:00, complet, trop tard pour cette leçon');
    expect(nomAt('09:00', [], { jour: MAINTENANT.jour })).toBe('09:00, passé');
    expect(nomAt('08:00', [], { horaire: { ...DEFAULT_HORAIRE, ouverture: '09:00' } })).toBe(
      '08:00, fermé',
    );
  });
});

describe('un créneau rouge', () => {
  const creneauOf = (
    heure: string,
    duree_minutes: number,
    occupations: Occupation[],
    horaire = DEFAULT_HORAIRE,
  ) =>
    creneauAt(heure, { jour: JOUR, duree_minutes, maintenant: MAINTENANT, horaire }, occupations);
  const full = occupation('10:00', '11:00', 6, 6);

  test('dit quelle leçon tient la piste, la pause, ou que la leçon finirait trop tard', () => {
    // BOOK-17
    const pause = { ...DEFAULT_HORAIRE, pause_minutes: 15 };
    expect(creneauInWords(creneauOf('10:30', 30, [full]))).toBe(
      '10:30, complet, déjà réservé de 10h00 à 11h00',
    );
    expect(creneauInWords(creneauOf('11:00', 30, [full], pause))).toBe(
      '11:00, complet, pause avant ou après la leçon de 10h00 à 11h00',
    );
    expect(creneauInWords(creneauOf('19:30', 60, []))).toBe(
      '19:30, complet, trop tard pour cette leçon',
    );
    // The pause refuses the slot, even if the neighbouring lesson has places left.
    const neighbour = creneauOf('11:00', 30, [occupation('10:00', '11:00', 1, 6)], pause);
    expect(neighbour).toMatchObject({ etat: 'complet', reason: 'pause_entre_lecons' });
    expect(creneauInWords(neighbour)).toBe(
      '11:00, complet, pause avant ou après la leçon de 10h00 à 11h00',
    );
  });

  test('ne dit « vient d’être réservé » que d’une leçon réservée à l’instant', () => {
    // BOOK-20
    expect(creneauOf('10:30', 30, [full]).reason).toBe('creneau_deja_reserve');
    expect(creneauOf('10:30', 30, [{ ...full, recente: true }]).reason).toBe('creneau_pris');
  });
});

describe('le jour choisi à l’ouverture', () => {
  // BOOK-09
  test('est aujourd’hui tant qu’un début reste possible', () => {
    expect(firstBookableJour({ jour: JOUR, heure: '06:00' })).toBe(JOUR);
    expect(firstBookableJour({ jour: JOUR, heure: '19:29' })).toBe(JOUR);
  });

  test('est demain quand le dernier début est passé', () => {
    expect(hasStartLeft(JOUR, { jour: JOUR, heure: '19:30' })).toBe(false);
    expect(firstBookableJour({ jour: JOUR, heure: '19:30' })).toBe('2026-11-22');
    expect(firstBookableJour({ jour: '2026-12-31', heure: '23:59' })).toBe('2027-01-01');
  });

  test('passe les jours où tout est pris sur les deux pistes, et ceux-là seulement', () => {
    const pris = (
      date_reservation: string,
      type_piste: 'interieure' | 'exterieure',
      heure_debut = '08:00',
    ) => ({ ...occupation(heure_debut, '20:00', 1, 1), date_reservation, type_piste });
    const deux = (jour: string) => [pris(jour, 'interieure'), pris(jour, 'exterieure')];
    const a = (lecons: Tenues['lecons']) =>
      firstBookableJour({ jour: JOUR, heure: '13:10' }, DEFAULT_HORAIRE, {
        pistes: ['interieure', 'exterieure'],
        lecons,
      });
    expect(a([pris(JOUR, 'interieure')])).toBe(JOUR);
    expect(a([pris(JOUR, 'interieure', '13:30'), pris(JOUR, 'exterieure', '13:30')])).toBe(
      '2026-11-22',
    );
    expect(a([pris(JOUR, 'interieure', '13:30'), pris(JOUR, 'exterieure', '14:00')])).toBe(JOUR);
    expect(a([...deux(JOUR), ...deux('2026-11-22')])).toBe('2026-11-23');
  });

  test('est demain quand le centre ferme plus tôt', () => {
    expect(
      firstBookableJour(
        { jour: JOUR, heure: '13:00' },
        { ouverture: '08:00', fermeture: '12:00', pause_minutes: null },
      ),
    ).toBe('2026-11-22');
  });
});
