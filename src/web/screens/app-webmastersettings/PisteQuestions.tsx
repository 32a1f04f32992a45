import { type RefObject } from 'react';
import { Link } from 'react-router';
import { formatJour } from '#domain/core/calendrier.ts';
import { heuresOf } from '#domain/slots/creneaux.ts';
import type { Piste } from '#domain/slots/pistes.ts';
import { useRemovePiste, useUpdatePiste, useUsagePiste } from '#web/data/queries/pistes.ts';
import { useTypesOrDefaults } from '#web/data/queries/typesLecons.ts';
import { leconLink } from '#web/paths/reservation.ts';
import { AlertDialog } from '#web/ui/AlertDialog.tsx';
import { useLast } from '#web/ui/useLast.ts';
import { MOTS } from './textes.listes.ts';
import { avenirSentence, otherLecons, TEXTES } from './textes.pistes.ts';

type QuestionProps = {
  /** The arena that it is about; null: closed. */
  piste: Piste | null;
  fallback: RefObject<HTMLElement | null>;
  onDone: () => void;
  onFailure: (error: unknown) => void;
  onClose: () => void;
};

/** Before an arena that has coming lessons is switched off; follows them live (SET-44). */
export function SwitchOffPiste({ piste, fallback, onDone, onFailure, onClose }: QuestionProps) {
  const last = useLast(piste);
  const usage = useUsagePiste(last?.id ?? null).data;
  const types = useTypesOrDefaults();
  const update = useUpdatePiste();
  if (!last) return null;
  const confirm = () =>
    update.mutateAsync({ id: last.id, actif: false }).then(onDone).catch(onFailure);
  const others = usage ? usage.a_venir - usage.lecons.length : 0;
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
      {usage && usage.lecons.length > 0 && (
        <ul>
          {usage.lecons.map((lecon) => (
            <li key={lecon.id}>
              <Link
                to={leconLink(lecon)}
                className="inline-flex min-h-11 flex-col justify-center py-1 text-fir underline underline-offset-4"
              >
                <span>
                  {formatJour(lecon.date_reservation, 'complet')}, {heuresOf(lecon)}
                </span>{' '}
                <span className="text-sm">
                  <bdi>
                    {types?.find(({ value }) => value === lecon.type_lecon)?.label ??
                      lecon.type_lecon}
                  </bdi>
                  , <bdi>{lecon.nom_client}</bdi>
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
      {others > 0 && <p>{otherLecons(others)}</p>}
      <p>{TEXTES.desactivation.ensuite}</p>
    </AlertDialog>
  );
}

/** Before an arena that nothing names is deleted. */
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
