/** Accounts and customers: /app/utilisateurs. */
import { page } from 'vitest/browser';
import { asked, button, dialog, type Form, save, tryAll, UNSURE, isShown } from './formulaire.ts';
import { row } from './serveur.ts';

const CLIENT = '11111111-1111-4111-8111-111111111111';
const COMPTE = '22222222-2222-4222-8222-222222222222';
const SOPHIE = { id: '33333333-3333-4333-8333-333333333333', nom: 'Sophie Martens' };

const client = (fields: object = {}) =>
  row('clients.list', { id: CLIENT, nom: 'Jeanne Dupuis', version: 1, ...fields });
const compte = (fields: object = {}) =>
  row('users.list', {
    id: COMPTE,
    email: 'anne@essai.example',
    prenom: 'Anne',
    nom: 'Lemaire',
    full_name: 'Anne Lemaire',
    role: 'utilisateur',
    statut: 'actif',
    is_approved: true,
    email_confirme: true,
    payeur: null,
    ...fields,
  });
const found = [row('clients.search', { ...SOPHIE, email: 'sophie@essai.example', compte: true })];
/** Accounts by the list that is asked for. */
const comptes =
  (...all: any[]) =>
  ({ statut, q }: { statut?: string; q?: string }) =>
    all.filter(
      (one) =>
        (q === undefined || one.email.includes(q)) &&
        (statut === undefined ||
          (statut === 'approuve' ? one.statut === 'actif' : one.statut === statut)),
    );

const PAGE = { screen: 'app-utilisateurs', address: '/app/utilisateurs' };
const act = async (menu: RegExp, action: string): Promise<void> => {
  await button(menu).click();
  await page.getByRole('menuitem', { name: action, exact: true }).click();
};
const chooseSophie = async (): Promise<void> => {
  await dialog().getByRole('combobox').fill('sophie');
  await page.getByRole('option').first().click();
};

const enregistrer = () => button('Enregistrer', dialog()).click();
const ENREGISTREMENT = 'Enregistrement en cours…';
const CHOIX = save(ENREGISTREMENT, "Le choix n'a pas pu être enregistré. Veuillez réessayer.");

