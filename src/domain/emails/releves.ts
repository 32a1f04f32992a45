/** The emails about statements and reminders (MAIL-45): no rider is named. */
import { communicationOf } from '../billing/facturation.ts';
import { displayName } from '../people/users.ts';
import type { ContenuDeReleve, NewCourriel } from './courriels.ts';
import { dueNow, type Recipient, toAccount } from './envois.ts';

/** A statement that is sent. `a_payer`: cents, as the statement says; `jour`: when it was made. */
type Envoye = {
  id: string;
  payeur_id: string;
  numero: string;
  mois: string;
  jour: string;
  a_payer: number;
};

type Facts = { comptes: readonly Recipient[]; titulaire: string; iban: string; now: Date };

const contenuOf = (
  sorte: ContenuDeReleve['sorte'],
  user: Recipient,
  { numero, mois, jour, a_payer: centimes }: Omit<Envoye, 'id' | 'payeur_id'>,
  { titulaire, iban }: Facts,
): ContenuDeReleve => ({
  sorte,
  nom: displayName(user),
  numero,
  mois,
  jour,
  centimes,
  virement:
    iban === '' || titulaire === '' || centimes <= 0
      ? null
      : { titulaire, iban, communication: communicationOf(numero) },
});

/** One email for each statement whose payer has an account among `comptes`. */
export const envoisReleves = (releves: readonly Envoye[], facts: Facts): NewCourriel[] =>
  releves.flatMap((releve) => {
    const user = facts.comptes.find(({ id }) => id === releve.payeur_id);
    return user
      ? [
          {
            ...toAccount(user),
            ...dueNow(contenuOf('releve', user, releve, facts), facts.now),
            cause: `releve ${releve.id}`,
          },
        ]
      : [];
  });

/** One email for each reminder: `a_payer` is what is owed now, the rest is of the last statement. */
export const envoisRelances = (
  relances: readonly (Envoye & { relance: string })[],
  facts: Facts,
): NewCourriel[] =>
  relances.flatMap((relance) => {
    const user = facts.comptes.find(({ id }) => id === relance.payeur_id);
    return user
      ? [
          {
            ...toAccount(user),
            ...dueNow(contenuOf('relance', user, relance, facts), facts.now),
            cause: `relance ${relance.relance}`,
          },
        ]
      : [];
  });
