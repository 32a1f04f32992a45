/**
 * Lessons, series and closures of the planning. Edits and the fast entry: tests/reseau, and
 * tests/parcours/planning/saisie.spec.ts.
 */
import { page } from 'vitest/browser';
import { expect } from 'vitest';
import { addDays } from '#domain/core/calendrier.ts';
import {
  asked,
  button,
  dialog,
  type Form,
  question,
  save,
  tryAll,
  UNSURE,
  isShown,
} from './formulaire.ts';
import {
  card,
  closures,
  fermeture,
  FERMETURE,
  gone,
  inSerie,
  JOUR,
  lecon,
  LECON,
  PAGE,
  SERIES,
} from './planning.ts';
import { Refused } from './serveur.ts';

const FORMS: Record<string, Form> = {
  'supprimer une leçon': {
    ...PAGE,
    answers: gone,
    ...asked('Supprimer', () => button(/^Supprimer/, card()).click()),
    async open() {
      await button(/^Supprimer/, card()).click();
      await question()
        .getByLabelText(/^Raison/)
        .fill('Piste inondée');
    },
    call: 'reservations.remove',
    late: save('Suppression en cours…', 'Erreur lors de la suppression de la réservation'),
    done: 'Réservation supprimée',
    meanwhile: UNSURE,
  },
  'modifier une leçon': {
    ...PAGE,
    answers: (stored) => {
      const now = lecon(stored && { remarques: 'Selle à vérifier', version: 2 });
      return { 'reservations.list': [now], 'reservations.get': now };
    },
    async open() {
      await button(/^Modifier/, card()).click();
      await dialog()
        .getByLabelText(/^Remarques/)
        .fill('Selle à vérifier');
    },
    press: () => button('Enregistrer', dialog()).click(),
    call: 'reservations.update',
    done: 'Réservation mise à jour',
    meanwhile: UNSURE,
  },
  'répéter une leçon': {
    ...PAGE,
    answers: inSerie,
    open: async () => {
      await button(/^Répéter/, card()).click();
      await button('10 fois', dialog()).click();
      await expect.element(dialog().getByText(/10 leçons\./)).toBeVisible();
    },
    press: () => button(/^Répéter/, dialog()).click(),
    call: 'series.repeat',
    late: save('Répétition…', "Erreur lors de la répétition. Rien n'est enregistré."),
    done: '10 leçons ajoutées.',
    again: true,
  },
  'modifier une série': {
    ...PAGE,
    answers: (stored) => {
      const lecons = SERIES.map((one) => ({
        ...one,
        ...(stored && { heure_debut: '14:00', heure_fin: '15:00', version: 2 }),
      }));
      return {
        'reservations.list': [lecons[0]],
        'reservations.get': lecons[0],
        'series.list': { dernier: addDays(JOUR, 14), lecons },
        'series.update': { lecons: 3, lecon: lecons[0] },
      };
    },
    open: async () => {
      await button(/^Modifier/, card()).click();
      await dialog()
        .getByLabelText(/^Heure de début/)
        .selectOptions('14:00');
      await dialog()
        .getByRole('radio', { name: /suivantes/ })
        .click();
    },
    press: () => button('Enregistrer 3 leçons', dialog()).click(),
    call: 'series.update',
    done: /^3 leçons modifiées\. La leçon est maintenant/,
  },
  'supprimer une série': {
    ...PAGE,
    answers: inSerie,
    ...asked('Supprimer 3 leçons', () => Promise.resolve()),
    async open() {
      await button(/^Supprimer/, card()).click();
      await question()
        .getByRole('radio', { name: /suivantes/ })
        .click();
    },
    call: 'series.remove',
    late: save('Suppression en cours…', 'Erreur lors de la suppression de la réservation'),
    done: '3 leçons supprimées.',
  },
  'fermer une piste': {
    ...PAGE,
    answers: () => ({ 'fermetures.create': fermeture() }),
    open: async () => {
      await button('Fermer', page.getByRole('region', { name: 'Planning de la semaine' })).click();
      await dialog().getByRole('checkbox', { name: 'Piste Extérieure' }).click();
      await dialog().getByLabelText('Raison', { exact: true }).fill(' Gel ');
    },
    press: () => button(/^Fermer (la|et)/, dialog()).click(),
    call: 'fermetures.create',
    late: save('Fermeture…', "Erreur lors de la fermeture. Rien n'est fermé."),
    done: /^La piste est fermée\.$/,
    again: true,
  },
  'modifier une fermeture': {
    ...PAGE,
    answers: (stored) => ({ 'fermetures.list': [fermeture(stored && { motif: 'Tenace' })] }),
    open: async () => {
      await button(/^Modifier/, closures()).click();
      await dialog().getByLabelText('Raison', { exact: true }).fill(' Tenace ');
    },
    press: () => button('Enregistrer', dialog()).click(),
    call: 'fermetures.update',
    late: save('Enregistrement…', 'Erreur lors de la modification de la fermeture'),
    done: 'La fermeture a été modifiée.',
  },
  'rouvrir une piste': {
    ...PAGE,
    answers: (stored) => ({
      'fermetures.list': stored ? [] : [fermeture()],
      'fermetures.cancelled': stored ? new Refused('fermeture_introuvable') : [],
    }),
    ...asked('Rouvrir', () => button(/^Rouvrir/, closures()).click()),
    call: 'fermetures.reopen',
    late: save('Réouverture…', 'Erreur lors de la réouverture'),
    done: 'Les heures sont rouvertes.',
  },
  'restaurer une leçon': {
    screen: 'app-supprimees',
    address: '/app/leconssupprimees',
    answers: (stored) => ({
      'reservations.listDeleted': stored
        ? []
        : [{ ...lecon(), supprimee_at: '2026-01-05T09:00:00.000Z', par: 'Sophie Maes' }],
      'reservations.get': stored ? lecon({ version: 2 }) : new Refused('reservation_introuvable'),
    }),
    open: () => isShown(button(/^Restaurer/)),
    press: () => button(/^Restaurer/).click(),
    call: 'reservations.restore',
    done: /^Leçon restaurée/,
  },
  'remettre un participant': {
    screen: 'app-supprimees',
    address: '/app/leconssupprimees',
    answers: (stored) => ({
      'reservations.listRetires': stored
        ? []
        : [
            {
              id: FERMETURE,
              nom: 'Léa Martens',
              compte: null,
              retire_at: '2026-01-05T09:00:00.000Z',
              par: 'Sophie Maes',
              reservation_id: LECON,
              lecon: {
                date_reservation: JOUR,
                heure_debut: '10:00',
                heure_fin: '11:00',
                type_piste: 'interieure',
                type_lecon: 'collective',
                nombre_personnes: 1,
                statut: 'confirmee',
                supprimee: false,
              },
            },
          ],
      'reservations.get': lecon({
        noms_participants: stored ? ['Zoé Willems', 'Léa Martens'] : ['Zoé Willems'],
      }),
    }),
    open: () => isShown(button(/^Remettre Léa Martens/)),
    press: () => button(/^Remettre Léa Martens/).click(),
    call: 'reservations.putBack',
    done: /^Participant remis/,
  },
};

tryAll(FORMS);