const FORMS: Record<string, Form> = {
  'ajouter un client': {
    ...PAGE,
    answers: (stored) => ({
      'clients.list': stored
        ? [client({ ...stored, nom: 'Jeanne Attente', email: 'jeanne@essai.example' })]
        : [],
    }),
    open: async () => {
      await button('Ajouter un client').click();
      await dialog().getByLabelText('Nom').fill(' Jeanne  Attente ');
      await dialog().getByLabelText('Email').fill('Jeanne@Essai.example');
    },
    press: enregistrer,
    call: 'clients.create',
    late: save(ENREGISTREMENT, "Le client n'a pas pu être enregistré"),
    done: /client ajouté\.$/,
    fate: 'cut',
  },
  'modifier un client': {
    ...PAGE,
    answers: (stored) => ({
      'clients.list': [client(stored && { telephone: '081 61 23 45', version: 2 })],
    }),
    open: async () => {
      await button(/^Modifier Jeanne/).click();
      await dialog().getByLabelText('Téléphone').fill(' 081 61 23 45 ');
    },
    press: enregistrer,
    call: 'clients.update',
    late: save(ENREGISTREMENT, "Le client n'a pas pu être enregistré"),
    done: /client modifié\.$/,
  },
  'qui paie pour un client': {
    ...PAGE,
    answers: (stored) => ({
      'clients.list': [client(stored && { payeur: SOPHIE })],
      'clients.search': found,
    }),
    open: async () => {
      await button(/^Qui paie/).click();
      await chooseSophie();
    },
    press: enregistrer,
    call: 'clients.setPayeur',
    late: CHOIX,
    done: /payé par/,
  },
  'qui paie pour un compte': {
    ...PAGE,
    answers: (stored) => ({
      'users.list': comptes(compte(stored && { payeur: SOPHIE })),
      'clients.search': found,
    }),
    open: async () => {
      await act(/^Plus d'actions pour Anne/, 'Qui paie');
      await chooseSophie();
    },
    press: enregistrer,
    call: 'clients.setPayeur',
    late: CHOIX,
    done: /payé par/,
  },
  'inviter un client': {
    ...PAGE,
    answers: (stored) => ({
      'clients.list': stored ? [] : [client()],
      'users.list': comptes(...(stored ? [compte({ id: CLIENT, email: stored.email })] : [])),
    }),
    open: async () => {
      await button(/^Inviter/).click();
      await dialog().getByLabelText('Email').fill('jeanne@essai.example');
    },
    press: () => button('Inviter', dialog()).click(),
    call: 'clients.invite',
    late: save('Invitation en cours…', "L'invitation n'a pas pu être faite. Veuillez réessayer."),
    done: /compte ouvert\./,
  },
  'regrouper deux clients': {
    ...PAGE,
    answers: (stored) => ({
      'clients.list': stored
        ? []
        : [client({ semblable: { ...SOPHIE, email: null, telephone: null, compte: true } })],
    }),
    ...asked('Regrouper', () => button(/^C'est la même personne/).click()),
    call: 'clients.merge',
    late: save('Regroupement en cours…', "Les clients n'ont pas pu être regroupés"),
    done: /regroupé avec/,
  },
  'effacer un client': {
    ...PAGE,
    answers: (stored) => ({ 'clients.list': stored ? [] : [client()] }),
    ...asked('Effacer', () => button(/^Effacer Jeanne/).click()),
    call: 'clients.remove',
    late: save('Effacement en cours…', "Le client n'a pas pu être effacé. Veuillez réessayer."),
    done: /client effacé\.$/,
  },
  'corriger un compte': {
    ...PAGE,
    answers: (stored) => ({
      'users.list': comptes(compte(stored && { telephone: '081 61 23 45' })),
    }),
    open: async () => {
      await button(/^Corriger/).click();
      await dialog().getByLabelText('Téléphone').fill(' 081 61 23 45 ');
    },
    press: enregistrer,
    call: 'users.correct',
    late: save(ENREGISTREMENT, "Le compte n'a pas pu être corrigé"),
    done: /le compte est corrigé\.$/,
  },
  'approuver une demande': {
    ...PAGE,
    answers: (stored) => ({
      'users.list': comptes(compte({ statut: stored ? 'actif' : 'en_attente' })),
    }),
    question: true,
    open: () => button(/^Approuver/).click(),
    press: async () => {
      if (dialog().elements().length === 0) await button(/^Approuver/).click();
      await button(/^Utilisateur/, dialog()).click();
    },
    call: 'users.approve',
    late: save('Approbation en cours…', "Erreur lors de l'approbation de l'utilisateur"),
    done: 'Anne Lemaire a été approuvé.',
    meanwhile: UNSURE,
  },
  'refuser une demande': {
    ...PAGE,
    answers: (stored) => ({
      'users.list': comptes(...(stored ? [] : [compte({ statut: 'en_attente' })])),
    }),
    ...asked('Refuser', () => act(/^Plus d'actions pour Anne/, 'Refuser')),
    call: 'users.refuse',
    late: save('Refus en cours…', 'Erreur lors du refus'),
    done: 'Anne Lemaire a été refusé.',
    meanwhile: UNSURE,
  },
  'promouvoir un compte': {
    ...PAGE,
    answers: (stored) => ({
      'users.list': comptes(compte({ role: stored ? 'admin' : 'utilisateur' })),
    }),
    ...asked('Promouvoir administrateur', () =>
      act(/^Plus d'actions pour Anne/, 'Promouvoir administrateur'),
    ),
    call: 'users.update',
    late: save('Promotion en cours…', 'Erreur lors du changement de rôle'),
    done: 'Anne Lemaire est maintenant administrateur.',
    meanwhile: UNSURE,
  },
  'supprimer un compte': {
    ...PAGE,
    answers: (stored) => ({ 'users.list': comptes(...(stored ? [] : [compte()])) }),
    ...asked('Supprimer', () => act(/^Plus d'actions pour Anne/, 'Supprimer')),
    call: 'users.remove',
    late: save('Suppression en cours…', 'Erreur lors de la suppression'),
    done: 'Anne Lemaire a été supprimé.',
    meanwhile: UNSURE,
  },
  'approuver plusieurs demandes': {
    ...PAGE,
    answers: (stored) => ({
      'users.list': comptes(
        ...[COMPTE, CLIENT].map((id) =>
          compte({ id, statut: stored ? 'actif' : 'en_attente', full_name: `Anne ${id[0]}` }),
        ),
      ),
    }),
    open: () => page.getByRole('checkbox', { name: 'Tout sélectionner' }).click(),
    press: () => button('Approuver 2 demandes comme utilisateurs').click(),
    call: 'users.approveAll',
    done: "C'est fait : 2 demandes n'attendent plus.",
    meanwhile: UNSURE,
  },
  "ouvrir une journée d'inscriptions": {
    ...PAGE,
    answers: (stored) => ({
      'users.openDay': { jusque: stored ? '2026-06-01T20:00:00.000Z' : null },
    }),
    open: () => isShown(button('Ouvrir pour 12 heures')),
    press: () => button('Ouvrir pour 12 heures').click(),
    call: 'users.setOpenDay',
    done: /^Ouverte jusqu'/,
  },
};

tryAll(FORMS);
