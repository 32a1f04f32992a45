import { useState } from 'react';
import { formatJour } from '#domain/core/calendrier.ts';
import { NOMS_MOYEN } from '#domain/billing/facturation.ts';
import { formatEuros } from '#domain/prices.ts';
import { codeOf, isUnreadable, sentenceOf } from '#web/data/client.ts';
import { type Paiement, readCompte, usePay } from '#web/nouns/billing/facturation.ts';
import { usePending } from '#web/data/attempts.ts';
import { EDITED, UNKNOWN } from '#web/data/lookUp.ts';
import { PAIEMENT } from './textes.ts';
import type { Enregistre } from './usePaymentUndo.tsx';

/** The code of a payment whose id is stored with another content. */
export const OTHER = 'paiement_deja_enregistre';

const cents = (euros: number): number => Math.round(euros * 100);

/**
 * What is owed now, and the latest payment if it explains the difference: said after `solde_change`.
 */
async function changeOf(client: string, avant: number): Promise<[string, number] | null> {
  try {
    const { solde, mouvements } = await readCompte(client);
    const last = mouvements.find(
      ({ montant, annule }) => !annule && cents(montant) === cents(avant) - cents(solde),
    );
    const cause = last
      ? ` (${last.moyen ? NOMS_MOYEN[last.moyen].toLowerCase() : ''} de ${formatEuros(last.montant)}, ${formatJour(last.jour, 'date')})`
      : '';
    return [PAIEMENT.change(avant, solde, cause), solde];
  } catch {
    return null;
  }
}

/**
 * The sentence of a payment that failed; `attendu`: what the account owes now, if that has changed.
 */
export async function refusOf(
  error: unknown,
  { client, attendu }: Pick<Paiement, 'client' | 'attendu'>,
): Promise<{ text: string; attendu: number | null }> {
  const changed = codeOf(error) === 'solde_change' ? await changeOf(client, attendu) : null;
  // A server that fails may have stored it.
  const failure = isUnreadable([error]) ? UNKNOWN : PAIEMENT.nonEnregistre;
  return {
    text: changed?.[0] ?? sentenceOf(error, failure),
    attendu: changed?.[1] ?? null,
  };
}

type Asked = Paiement & { nom: string };
const enregistreOf = ({ id, client, nom, montant }: Asked): Enregistre => ({
  id,
  client,
  nom,
  montant,
});

/**
 * 'Payé': stores a payment in one press. `paying`: the account whose payment is being stored. What an
 * earlier page or visit has sent is looked up (UI-113).
 */
export function usePaye({
  onPaid,
  onFailed,
}: {
  onPaid: (paiement: Enregistre) => void;
  onFailed: (nom: string, text: string) => void;
}) {
  const pay = usePay();
  const [paying, setPaying] = useState<string | null>(null);
  const pending = usePending<Asked, { solde: number }>({
    name: 'payes.1',
    lookUp: ({ nom: _, ...paiement }, seeking) => pay.lookUp(paiement, seeking),
    other: OTHER,
    onFound: (_, asked) => onPaid(enregistreOf(asked)),
    onMissing: ({ nom }) => onFailed(nom, PAIEMENT.pasEnregistre),
    onUnsure: (message, { nom }) => {
      if (message === EDITED) onFailed(nom, EDITED);
    },
  });
  /** True once it is stored. */
  const store = async (voulu: Omit<Asked, 'id'>): Promise<boolean> => {
    const id = pending.find(({ client }) => client === voulu.client)?.id;
    setPaying(voulu.client);
    try {
      const { sent } = await pending.send(id, voulu, ({ nom: _, ...paiement }) =>
        pay.mutateAsync(paiement),
      );
      onPaid(enregistreOf(sent));
      return true;
    } catch (error) {
      onFailed(voulu.nom, (await refusOf(error, voulu)).text);
      return false;
    } finally {
      setPaying(null);
    }
  };
  return { store, paying };
}
