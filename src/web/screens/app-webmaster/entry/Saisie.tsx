import { type RefObject, useLayoutEffect, useRef } from 'react';
import { formatHeure, formatJour } from '#domain/core/calendrier.ts';
import type { Place } from '#domain/lessons/deplacement.ts';
import { canComplete } from '#domain/lessons/ouvertes.ts';
import { useNow } from '#web/data/horloge.ts';
import { useAllTypes } from '#web/nouns/types/typesLecons.ts';
import type { Tell } from '#web/data/outcome.ts';
import { useNomPiste } from '#web/nouns/slots/pistes.ts';
import { PATHS } from '#web/paths/paths.ts';
import { FormDialog } from '#web/ui/forms/FormDialog.tsx';
import { useNavigate } from '#web/ui/hooks/navigation.tsx';
import { toast } from '#web/ui/hooks/toasts.ts';
import { cellOf, focusDrawn } from '../shared/focusDrawn.ts';
import { SaisieForm } from './SaisieForm.tsx';
import { TEXTES } from './textes.saisie.ts';
import type { Shown } from '../move/useDeplacement.ts';
import type { Stored } from './useEnvois.ts';
import { type Cible, refusalOf, type Saisie as Entry, useSaisie } from './useSaisie.ts';

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
  /** As they were drawn last: an answer may be late. */
  const latest = useRef<{ cible: Cible | null; nextAfter: Entry['nextAfter'] | null }>({
    cible,
    nextAfter: null,
  });
  const another = (place: Place, heure: string | null) => {
    if (heure === null) toast('info', TEXTES.plusRien(formatHeure(place.heure)));
    else onCible({ ...place, heure });
  };
  const told = ({ lecon, sent, undo }: Stored) => {
    const { date_reservation: jour, heure_debut: heure, type_piste, joins } = sent;
    const place = { jour, heure, type_piste };
    const at = latest.current.cible;
    const moment = `${formatJour(jour, 'long')} à ${formatHeure(heure)}, ${nomPiste(type_piste)}`;
    onDone(
      <>
        {TEXTES[joins ? 'ajoutee' : 'reservee'](sent.noms_participants[0] ?? '', moment)}{' '}
        <button
          type="button"
          className="link min-h-11 pointer-fine:min-h-8"
          onClick={() =>
            joins
              ? onCible({ ...place, lecon: sent.avant ?? undefined })
              : another(place, latest.current.nextAfter?.(lecon) ?? null)
          }
        >
          {TEXTES.encore}
        </button>
      </>,
      { undo },
    );
    if (at && isAt(at, sent)) onCible(null);
    focusDrawn(() => cellOf(lecon.id, origin.current));
  };
  const saisie = useSaisie(cible, shown, types.data, told);
  useLayoutEffect(() => {
    latest.current = { cible, nextAfter: saisie.nextAfter };
  });
  const submit = async (): Promise<string | null> => {
    const at = cible;
    try {
      await saisie.store();
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

/** Whether the dialog is still open where this was sent from. */
const isAt = ({ jour, heure, type_piste, lecon }: Cible, { avant, ...sent }: Stored['sent']) =>
  jour === sent.date_reservation &&
  heure === sent.heure_debut &&
  type_piste === sent.type_piste &&
  lecon?.id === avant?.id;
