/** What the server says of accounts that owe, for the tests of their forms. */
import { CENTRE } from './scene.ts';
import { type Answers, row } from './serveur.ts';

const CLIENT = '11111111-1111-4111-8111-111111111111';
const PAIEMENT = '22222222-2222-4222-8222-222222222222';
const LIGNE = '33333333-3333-4333-8333-333333333333';
const NOM = 'Élise Orthez';

export const PAYE = /^Payé/;
export const TRANSFER = 'Montant, nom ou communication';
export const UNKNOWN =
  "Nous ne savons pas encore si votre envoi est enregistré. Vous pouvez l'envoyer de nouveau : il ne s'enregistre qu'une fois.";

const doit = (fields: object = {}): object =>
  row('facturation.doit', {
    id: CLIENT,
    nom: NOM,
    email: 'elise@essai.example',
    solde: 66,
    depuis: '2026-01-01',
    releve: { id: LIGNE, numero: '2026-0001', jour: '2026-01-02' },
    rappelable: true,
    ...fields,
  });

/** Customers who owe 66 euros, until one has paid or was reminded. */
const billed =
  (customers = 1) =>
  (stored: any): Answers => {
    const all = Array.from({ length: customers }, (_, n) =>
      doit(n === 0 ? {} : { id: `${n + 1}${CLIENT.slice(1)}`, nom: `${NOM} ${n}` }),
    );
    const paid = typeof stored?.montant === 'number';
    const reminded = stored !== undefined && 'client' in stored && !paid;
    return {
      'parametres.centre': { ...CENTRE, facturation: true },
      'facturation.doit': reminded
        ? [doit({ rappelable: false, rappel: '2026-01-20' })]
        : paid && stored.montant === 66
          ? all.filter((one: any) => one.id !== stored.client)
          : all,
      'facturation.pay': (input: any) => ({ solde: 66 - input.montant }),
      'facturation.undo': { solde: 66 },
      'facturation.relancer': { faits: 1 },
      'facturation.chercher': {
        montant: 66,
        comptes: [{ ...doit(), exact: true }],
      },
      'facturation.compte': {
        ...NOMME,
        solde: 66,
        mouvements: [
          movement({ id: paid ? PAIEMENT : (stored?.id ?? PAIEMENT), montant: 66, annule: true }),
        ],
      },
    };
  };
const NOMME = { id: CLIENT, nom: NOM };
/** A transfer. */
const movement = (fields: { id: string; montant: number; annule: boolean }) => ({
  jour: '2026-01-05',
  moyen: 'virement',
  note: null,
  annulation: false,
  saisi_le: '2026-01-05T09:00:00.000Z',
  ...fields,
});

export const billing = (customers = 1) => ({
  screen: 'app-facturation',
  address: '/app/facturation',
  answers: billed(customers),
});
/** Two accounts that may be reminded. `hasPaid`: whether the first one owes nothing any more. */
export const reminders = (hasPaid: () => boolean) => ({
  ...billing(),
  answers: (stored: any): Answers => ({
    ...billed()(stored),
    'facturation.doit': () =>
      [doit(), doit({ id: `4${CLIENT.slice(1)}`, nom: `${NOM} 1` })].slice(hasPaid() ? 1 : 0),
  }),
});

/** A month with three statements for customers without an account. A call makes two of them. */
export const month = () => {
  const all = ['Anne Un', 'Bea Deux', 'Cléo Trois'].map((nom, n) => ({
    id: `${n}${CLIENT.slice(1)}`,
    nom,
    compte: false,
    lignes: 1,
    montant: 20,
  }));
  let left = all;
  return {
    ...billing(),
    address: '/app/facturation?vue=mois&mois=2026-01',
    answers: (stored: any): Answers => ({
      ...billed()(stored),
      'facturation.etat': { depuis: '2026-01-01' },
      'facturation.prepare': () => ({ mois: '2026-01', clients: left }),
      'facturation.make': () => {
        const faits = left.slice(0, 2).map(({ id }) => id);
        left = left.slice(2);
        return { faits, restent: left.length };
      },
    }),
  };
};

export const virements = { ...billing(), address: '/app/facturation?vue=virements' };

export const FICHE = { screen: 'app-client', address: `/app/clients/${CLIENT}` };
/** A customer without an account who paid 5 of the 20 euros of a line, and has these riders. */
export const ficheWith = (riders: readonly string[], stored?: any): Answers => ({
  'parametres.centre': { ...CENTRE, facturation: true },
  'fiche.get': {
    ...NOMME,
    version: 1,
    cavaliers: riders.map((nom) => ({
      id: LIGNE,
      nom,
      annee_naissance: null,
      note: null,
      version: 1,
      lecons: 0,
      type_lecon: null,
    })),
  },
  'cavaliers.listOf': riders.map((nom) => row('cavaliers.listOf', { id: LIGNE, nom, version: 1 })),
  'facturation.undo': { solde: 20 },
  'facturation.addLigne': { success: true },
  'facturation.correct': { success: true },
  'facturation.compte': {
    ...NOMME,
    solde: 15,
    prochain: { au: '2026-01-31', montant: 20, ensuite: -5 },
    lignes: [
      {
        source: 'libre',
        id: LIGNE,
        client: NOMME,
        jour: '2026-01-05',
        libelle: 'Licence',
        cavalier: null,
        montant: 20,
        ecart: false,
        raison: null,
      },
    ],
    mouvements: [movement({ id: PAIEMENT, montant: 5, annule: stored?.id === PAIEMENT })],
  },
});
export const fiche = (stored: any): Answers =>
  ficheWith(stored?.nom === undefined ? [] : ['Noé'], stored);
