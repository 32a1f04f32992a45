import { type RefObject, useRef, useState } from 'react';
import { sumOf } from '#domain/billing/recettes.ts';
import { sentenceOf } from '#web/data/client.ts';
import { type usePreparation, useMakeReleves } from '#web/nouns/billing/facturation.ts';
import { AlertDialog } from '#web/ui/overlays/AlertDialog.tsx';
import { Banner } from '#web/ui/messages/Banner.tsx';
import { useLast } from '#web/ui/hooks/useLast.ts';
import { Noms } from './Rappels.tsx';
import { DUREE, MOIS } from './textes.ts';
import type { Tell } from './usePaymentUndo.tsx';

/** A statement that is to be made. */
export type AFaire = NonNullable<ReturnType<typeof usePreparation>['data']>['clients'][number];

/** Whose statements are asked about. `all`: they are all that the month has. */
export type Asked = { clients: readonly AFaire[]; all: boolean };

type EnvoiProps = {
  mois: string;
  /** Null: closed. */
  asked: Asked | null;
  fallback: RefObject<HTMLElement | null>;
  tell: Tell;
  /** Called also if only some could be made, then with the others once they are. */
  onDone: (made: readonly AFaire[]) => void;
  onClose: () => void;
};

const NONE: Asked = { clients: [], all: false };

/**
 * Asks before statements are made and sent, and repeats the call until none is left (REL-57). They are
 * made in the order of the list, so that it is known whose are made.
 */
export function Envoi({ mois, asked, fallback, tell, onDone, onClose }: EnvoiProps) {
  const make = useMakeReleves();
  const { clients: last, all } = useLast(asked) ?? NONE;
  const [progress, setProgress] = useState<{ faits: number; total: number } | null>(null);
  const [error, setError] = useState<string | null>(null);
  const emails = last.filter(({ compte }) => compte).length;
  const sans = last.filter(({ compte }) => !compte);
  /** How many of the list are made: a second press goes on after them. */
  const made = useRef(0);
  const close = () => {
    made.current = 0;
    setError(null);
    onClose();
  };
  const send = async () => {
    setError(null);
    const total = last.length;
    const begin = made.current;
    let faits = begin;
    setProgress({ faits, total });
    try {
      for (let restent = total - faits; restent > 0;) {
        const left = last.slice(faits).map(({ id }) => id);
        const answer = await make.mutateAsync({
          mois,
          ...(!all && { clients: left }),
          attendus: left,
        });
        faits += answer.faits;
        made.current = faits;
        setProgress({ faits, total: Math.max(total, faits + answer.restent) });
        if (answer.faits === 0) break;
        ({ restent } = answer);
      }
      onDone(last.slice(begin));
      close();
      tell(
        faits === 0
          ? { kind: 'info', text: MOIS.rienFait, ms: DUREE }
          : { kind: 'success', text: MOIS.faits(faits), ms: DUREE },
      );
    } catch (failure) {
      onDone(last.slice(begin, faits));
      setError(sentenceOf(failure, MOIS.nonFaits));
    } finally {
      setProgress(null);
    }
  };
  return (
    <AlertDialog
      title={last.length === 1 && !all ? MOIS.questionUn(mois) : MOIS.question(mois)}
      confirm={MOIS.confirmer}
      busyLabel={MOIS.enCours}
      open={asked !== null}
      busy={progress !== null}
      fallback={fallback}
      onConfirm={() => void send()}
      onClose={close}
    >
      <p>
        {MOIS.resume(last.length, sumOf(last.map(({ montant }) => montant)))} {MOIS.emails(emails)}
      </p>
      {sans.length > 0 && (
        <p className="max-h-40 overflow-y-auto">
          {MOIS.sansEmail} <Noms comptes={sans} />
        </p>
      )}
      <p>{MOIS.effet}</p>
      {progress && (
        <div>
          <progress
            aria-label={MOIS.enCours}
            max={progress.total}
            value={progress.faits}
            className="w-full accent-fir"
          />
          <p role="status" className="text-sm text-muted">
            {MOIS.progres(progress.faits, progress.total)}
          </p>
        </div>
      )}
      {error && <Banner kind="error">{error}</Banner>}
    </AlertDialog>
  );
}
