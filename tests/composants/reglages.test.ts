/** The settings of the centre: /app/webmastersettings. */
import { page } from 'vitest/browser';
import { expect } from 'vitest';
import {
  asked,
  button,
  dialog,
  type Form,
  PASSWORD,
  save,
  tryAll,
  UNSURE,
  isShown,
} from './formulaire.ts';
import { SETTINGS } from './scene.ts';
import { row } from './serveur.ts';

const type = (fields: object) =>
  row('typesLecons.list', {
    icon: '📚',
    max_personnes: 4,
    duree_minutes: 60,
    actif: true,
    ...fields,
  });
const COLLECTIVE = type({ value: 'collective', label: 'Leçon collective', ordre: 1 });
const saut = (fields: object = {}) =>
  type({ value: 'saut', label: 'Leçon de saut', ordre: 2, ...fields });
const piste = (fields: object) => row('pistes.list', { dessin: 'rond', actif: true, ...fields });
const INTERIEURE = piste({ id: 'interieure', nom: 'Piste Intérieure', ordre: 1 });
const ronde = (fields: object = {}) =>
  piste({ id: 'ronde', nom: 'Piste Ronde', ordre: 2, ...fields });

const onglet = (nom: string) => ({
  screen: 'app-webmastersettings',
  address: `/app/webmastersettings?onglet=${nom}`,
});
const seen = (name: string | RegExp) => () => isShown(button(name));
const FAITE = {
  origine: 'nuit',
  debut_at: '2026-01-05T02:30:00.000Z',
  fin_at: '2026-01-05T02:31:00.000Z',
  nom: 'manege-2026-01-05.sauvegarde',
  octets: 1000,
  non_verifiee: null,
  erreur: null,
};

async function isMoved(): Promise<void> {
  await expect
    .poll(
      () =>
        page
          .getByText(/^Leçon (de saut|collective)$/)
          .first()
          .element().textContent,
    )
    .toBe('Leçon de saut');
}

const FORMS: Record<string, Form> = {
  'ajouter un type de leçon': {
    ...onglet('types'),
    answers: (stored) => ({
      'typesLecons.list': [COLLECTIVE, ...(stored ? [type({ ...stored, ordre: 2 })] : [])],
    }),
    open: async () => {
      await button('Ajouter un type').click();
      await dialog().getByLabelText('Identifiant').fill('perdu');
      await dialog().getByLabelText('Libellé').fill('Perdu');
    },
    press: () => button(/^Ajouter/, dialog()).click(),
    call: 'typesLecons.create',
    late: save('Ajout en cours…', "Erreur lors de l'ajout du type de leçon. Veuillez réessayer."),
    done: 'Type de leçon ajouté avec succès',
  },
  'désactiver un type de leçon': {
    ...onglet('types'),
    answers: (stored) => ({ 'typesLecons.list': [COLLECTIVE, saut({ actif: !stored })] }),
    open: seen('Désactiver Leçon de saut'),
    press: () => button('Désactiver Leçon de saut').click(),
    call: 'typesLecons.update',
    done: 'Type de leçon modifié avec succès',
  },
  'supprimer un type de leçon': {
    ...onglet('types'),
    answers: (stored) => ({ 'typesLecons.list': [COLLECTIVE, ...(stored ? [] : [saut()])] }),
    ...asked(/^Supprimer/, () => button('Supprimer Leçon de saut').click()),
    call: 'typesLecons.remove',
    late: save(
      'Suppression en cours…',
      'Erreur lors de la suppression du type de leçon. Veuillez réessayer.',
    ),
    done: 'Type de leçon supprimé avec succès',
  },
  'ranger les types de leçon': {
    ...onglet('types'),
    answers: (stored) => ({
      'typesLecons.list': stored ? [saut(), COLLECTIVE] : [COLLECTIVE, saut()],
    }),
    open: seen(/^Descendre Leçon collective/),
    press: () => button(/^Descendre Leçon collective/).click(),
    call: 'typesLecons.arrange',
    done: isMoved, // a move shows no message
  },
  'ajouter une piste': {
    ...onglet('pistes'),
    answers: (stored) => ({
      'pistes.list': [
        INTERIEURE,
        ...(stored ? [piste({ ...stored, id: 'perdue', nom: 'Perdue' })] : []),
      ],
    }),
    open: async () => {
      await button('Ajouter une piste').click();
      await dialog().getByLabelText('Nom', { exact: true }).fill(' Perdue ');
    },
    press: () => button(/^Ajout/, dialog()).click(),
    call: 'pistes.create',
    late: save('Ajout en cours…', "Erreur lors de l'ajout de la piste. Veuillez réessayer."),
    done: 'Piste ajoutée avec succès',
  },
  'supprimer une piste': {
    ...onglet('pistes'),
    answers: (stored) => ({
      'pistes.list': [INTERIEURE, ...(stored ? [] : [ronde()])],
      'pistes.usage': { supprimable: true },
    }),
    ...asked(/^Supprimer/, () => button('Supprimer Piste Ronde').click()),
    call: 'pistes.remove',
    late: save(
      'Suppression en cours…',
      'Erreur lors de la suppression de la piste. Veuillez réessayer.',
    ),
    done: 'Piste supprimée avec succès',
  },
  'enregistrer les paramètres': {
    ...onglet('emails'),
    answers: (stored) => ({
      'parametres.get': { ...SETTINGS, ...stored, version: stored ? 2 : 1 },
      'parametres.save': { ...SETTINGS, ...stored, version: 2 },
    }),
    form: () => page.getByRole('main'),
    open: () => page.getByLabelText(/^Email de l'administrateur/).fill('perdu@essai.example'),
    press: () => button('Sauvegarder les paramètres').click(),
    call: 'parametres.save',
    done: 'Paramètres sauvegardés avec succès',
    meanwhile: UNSURE,
  },
  'une sauvegarde': {
    ...onglet('service'),
    answers: () => ({ 'sauvegardes.get': { prochaine_at: FAITE.fin_at } }),
    open: () => isShown(page.getByText('Non chiffrées')),
    press: () => button('Sauvegarder maintenant').click(),
    call: 'sauvegardes.begin',
    done: null,
  },
  "le téléchargement d'une sauvegarde": {
    ...onglet('service'),
    answers: () => ({
      'sauvegardes.get': {
        reussie: FAITE,
        derniere: FAITE,
        prochaine_at: FAITE.fin_at,
        fichiers: [{ nom: FAITE.nom, creee_at: FAITE.fin_at, octets: 1000, avant: null }],
      },
    }),
    open: async () => {
      await button('Télécharger la dernière').click();
      await dialog().getByLabelText('Mot de passe actuel', { exact: true }).fill(PASSWORD);
    },
    press: () => button('Télécharger', dialog()).click(),
    call: 'sauvegardes.download',
    late: save('Télécharger', "La sauvegarde n'a pas pu être téléchargée. Veuillez réessayer."),
  },
};

tryAll(FORMS);
