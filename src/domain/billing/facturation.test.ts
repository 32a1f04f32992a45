/** Numbers, communications, QR codes, rounding and searches, against tables of their own. */
import fc from 'fast-check';
import jsQR from 'jsqr';
import { encode } from 'uqr';
import { describe, expect, test } from 'vitest';
import { formatIban, isIban, tidyIban } from '../settings/iban.ts';
import {
  communicationOf,
  csvOfRecettes,
  csvOfReleves,
  epcOf,
  formatCommunication,
  isMois,
  joursDuMois,
  montantOf,
  mouvementsOf,
  numeroIn,
  numeroOf,
  numeroOfCommunication,
  peutRappeler,
  rechercheOf,
  refuseJourLigne,
  refuseJourPaiement,
  refuseMois,
  titreOf,
} from './facturation.ts';

describe('le numéro et sa communication', () => {
  test.each([
    // Computed by hand: the ten digits mod 97.
    ['2026-11', 42, '2026-11-0042', '202611004238', '+++202/6110/04238+++'],
    ['2026-11', 1, '2026-11-0001', '202611000194', '+++202/6110/00194+++'],
    ['2026-10', 9999, '2026-10-9999', '202610999992', '+++202/6109/99992+++'],
    ['2026-11', 4, '2026-11-0004', '202611000497', '+++202/6110/00497+++'], // 0 becomes 97
  ])('%s, %i', (mois, numero, ecrit, douze, imprimee) => {
    // REL-08, REL-16
    expect(numeroOf(mois, numero)).toBe(ecrit);
    expect(titreOf(ecrit)).toBe(`Relevé ${ecrit}`);
    expect(communicationOf(ecrit)).toBe(douze);
    expect(formatCommunication(douze)).toBe(imprimee);
    expect(numeroIn(ecrit)).toEqual({ mois, numero });
    expect(numeroOfCommunication(douze)).toEqual({ mois, numero });
  });

  test('un chiffre faux ne mène à aucun relevé', () => {
    // REL-24
    const douze = '202611004238';
    for (let n = 0; n < 12; n += 1)
      for (let digit = 0; digit < 10; digit += 1) {
        const wrong = `${douze.slice(0, n)}${digit}${douze.slice(n + 1)}`;
        if (wrong !== douze) expect(numeroOfCommunication(wrong), wrong).toBeNull();
      }
    expect(numeroIn('2026-13-0001')).toBeNull();
    expect(numeroIn('2026-11-0000')).toBeNull();
    expect(numeroIn('2026-11-42')).toBeNull();
  });
});

/** The lines of EPC069-12, read as a bank reads them. */
function readEpc(text: string) {
  const [tag, version, charset, kind, bic, nom, iban, montant, objet, structuree, libre] =
    text.split('\n');
  expect([tag, version, charset, kind]).toEqual(['BCD', '002', '1', 'SCT']);
  expect([bic, objet, libre]).toEqual(['', '', '']);
  expect(text.includes('\r')).toBe(false);
  expect(new TextEncoder().encode(text).length).toBeLessThanOrEqual(331);
  expect(montant).toMatch(/^EUR\d+\.\d\d$/);
  expect(structuree).toMatch(/^\d{12}$/);
  expect(BigInt(structuree!.slice(0, 10)) % 97n).toBe(BigInt(structuree!.slice(10)) % 97n);
  return { nom, iban, centimes: Math.round(Number(montant!.slice(3)) * 100), structuree };
}

/** The modules as pixels, as a camera sees them: 4 pixels each, with a quiet zone. */
function decode(text: string): string | undefined {
  const { data, size } = encode(text, { ecc: 'M', border: 4 });
  const [scale, width] = [4, size * 4];
  const pixels = new Uint8ClampedArray(width * width * 4).fill(255);
  for (let y = 0; y < width; y += 1)
    for (let x = 0; x < width; x += 1)
      if (data[Math.floor(y / scale)]![Math.floor(x / scale)])
        pixels.set([0, 0, 0], (y * width + x) * 4);
  return jsQR(pixels, width, width)?.data;
}

