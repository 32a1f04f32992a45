import { type RefObject, useLayoutEffect, useRef } from 'react';
import { formatHeure, formatJour } from '#domain/core/calendrier.ts';
import type { Place } from '#domain/reservations/deplacement.ts';
import { canComplete } from '#domain/reservations/ouvertes.ts';
import { useNow } from '#web/data/horloge.ts';
import { useAllTypes } from '#web/data/queries/typesLecons.ts';
import type { Tell } from '#web/data/tell.ts';
import { useNomPiste } from '#web/parts/pistes.ts';
import { PATHS } from '#web/paths/paths.ts';
import { FormDialog } from '#web/ui/FormDialog.tsx';
import { useNavigate } from '#web/ui/navigation.tsx';
import { toast } from '#web/ui/toasts.ts';
import { SaisieForm } from './SaisieForm.tsx';
import { TEXTES } from './textes.saisie.ts';
import type { Shown } from './useDeplacement.ts';
import { type Cible, refusalOf, useFocusStored, useSaisie } from './useSaisie.ts';

type SaisieProps = {
  /** Null: closed. It stays mounted for a late answer, and for the focus. */
  cible: Cible | null;
  /** What the tables show; null while another week is read. */
  shown: Shown | null;
  /** The table in which it was opened. */
  origin: RefObject<Element | null>;
  /** Opens it elsewhere; null closes it. */
  onCible: (cible: Cible | null) => void;
  onDone: Tell;
  /** Gets the focus if the cell that opened it is gone. */
  fallback: RefObject<HTMLElement | null>;
};

/** The fast entry over the planning: a lesson, or a seat in one, from a name (DESK-70). */
export default function Saisie({ cible, shown, origin, onCible, onDone, fallback }: SaisieProps) {
  const nomPiste = useNomPiste();
  const navigate = useNavigate();
  const maintenant = useNow();
  const types = useAllTypes();
  const saisie = useSaisie(cible, shown, types.data);
  const focusStored = useFocusStored(origin, fallback, shown?.lecons);
  const latest = useRef({ cible, saisie });
  useLayoutEffect(() => {
    latest.current = { cible, saisie };
  });
  const another = (place: Place, heure: string | null) => {
    if (heure === null) toast('info', TEXTES.plusRien(formatHeure(place.heure)));
    else onCible({ ...place, heure });
  };
  const submit = async (): Promise<string | null> => {
    const at = cible;
    try {
      const done = await saisie.store();
      if (!at || !done) return null;
      const { stored, undo, choisi } = done;
      const place = { type_piste: at.type_piste, jour: at.jour, heure: at.heure };
      const moment = `${formatJour(at.jour, 'long')} à ${formatHeure(at.heure)}, ${nomPiste(at.type_piste)}`;
      onDone(
        <>
          {TEXTES[at.lecon ? 'ajoutee' : 'reservee'](choisi.nom, moment)}{' '}
          <button
            type="button"
            className="link min-h-11 pointer-fine:min-h-8"
            onClick={() =>
              at.lecon ? onCible(at) : another(place, latest.current.saisie.nextAfter(stored))
            }
          >
            {TEXTES.encore}
          </button>
        </>,
        { undo },
      );
      if (latest.current.cible === at) onCible(null);
      focusStored(stored.id);
      return null;
    } catch (error) {
      return refusalOf(error, latest.current.cible === at);
    }
  };
  const type = types.data?.find(({ value }) => value === cible?.lecon?.type_lecon) ?? null;
  const mayDetail = !cible?.lecon || canComplete(cible.lecon, type, maintenant);
  return (
    <FormDialog
      title={cible?.lecon ? TEXTES.titrePlace : TEXTES.titre}
      open={cible !== null}
      unsaved={false}
      tells
      onClose={() => onCible(null)}
      fallback={fallback}
    >
      {cible && (
        <SaisieForm
          key={`${cible.jour} ${cible.heure} ${cible.type_piste}`}
          cible={cible}
          saisie={saisie}
          types={types}
          onSubmit={submit}
          onDetails={
            mayDetail
              ? () => {
                  saisie.handOver();
                  onCible(null);
                  navigate(PATHS.reservation.path);
                }
              : null
          }
        />
      )}
    </FormDialog>
  );
}
