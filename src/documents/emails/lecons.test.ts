/**
 * What emails about a lesson contain: the lesson, its state before a change, and why it does not
 * take place.
 */
import { expect, test } from 'vitest';
import type { ContenuCourriel, LeconDeCourriel, SorteDeLecon } from '#domain/emails/courriels.ts';
import { renderCourriel, renderMessage, sujetOf } from './courriels.ts';

const CENTRE = {
  nom: "Écurie d'Aurore",
  ville: 'Gembloux',
  publicUrl: 'https://manege.be',
  ouvert: 'Ouvert tous les jours de 08:00 à 20:00',
  contact: { telephone: null, email: null },
};
const LECON: LeconDeCourriel = {
  reservation_id: 'r',
  version: 1,
  date_reservation: '2026-11-23',
  heure_debut: '10:00',
  heure_fin: '11:00',
  type_piste: 'interieure',
  type: 'Leçon collective',
  noms_participants: ['Camille Lambert'],
  remarques: null,
};
const rendered = (
  sorte: SorteDeLecon,
  outcome: Partial<Extract<ContenuCourriel, { lecon: LeconDeCourriel }>> = {},
) => renderCourriel({ sorte, nom: 'Camille', lecon: LECON, copie: false, ...outcome }, CENTRE);

test("une leçon qui attendait et qui est annulée n'est plus dite en attente de confirmation", () => {
  const { texte: text, html } = rendered('reservation_annulee', {
    lecon: { ...LECON, en_attente: true },
  });
  for (const body of [text, html]) {
    expect(body).not.toMatch(/État|En attente de confirmation par le centre/);
    expect(body).toMatch(/attendait la confirmation du centre/);
  }
  expect(rendered('reservation_annulee').texte).not.toMatch(/attendait/);
});

test("une leçon qui attend encore la veille n'est pas annoncée comme sûre", () => {
  expect(rendered('rappel').texte).toContain('Nous vous attendons pour votre leçon.');
  const { texte: text } = rendered('rappel', { lecon: { ...LECON, en_attente: true } });
  expect(text).not.toContain('Nous vous attendons');
  expect(text).toContain("le centre ne l'a pas encore confirmée");
});

test('une leçon modifiée dit ce qui était prévu, et seulement cela', () => {
  const before: LeconDeCourriel = {
    ...LECON,
    date_reservation: '2026-11-22',
    heure_debut: '14:00',
    heure_fin: '15:00',
    type_piste: 'exterieure',
    remarques: 'Poney calme',
    en_attente: true,
  };
  const { texte: text } = rendered('reservation_modifiee', { avant: before });
  expect(text).toContain(`Jour : lundi 23 novembre 2026
       avant : dimanche 22 novembre 2026
Heures : de 10h00 à 11h00
         avant : de 14h00 à 15h00
Piste : Piste Intérieure
        avant : Piste Extérieure
Leçon : Leçon collective
Participants : Camille Lambert
État : Confirmée par le centre
       avant : En attente de confirmation par le centre
Remarques : aucune
            avant : Poney calme
`);
  expect(rendered('reservation_modifiee', { avant: LECON }).texte).not.toContain('avant :');
  // An email that was stored before this field existed.
  expect(rendered('reservation_modifiee').texte).toContain('Jour : lundi 23 novembre 2026\nHeures');
});

test("la raison d'une annulation se lit, et reste du texte", () => {
  const raison = 'Piste gelée <b>& co</b>';
  const { texte: text, html } = rendered('reservation_annulee', { raison });
  expect(text).toContain(`Raison : ${raison}`);
  expect(html).toContain('Piste gelée &lt;b&gt;&amp; co&lt;/b&gt;');
  expect(rendered('reservation_annulee', { raison, copie: true }).texte).toContain(
    `Raison : ${raison}`,
  );
  expect(rendered('reservation_annulee').texte).not.toContain('Raison');
});