describe('le code QR', () => {
  test('200 montants et titulaires, avec accents, se relisent tels quels', () => {
    // REL-17
    const titulaire = fc
      .array(fc.constantFrom(...'Manège Écurie de l’Étoile Léa & Fils ÀÖÜçñß-'.split('')), {
        minLength: 1,
        maxLength: 70,
      })
      .map((signs) => signs.join('').trim() || 'Élan');
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 9_999_999 }),
        titulaire,
        fc.integer({ min: 1, max: 9_999 }),
        fc.integer({ min: 1, max: 12 }),
        (centimes, nom, n, month) => {
          const numero = numeroOf(`2026-${String(month).padStart(2, '0')}`, n);
          const communication = communicationOf(numero);
          const text = epcOf({
            titulaire: nom,
            iban: 'BE68539007547034',
            centimes,
            communication,
          })!;
          expect(decode(text)).toBe(text);
          expect(readEpc(text)).toEqual({
            nom,
            iban: 'BE68539007547034',
            centimes,
            structuree: communication,
          });
        },
      ),
      { numRuns: 200 },
    );
  });

  test('sans montant, sans titulaire ou sans IBAN, il n’y en a pas', () => {
    // REL-17
    const sound = {
      titulaire: 'Manège',
      iban: 'BE68539007547034',
      centimes: 5,
      communication: '202611004238',
    };
    expect(epcOf(sound)).toBe(
      'BCD\n002\n1\nSCT\n\nManège\nBE68539007547034\nEUR0.05\n\n202611004238\n',
    );
    expect(epcOf({ ...sound, centimes: 0 })).toBeNull();
    expect(epcOf({ ...sound, centimes: -500 })).toBeNull();
    expect(epcOf({ ...sound, titulaire: '' })).toBeNull();
    expect(epcOf({ ...sound, iban: '' })).toBeNull();
  });
});

test.each([
  // Examples of the register of IBANs.
  ['BE68 5390 0754 7034', true],
  ['be68539007547034', true],
  ['BE68539007547035', false],
  ['BE6853900754703', false],
  ['BE685390075470340', false],
  ['NL91ABNA0417164300', true],
  ['FR1420041010050500013M02606', true],
  ['DE89370400440532013000', true],
  ['FR1420041010050500013M02607', false],
  ['', false],
  ['BE', false],
])('l’IBAN %s : %s', (iban, sound) => {
  // SET-50
  expect(isIban(tidyIban(iban))).toBe(sound);
});

test('un IBAN s’écrit par quatre', () => {
  // SET-50
  expect(formatIban('BE68539007547034')).toBe('BE68 5390 0754 7034');
  expect(formatIban('FR1420041010050500013M02606')).toBe('FR14 2004 1010 0505 0001 3M02 606');
});

test.each([
  [1750, 'especes', 1750, 0],
  [1751, 'especes', 1750, 1],
  [1752, 'especes', 1750, 2],
  [1753, 'especes', 1755, -2],
  [1754, 'especes', 1755, -1],
  [1752, 'virement', 1752, 0],
  [1753, 'carte', 1753, 0],
  [2, 'especes', 0, 2],
  [3, 'especes', 5, -2],
] as const)('%i centimes en %s : %i reçus, arrondi %i', (centimes, moyen, recu, arrondi) => {
  // REL-22
  expect(mouvementsOf(centimes, moyen)).toEqual({ recu, arrondi });
});

test.each([
  [17.5, 1750],
  [-17.5, -1750],
  [0.01, 1],
  [99_999.99, 9_999_999],
  [100_000, null],
  [0, null],
  [-0, null],
  [0.001, null],
  [1e-7, null],
  [Number.NaN, null],
  [1e300, null],
])('%d euros : %s centimes', (euros, centimes) => {
  // REL-04
  expect(montantOf(euros)).toBe(centimes);
});

test.each([
  ['', null],
  ['   ', null],
  ['17,50', { sorte: 'montant', centimes: 1750 }],
  ['17.50 €', { sorte: 'montant', centimes: 1750 }],
  ['100', { sorte: 'montant', centimes: 10_000 }],
  ['1.250,00', { sorte: 'montant', centimes: 125_000 }],
  ['1 250', { sorte: 'montant', centimes: 125_000 }],
  ['+++202/6110/04238+++', { sorte: 'releve', mois: '2026-11', numero: 42 }],
  ['202611004238', { sorte: 'releve', mois: '2026-11', numero: 42 }],
  ['***202/6110/04238***', { sorte: 'releve', mois: '2026-11', numero: 42 }],
  ['2026-11-0042', { sorte: 'releve', mois: '2026-11', numero: 42 }],
  ['Relevé 2026-11-0042', { sorte: 'releve', mois: '2026-11', numero: 42 }],
  ['Anne Maes', { sorte: 'nom', texte: 'Anne Maes' }],
])('chercher « %s »', (q, found) => {
  // REL-24
  expect(rechercheOf(q)).toEqual(found);
});

