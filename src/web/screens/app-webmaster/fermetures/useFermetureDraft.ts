import { lastJour } from '#domain/lessons/reservations.ts';
import { type Fermeture, JOUR_ENTIER, type PlageFermee, refusePlage } from '#domain/closures.ts';
import { nextFeries } from '#domain/slots/jours_feries.ts';
import { pistesActives } from '#domain/slots/pistes.ts';
import { useNow } from '#web/data/horloge.ts';
import { OTHER_CONTENT } from '#web/data/lookUp.ts';
import { type Closing, useFermer } from '#web/nouns/closures/fermeturesWrites.ts';
import { useAttempt } from '#web/data/useAttempt.ts';
import { usePistes } from '#web/nouns/slots/pistes.ts';

/**
 * The choice for each lesson, by its id: 'garder', 'annuler', or the id of the arena that it moves
 * to.
 */
export type Sorts = Readonly<Record<string, string>>;
export type FermetureDraft = PlageFermee & {
  entier: boolean;
  motif: string;
  publique: boolean;
  sorts: Sorts;
};

/** How many public holidays are offered. */
const FERIES = 3;

/**
 * The draft of a new closure, kept across a reload (UI-21). `jour`: the day that the planning
 * shows.
 */
export function useFermetureDraft(
  jour: string,
  onStored: (stored: Fermeture, sent: Closing) => void,
) {
  const maintenant = useNow();
  const pistes = pistesActives(usePistes());
  const premier = jour < maintenant.jour ? maintenant.jour : jour;
  const dernier = lastJour(maintenant.jour);
  const {
    values: kept,
    setValues: setDraft,
    notice,
    send,
  } = useAttempt({
    name: 'fermeture.1',
    mutation: useFermer(),
    other: OTHER_CONTENT,
    onStored,
    // If its day has passed since, the draft is ignored.
    start: (before: FermetureDraft | null): FermetureDraft =>
      before && before.du >= maintenant.jour
        ? before
        : {
            pistes: pistes.length === 1 ? pistes.map(({ id }) => id) : [],
            du: premier,
            au: premier,
            entier: true,
            ...JOUR_ENTIER,
            motif: '',
            publique: true,
            sorts: {},
          },
  });
  const draft = {
    ...kept,
    // An arena that was deactivated since no longer has a checkbox.
    pistes: kept.pistes.filter((one) => pistes.some(({ id }) => id === one)),
  };
  const plage: PlageFermee = {
    pistes: draft.pistes,
    du: draft.du,
    au: draft.au,
    ...(draft.entier
      ? JOUR_ENTIER
      : { heure_debut: draft.heure_debut, heure_fin: draft.heure_fin }),
  };
  return {
    draft,
    setDraft,
    notice,
    send,
    pistes,
    plage,
    /** Why these hours cannot be closed. */
    refus: refusePlage(plage, { pistes, maintenant, dernier }),
    bounds: { today: maintenant.jour, dernier, feries: nextFeries(premier, FERIES) },
  };
}
