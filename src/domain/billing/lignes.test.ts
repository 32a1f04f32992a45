/** What seats that leave after the deadline cost, in words and in the file (LIG-01, LIG-05). */
import { expect, test } from 'vitest';
import type { Retard } from '../settings/parametres.ts';
import { chargedIn, chargedSeats, factureesInWords, factureesOf, libelleOf } from './lignes.ts';
import { csvOfLignes } from '../statistics/statistiques.ts';

const LECON = {
  date_reservation: '2026-11-22',
  heure_debut: '10:00',
  statut: 'confirmee' as const,
};
/** 24 hours before, in Brussels: the minute of the deadline itself is too late. */
const DEADLINE = new Date('2026-11-21T09:00:00Z');
const EARLIER = new Date('2026-11-21T08:59:59.999Z');
const rules = (lateCharge: Retard, cancellationHours = 24) => ({ lateCharge, cancellationHours });
const cents = (
  seat: { centimes?: number | null; facturee?: boolean },
  lateCharge: Retard,
  now = DEADLINE,
) => chargedSeats(LECON, [seat], rules(lateCharge), now).map(({ centimes }) => centimes);

test.each<[number | null, Retard, number[]]>([
  [2500, 'rien', []],
  [2500, 'moitie', [1250]],
  [2501, 'moitie', [1251]],
  [1, 'moitie', [1]],
  [2501, 'tout', [2501]],
  [0, 'tout', []],
  [null, 'tout', []],
])('%s centimes, réglage « %s » : %j', (centimes, retard, expected) => {
  expect(cents({ centimes }, retard)).toEqual(expected);
  expect(cents({ centimes }, retard, EARLIER)).toEqual([]);
  expect(cents({ centimes, facturee: false }, retard)).toEqual([]);
});

test('le délai compte en heures réelles, aussi la nuit où les pendules changent', () => {
  const lecon = { ...LECON, date_reservation: '2026-10-25' };
  const at = (instant: string) =>
    chargedSeats(lecon, [{ centimes: 1000 }], rules('tout'), new Date(instant)).length;
  // Winter time begins at 3:00: 24 hours before 10:00 it was 11:00.
  expect([at('2026-10-24T08:59:00Z'), at('2026-10-24T09:00:00Z')]).toEqual([0, 1]);
});

test('une leçon en attente ou annulée ne coûte rien', () => {
  for (const statut of ['en_attente', 'annulee'] as const)
    expect(
      chargedSeats({ ...LECON, statut }, [{ centimes: 1000 }], rules('tout'), DEADLINE),
    ).toEqual([]);
});

test('ce qu’un écran a lu donne les mêmes montants', () => {
  const lue = {
    ...LECON,
    tarifs: [
      { place: 'a', prix: 22.35 },
      { place: 'b', prix: null },
      { place: 'c', prix: 10 },
      { place: 'd', prix: 8 },
    ],
    presences: [{ place: 'c', facturee: false }],
  };
  const all = factureesOf(chargedIn(lue, () => true, rules('moitie'), DEADLINE));
  expect(all).toEqual({ places: 2, centimes: 1518 });
  expect(factureesInWords(all)).toBe('2 places, 15,18\u00a0€');
  const last = factureesOf(chargedIn(lue, (n) => n === 3, rules('moitie'), DEADLINE));
  expect(factureesInWords(last)).toBe('1 place, 4,00\u00a0€');
  expect(chargedIn(LECON, () => true, rules('tout'), DEADLINE)).toEqual([]);
});

test('la leçon en mots, et le fichier, dont aucun champ ne se lit comme une formule', () => {
  const piste = { id: 'interieure', nom: 'Piste Intérieure', note: '', dessin: 'manege' as const };
  expect(
    libelleOf(
      { heure_debut: '09:30', heure_fin: '10:30', type_piste: 'interieure' },
      'Leçon collective',
      [{ ...piste, ordre: 1, actif: true }],
    ),
  ).toBe('Leçon collective, 9h30 – 10h30, Piste Intérieure');
  const ligne = { id: 'x', jour: '2026-11-22', client: '', libelle: 'Longe', prix: 4 };
  expect(
    csvOfLignes([
      { ...ligne, nom: '=1+1', motif: 'retrait' },
      { ...ligne, nom: 'Léa; Tom', client: 'Zoé', motif: 'annulation', prix: 12.5 },
    ]),
  ).toBe(
    [
      '\uFEFFDate;Client;Cavalier;Leçon;Raison;Montant (€)',
      "2026-11-22;;'=1+1;Longe;Participant retiré;4,00",
      '2026-11-22;Zoé;"Léa; Tom";Longe;Leçon annulée;12,50',
      'Total;;;;;16,50',
      '',
    ].join('\r\n'),
  );
});
