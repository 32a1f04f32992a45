import { centimesOf } from '#domain/prices.ts';
import { rechercheOf } from '#domain/billing/facturation.ts';
import { codeOf, isUnknown, isUnreadable, sentenceOf } from '#web/data/client.ts';
import { newId } from '#web/data/newId.ts';
import { type Paiement, usePay, useUndoPaiement } from '#web/nouns/billing/facturation.ts';
import { useUser } from '#web/data/session.ts';
import { lastCall, runAttempt, useLookUps } from '#web/data/attempts.ts';
import { useEcrit } from '#web/data/useEcrit.ts';
import { PAIEMENT, VIREMENTS } from './textes.ts';
import { refusOf } from './usePaye.ts';

/** A transfer that was entered in this tab. Open tabs have stored these names. */
export type Entree = {
  id: string;
  client: string;
  nom: string;
  montant: number;
  jour: string;
  /** What was shown as owed. */
  attendu: number;
  etat: 'envoi' | 'inconnu' | 'fait' | 'refuse' | 'annule';
  /** What was refused, or is not known. */
  message?: string;
  /** What is owed now, if that was refused: it may be stored all the same. */
  apres?: number;
};

type Draft = { texte: string; jour: string | null; entrees: readonly Entree[] };

/** How many of them are listed. */
const MOST = 60;

/**
 * An amount behind a name, a number or a communication: 'Dupont 50' is 50 euros from Dupont. A text
 * that is an amount or a communication by itself is asked as it is.
 */
export function splitAmount(texte: string): { q: string; montant: number | null } {
  const q = texte.trim();
  const [, before, typed] = /^(.*\S)\s+(\d{1,6}(?:[.,]\d{1,2})?)\s*€?$/u.exec(q) ?? [];
  const centimes = typed === undefined ? null : centimesOf(typed.replace(',', '.'));
  return before !== undefined && centimes && rechercheOf(q)?.sorte === 'nom'
    ? { q: before, montant: centimes / 100 }
    : { q, montant: null };
}

const paiementOf = ({ id, client, montant, jour, attendu }: Entree): Paiement => ({
  id,
  client,
  attendu,
  montant,
  jour,
  moyen: 'virement',
  note: null,
});

/** The fast entry of transfers: what is typed, and what was entered last (REL-56). */
export function useVirements() {
  const [draft, setDraft] = useEcrit<Draft>(
    useUser().id,
    'virements.1',
    // An earlier page does not tell what became of its calls.
    (kept) =>
      kept
        ? {
            ...kept,
            entrees: kept.entrees.map((one) =>
              one.etat === 'envoi' && !lastCall(one.id) ? { ...one, etat: 'inconnu' } : one,
            ),
          }
        : { texte: '', jour: null, entrees: [] },
  );
  const pay = usePay();
  const undo = useUndoPaiement();
  const change = (id: string, next: Partial<Entree>) =>
    setDraft((before) => ({
      ...before,
      entrees: before.entrees.map((one) => (one.id === id ? { ...one, ...next } : one)),
    }));

  const send = async (entree: Entree): Promise<void> => {
    const { id } = entree;
    change(id, { etat: 'envoi', message: '' });
    try {
      await runAttempt(id, () => pay.mutateAsync(paiementOf(entree)));
      change(id, { etat: 'fait' });
    } catch (error) {
      const { text, attendu } = await refusOf(error, entree);
      change(id, {
        // The server may have stored it before it failed.
        etat: isUnknown(error) || isUnreadable([error]) ? 'inconnu' : 'refuse',
        message: text,
        ...(attendu !== null && { apres: attendu }),
      });
    }
  };
  const enter = (entree: Omit<Entree, 'id' | 'etat'>) => {
    const one: Entree = { ...entree, id: newId(), etat: 'envoi' };
    setDraft((before) => ({
      ...before,
      texte: '',
      // One whose result is not known, or that failed, stays until its person has seen to it.
      entrees: [one, ...before.entrees].filter(
        ({ etat }, n) => n < MOST || (etat !== 'fait' && etat !== 'annule'),
      ),
    }));
    void send(one);
  };
  /** With another id: the first attempt stored nothing. */
  const anyway = (entree: Entree) => {
    remove(entree.id);
    const { id: _, etat: __, message: ___, apres, ...rest } = entree;
    enter({ ...rest, attendu: apres ?? entree.attendu });
  };
  const remove = (id: string) =>
    setDraft((before) => ({ ...before, entrees: before.entrees.filter((one) => one.id !== id) }));
  const cancel = async ({ id, client }: Entree): Promise<void> => {
    change(id, { message: '' });
    try {
      await undo.mutateAsync({ id, client });
      change(id, { etat: 'annule' });
    } catch (error) {
      const done = codeOf(error) === 'paiement_annule';
      change(id, {
        ...(done && { etat: 'annule' }),
        message: sentenceOf(error, PAIEMENT.nonAnnule),
      });
    }
  };

  // Calls whose result the page before did not learn (UI-113).
  const look = async (entree: Entree, isLeft: () => boolean) => {
    const last = lastCall(entree.id);
    const isOver = () => isLeft() || lastCall(entree.id) !== last;
    const seen = await pay.lookUp(paiementOf(entree), { onUnsure: () => {}, isLeft: isOver });
    if (!seen || isOver()) return;
    change(
      entree.id,
      seen.found ? { etat: 'fait', message: '' } : { etat: 'refuse', message: VIREMENTS.pasFait },
    );
  };
  useLookUps(
    () => draft.entrees.filter(({ etat }) => etat === 'inconnu'),
    // Without an answer it may still be sent again: its id stores it once.
    (entree, isLeft) => look(entree, isLeft).catch(() => undefined),
  );

  return {
    texte: draft.texte,
    jour: draft.jour,
    entrees: draft.entrees,
    undoing: undo.isPending ? undo.variables.id : null,
    setTexte: (texte: string) => setDraft((before) => ({ ...before, texte })),
    setJour: (jour: string) => setDraft((before) => ({ ...before, jour })),
    enter,
    send: (entree: Entree) => void send(entree),
    anyway,
    remove,
    cancel: (entree: Entree) => void cancel(entree),
  };
}