test('le sujet du lien de réinitialisation ne promet pas un mot de passe', () => {
  expect(renderCourriel({ sorte: 'mot_de_passe', nom: 'Camille', jeton: 'j' }, CENTRE).sujet).toBe(
    'Réinitialisation de votre mot de passe',
  );
});

test("l'email d'essai élide devant une voyelle", () => {
  expect(renderCourriel({ sorte: 'essai', nom: '' }, CENTRE).sujet).toBe(
    "Email d'essai d'Écurie d'Aurore",
  );
});

test.each([
  [{}, "Pour la changer ou l'annuler, parlez-en au centre."],
  [
    { soi_meme: { annuler: true, changer: false, jusque: '2026-11-22T09:00:00.000Z' } },
    "Vous pouvez l'annuler jusqu'au dimanche 22 novembre 2026 à 10h00, dans « Mes réservations ». Après, parlez-en au centre.",
  ],
  [
    { soi_meme: { annuler: true, changer: true, jusque: '2026-11-22T09:00:00.000Z' } },
    "Vous pouvez la changer ou l'annuler jusqu'au dimanche 22 novembre 2026 à 10h00, dans « Mes réservations ». Après, parlez-en au centre.",
  ],
  [
    { soi_meme: { annuler: false, changer: true, jusque: '2026-11-22T09:00:00.000Z' } },
    "Vous pouvez la changer jusqu'au dimanche 22 novembre 2026 à 10h00, dans « Mes réservations ». Après, parlez-en au centre.",
  ],
])("ce que le cavalier peut encore faire lui-même, et jusqu'à quand : %j", (outcome, sentence) => {
  // RIDE-04, RIDE-11
  expect(rendered('reservation_confirmee', outcome).texte.replace(/\s+/g, ' ')).toContain(sentence);
});

test.each([
  ['reservation_modifiee', { par: 'cavalier' }, 'Vous avez changé votre réservation.'],
  ['reservation_modifiee', {}, 'Le centre a modifié votre réservation.'],
  ['reservation_annulee', { par: 'cavalier' }, 'Vous avez annulé cette leçon.'],
  [
    'reservation_annulee',
    { par: 'cavalier', place: true },
    'Vous avez annulé votre place dans cette leçon.',
  ],
  ['reservation_annulee', { place: true }, 'Le centre a retiré votre place de cette leçon.'],
  ['reservation_annulee', {}, "Cette leçon n'aura pas lieu."],
] as const)('%s %j : %s', (sorte, outcome, sentence) => {
  // RIDE-04
  expect(rendered(sorte, outcome).texte).toContain(sentence);
});

test("sans nom, une fois effacé, le sujet d'une copie ne laisse pas de place vide", () => {
  expect(
    sujetOf({ sorte: 'reservation_annulee', nom: '', lecon: LECON, copie: true }, CENTRE.nom),
  ).toBe('Leçon annulée : lundi 23 novembre 2026, 10h00');
});

test('des leçons qui ne diffèrent que par leur jour partagent une fiche', () => {
  // MAIL-26
  const on = (date_reservation: string, change: object = {}) => ({
    sorte: 'reservation_confirmee' as const,
    nom: 'Camille',
    lecon: { ...LECON, date_reservation, ...change },
    copie: false,
  });
  const { sujet, texte: text } = renderMessage(
    [on('2026-12-09'), on('2026-12-02'), on('2026-12-16', { piste: 'Carrière' })],
    CENTRE,
  );
  expect(sujet).toBe('3 leçons confirmées');
  expect(text).toContain('Vos leçons sont confirmées');
  expect(text.match(/Participants : /g)).toHaveLength(2);
  expect(text).toContain('2 leçons confirmées, de même :');
  expect(text.replace(/\s+/g, ' ')).toContain(
    'Jours : mercredi 2 décembre 2026 mercredi 9 décembre 2026 Heures : de 10h00 à 11h00',
  );
  expect(text).toContain('Leçon confirmée : mercredi 16 décembre 2026, 10h00');
});
