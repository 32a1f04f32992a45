import { type RefObject } from 'react';
import type { Piste } from '#domain/slots/pistes.ts';
import { useRemovePiste, useUpdatePiste, useUsagePiste } from '#web/nouns/slots/pistesQueries.ts';
import { AlertDialog } from '#web/ui/overlays/AlertDialog.tsx';
import { useLast } from '#web/ui/hooks/useLast.ts';
import { LeconLinks } from '../shared/LeconLinks.tsx';
import { MOTS } from '../shared/textes.listes.ts';
import { avenirSentence, TEXTES } from './textes.pistes.ts';

type QuestionProps = {
  /** The arena of the question. Null: closed. */
  piste: Piste | null;
  fallback: RefObject<HTMLElement | null>;
  onDone: () => void;
  onFailure: (error: unknown) => void;
  onClose: () => void;
};

/**
 * Asks before an arena with future lessons is switched off. The lessons are updated live (SET-44).
 */
export function SwitchOffPiste({ piste, fallback, onDone, onFailure, onClose }: QuestionProps) {
  const last = useLast(piste);
  const usage = useUsagePiste(last?.id ?? null).data;
  const update = useUpdatePiste();
  if (!last) return null;
  const confirm = () =>
    update.mutateAsync({ id: last.id, actif: false }).then(onDone).catch(onFailure);
  return (
    <AlertDialog
      title={TEXTES.desactivation.titre}
      confirm={MOTS.desactiver}
      busyLabel={TEXTES.desactivation.enCours}
      open={piste !== null}
      busy={update.isPending}
      fallback={fallback}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      <p className="font-semibold">
        <bdi>{last.nom}</bdi>
      </p>
      <p>{usage ? avenirSentence(usage.a_venir) : TEXTES.desactivation.inconnu}</p>
      {usage && <LeconLinks total={usage.a_venir} lecons={usage.lecons} />}
      <p>{TEXTES.desactivation.ensuite}</p>
    </AlertDialog>
  );
}

/** Asks before an arena that nothing refers to is deleted. */
export function RemovePiste({ piste, fallback, onDone, onFailure, onClose }: QuestionProps) {
  const last = useLast(piste);
  const remove = useRemovePiste();
  if (!last) return null;
  const confirm = () => remove.mutateAsync({ id: last.id }).then(onDone).catch(onFailure);
  return (
    <AlertDialog
      title={TEXTES.suppression.titre}
      confirm={MOTS.supprimer}
      busyLabel={TEXTES.suppression.enCours}
      danger
      open={piste !== null}
      busy={remove.isPending}
      fallback={fallback}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      <p className="font-semibold">
        <bdi>{last.nom}</bdi>
      </p>
      <p>{TEXTES.suppression.libre}</p>
      <p>{TEXTES.suppression.definitif}</p>
    </AlertDialog>
  );
}
