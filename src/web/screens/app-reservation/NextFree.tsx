import { useQueryClient } from '@tanstack/react-query';
import { useLayoutEffect, useRef, useState } from 'react';
import { addDays, formatHeure, formatJour, mondayOf } from '#domain/core/calendrier.ts';
import { firstFree, type Found, SEARCH_WEEKS, weeksFrom } from '#domain/slots/creneaux_libres.ts';
import { disponibilitesOptions } from '#web/data/queries.ts';
import { useNomPiste } from '#web/nouns/slots/pistes.ts';
import { Button } from '#web/ui/basics/Button.tsx';
import type { PlaceForm } from './useReservationForm.ts';

const TEXTES = {
  prochain: 'Prochain créneau libre',
  cherche: 'Recherche…',
  aucun: `Aucun créneau libre dans les ${SEARCH_WEEKS} semaines qui suivent, pour cette leçon et dans les jours ouverts à la réservation.`,
  illisible: "Les disponibilités n'ont pas pu être lues. Veuillez réessayer.",
  choisi: ({ jour, heure, rejoindre }: Found, piste: string) =>
    `Choisi\u202f: ${formatJour(jour, 'long')} à ${formatHeure(heure)}, ${piste}${rejoindre ? ', une leçon à rejoindre' : ''}.`,
} as const;

/** The choices to which an answer applies. */
type Choix = {
  type: string | undefined;
  jour: string;
  heure: string | null;
  type_piste: string | null;
};

const isSame = (a: Choix, b: Choix): boolean =>
  a.type === b.type && a.jour === b.jour && a.heure === b.heure && a.type_piste === b.type_piste;

/**
 * Chooses the next start for the chosen type, a lesson to join before a free one (RIDE-36). Weeks
 * are read one by one, only until one is found. Choices made meanwhile are respected, and the
 * answer is shown as long as it applies.
 */
export function NextFree({
  form: {
    draft: { brouillon, jour, type },
    offer: { wish, maintenant, dernier: last },
    edit: { setStart },
  },
}: {
  form: PlaceForm;
}) {
  const queries = useQueryClient();
  const nomPiste = useNomPiste();
  const [busy, setBusy] = useState(false);
  const [answer, setAnswer] = useState<{ about: Choix; text: string } | null>(null);
  const choix: Choix = {
    type: type?.value,
    jour,
    heure: brouillon.heure_debut,
    type_piste: brouillon.type_piste,
  };
  const latest = useRef(choix);
  useLayoutEffect(() => {
    latest.current = choix;
  });
  const search = async () => {
    if (!wish) return;
    setBusy(true);
    setAnswer(null);
    // If a past day is chosen, the search starts from today.
    const from = jour < maintenant.jour ? maintenant.jour : jour;
    const after = { jour, heure: brouillon.heure_debut };
    try {
      let found: Found | null = null;
      for (const jours of weeksFrom(from, last)) {
        const lundis = new Set([mondayOf(jours[0] ?? from), mondayOf(jours.at(-1) ?? from)]);
        const weeks = await Promise.all(
          [...lundis].map((lundi) =>
            queries.fetchQuery(disponibilitesOptions(lundi, addDays(lundi, 6))),
          ),
        );
        found = firstFree(jours, after, wish, weeks.flat());
        if (found) break;
      }
      if (!isSame(latest.current, choix)) return;
      if (found) setStart(found);
      setAnswer(
        found
          ? {
              about: { ...choix, ...found },
              text: TEXTES.choisi(found, nomPiste(found.type_piste)),
            }
          : { about: choix, text: TEXTES.aucun },
      );
    } catch {
      setAnswer({ about: choix, text: TEXTES.illisible });
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-1">
      <Button
        variant="secondary"
        size="small"
        busy={busy}
        busyLabel={TEXTES.cherche}
        onClick={() => void search()}
      >
        {TEXTES.prochain}
      </Button>
      <p aria-live="polite" className="text-sm text-muted">
        {answer && isSame(answer.about, choix) && answer.text}
      </p>
    </div>
  );
}
