import { useRef } from 'react';
import { formatJour } from '#domain/core/calendrier.ts';
import { type Moyen, NOMS_MOYEN } from '#domain/money/facturation.ts';
import { formatEuros } from '#domain/settings/prix.ts';
import { codeOf, isUnknown, sentenceOf } from '#web/data/client.ts';
import { newId } from '#web/data/newId.ts';
import { type Paiement, readCompte, usePay } from '#web/data/queries/facturation.ts';
import { PAIEMENT } from './textes.ts';

/** The payment of an account, as its person decided it. */
export type Voulu = {
  client: string;
  /** What was shown as owed. */
  attendu: number;
  montant: number;
  jour: string;
  moyen: Moyen;
  note: string | null;
};

/** `attendu`: what is owed now, if the account has changed. */
type Resultat =
  { ok: true; id: string; solde: number } | { ok: false; text: string; attendu: number | null };

const cents = (euros: number): number => Math.round(euros * 100);

/**
 * What is owed now, and the latest payment if it explains the difference: said after `solde_change`.
 */
export async function changeOf(client: string, avant: number): Promise<[string, number] | null> {
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
 * Stores payments. A payment whose answer was lost keeps its id: pressed again, it is found and not
 * stored twice. Any other payment has another id.
 */
export function usePaiement() {
  const pay = usePay();
  const lost = useRef(new Map<string, string>());
  const store = async (voulu: Voulu): Promise<Resultat> => {
    const key = JSON.stringify(voulu);
    const id = lost.current.get(key) ?? newId();
    lost.current.set(key, id);
    try {
      const asked: Paiement = { id, ...voulu };
      const { solde } = await pay.mutateAsync(asked);
      lost.current.delete(key);
      return { ok: true, id, solde };
    } catch (error) {
      if (!isUnknown(error)) lost.current.delete(key);
      const changed =
        codeOf(error) === 'solde_change' ? await changeOf(voulu.client, voulu.attendu) : null;
      return {
        ok: false,
        text: changed?.[0] ?? sentenceOf(error, PAIEMENT.nonEnregistre),
        attendu: changed?.[1] ?? null,
      };
    }
  };
  return { store, client: pay.isPending ? pay.variables.client : null, pending: pay.isPending };
}