test.each([
  [100, '2026-11-01', null, '2026-11-14', false],
  [100, '2026-11-01', null, '2026-11-15', true],
  [100, '2026-11-01', '2026-11-15', '2026-11-28', false],
  [100, '2026-11-01', '2026-11-15', '2026-11-29', true],
  [100, '2026-11-20', '2026-11-01', '2026-11-29', false],
  [0, '2026-11-01', null, '2026-12-31', false],
  [-5, '2026-11-01', null, '2026-12-31', false],
  [100, null, null, '2026-12-31', false],
])('%i dus, relevé %s, rappel %s, le %s : %s', (solde, releve, rappel, jour, may) => {
  // REL-27
  expect(peutRappeler(solde, { releve, rappel }, jour)).toBe(may);
});

test('le fichier des recettes : une ligne par paiement, sans formule, et leurs sommes', () => {
  // REL-25
  expect(
    csvOfRecettes([
      {
        jour: '2026-11-19',
        client: '=Anne; Maes',
        releve: '2026-10-0001',
        moyen: 'especes',
        montant: 10,
        arrondi: 0.02,
        note: null,
        saisi_le: '2026-11-19T13:05:00.000Z',
      },
      {
        jour: '2026-11-20',
        client: 'Bea',
        moyen: 'virement',
        montant: -30.1,
        arrondi: -0.02,
        note: 'Erreur',
        saisi_le: '2026-11-20T13:05:00.000Z',
      },
    ]),
  ).toBe(
    '\uFEFFJour;Client;Moyen;Reçu;Arrondi;Note;Saisi le;Relevé\r\n' +
      `2026-11-19;"'=Anne; Maes";Espèces;10,00;0,02;;19 novembre 2026 à 14:05;2026-10-0001\r\n` +
      '2026-11-20;Bea;Virement;-30,10;-0,02;Erreur;20 novembre 2026 à 14:05;\r\n' +
      'Total;;;-20,10;0,00;;;\r\n',
  );
});

test('le fichier des relevés : un par ligne, avec ce qui en est payé, et leurs sommes', () => {
  // REL-80
  const releve = (n: number, ce_mois: number, reste: number) => ({
    numero: `2026-10-000${n}`,
    jour: '2026-11-02',
    nom: n === 1 ? '=Anne; Maes' : 'Bea',
    mois: '2026-10',
    ce_mois,
    reste,
  });
  expect(
    csvOfReleves([releve(1, 20.1, 0), releve(2, 30, 12.5), releve(3, 5, 5), releve(4, -8, 0)]),
  ).toBe(
    '\uFEFFNuméro;Date;Client;Période;Montant;État;Payé\r\n' +
      `2026-10-0001;2026-11-02;"'=Anne; Maes";2026-10;20,10;Payé;20,10\r\n` +
      '2026-10-0002;2026-11-02;Bea;2026-10;30,00;Payé en partie;17,50\r\n' +
      '2026-10-0003;2026-11-02;Bea;2026-10;5,00;À payer;0,00\r\n' +
      '2026-10-0004;2026-11-02;Bea;2026-10;-8,00;Rien à payer;0,00\r\n' +
      'Total;;;;47,10;;37,60\r\n',
  );
});

test('les mois et les jours', () => {
  // REL-10, REL-04, REL-21
  expect(isMois('2026-11')).toBe(true);
  for (const wrong of ['2026-13', '2026-00', '2026-1', '1999-12', '2101-01', '2026-11-01', ''])
    expect(isMois(wrong), wrong).toBe(false);
  expect(joursDuMois('2026-02')).toEqual({ du: '2026-02-01', au: '2026-02-28' });
  expect(joursDuMois('2028-02')).toEqual({ du: '2028-02-01', au: '2028-02-29' });
  expect(joursDuMois('2026-12')).toEqual({ du: '2026-12-01', au: '2026-12-31' });
  expect(refuseMois('2026-11', '2026-11-01')).toBeNull();
  expect(refuseMois('2026-12', '2026-11-30')).toBe('mois_invalide');
  expect(refuseJourPaiement('2026-11-21', '2026-11-21')).toBeNull();
  expect(refuseJourPaiement('2026-11-22', '2026-11-21')).toBe('jour_paiement_invalide');
  expect(refuseJourPaiement('2024-11-20', '2026-11-21')).toBe('jour_paiement_invalide');
  expect(refuseJourLigne('2027-11-21', '2026-11-21')).toBeNull();
  expect(refuseJourLigne('2027-11-22', '2026-11-21')).toBe('jour_ligne_invalide');
  expect(refuseJourLigne('2024-11-20', '2026-11-21')).toBe('jour_ligne_invalide');
});
