import { Fragment, type ReactNode, type Ref, Suspense, useState } from 'react';
import { formatJour } from '#domain/core/calendrier.ts';
import { chooseToJoin, closedHours, closedInWords, tooFewPlaces } from '#domain/slots/creneaux.ts';
import { periodesOf } from '#domain/slots/horaires.ts';
import { freeStarts, joinStarts } from '#domain/slots/creneaux_libres.ts';
import { foldedHours } from '#domain/slots/toutes_pistes.ts';
import { ReachCentre } from '#web/nouns/people/Contact.tsx';
import { CreneauGrid, CreneauSkeleton } from '#web/nouns/slots/CreneauGrid.tsx';
import { Legend } from '#web/nouns/slots/Legend.tsx';
import { useNomPiste } from '#web/nouns/slots/pistes.ts';
import { freeInWords, WeekStrip } from '#web/nouns/slots/WeekStrip.tsx';
import { holdFocus } from '#web/ui/overlays/holdFocus.ts';
import { NoBreakText } from '#web/ui/messages/NoBreakText.tsx';
import { lazyPart } from '#web/ui/pages/lazyPart.tsx';
import { Unreadable } from '#web/ui/messages/Unreadable.tsx';
import { NextFree, Prevenir } from './laterSlots.tsx';
import { TEXTES } from './textes.ts';
import type { PlaceForm } from './useReservationForm.ts';

/** Riders never load it. */
const { Part: GoToDay } = lazyPart('part', () => import('./GoToDay.tsx'));

/**
 * The day, with the number of free starts and a button for the next one (RIDE-35, RIDE-36). If past
 * days may be chosen, a calendar leads to them (BOOK-35).
 */
export function Jour({ form, title }: { form: PlaceForm; title: ReactNode }) {
  const {
    draft: { jour },
    offer: { grille, maintenant, premier, dernier, wish, horaire },
    edit: { setJour },
  } = form;
  return (
    <>
      <WeekStrip
        title={title}
        chosen={jour}
        today={maintenant.jour}
        first={premier}
        last={dernier}
        freeOf={(one) => {
          if (periodesOf(horaire, one).length === 0) return 'ferme';
          return wish && grille.known && one >= maintenant.jour
            ? {
                libres: freeStarts(one, wish, grille.known).length,
                rejoindre: joinStarts(one, wish, grille.known).length,
              }
            : null;
        }}
        onJour={setJour}
      />
      {premier < maintenant.jour && (
        <Suspense>
          <GoToDay form={form} />
        </Suspense>
      )}
      {wish && <NextFree form={form} />}
    </>
  );
}

/**
 * The starts of the chosen day and arena, or of all arenas (BOOK-16 to BOOK-19, BOOK-39), and the
 * request to be notified of a taken one (RIDE-34). Those outside of the open periods are folded.
 */
export function Heures({ form, ref }: { form: PlaceForm; ref?: Ref<HTMLFieldSetElement> }) {
  const {
    draft: { brouillon, jour, type, fin },
    offer: { grille, maintenant, contact, alertes, orange, horaire },
    edit: { setHeure, setOther },
  } = form;
  const nomPiste = useNomPiste();
  const [unfolded, unfold] = useState(false);
  const several = brouillon.toutesPistes ?? false;
  const located = several || brouillon.type_piste !== null;
  const offered = alertes && type;
  // On a past day, the starts that can still be entered (BOOK-35).
  const open = jour < maintenant.jour ? 'passe' : 'libre';
  const free = grille.creneaux && {
    libres: grille.creneaux.filter(
      ({ etat, reason, hors }) => etat === open && reason === null && !hors,
    ).length,
    rejoindre: grille.creneaux.filter(({ reason, rejoindre }) => reason === null && rejoindre)
      .length,
  };
  // The first start of each other type whose lesson can be joined (RIDE-63).
  const others = new Map(
    grille.creneaux
      ?.toReversed()
      .flatMap((creneau) => (creneau.autre ? [[creneau.autre, creneau] as const] : []))
      .map(([autre, creneau]) => [autre.value, { ...creneau, autre }]),
  );
  const tooFew = tooFewPlaces(grille.creneaux ?? []);
  const periodes = periodesOf(horaire, jour);
  const folded = foldedHours(grille.heures, periodes);
  const chosenIsFolded = brouillon.heure_debut !== null && folded.includes(brouillon.heure_debut);
  const all = unfolded || chosenIsFolded;
  const heures = all ? grille.heures : grille.heures.filter((heure) => !folded.includes(heure));
  const hors = grille.creneaux?.find(({ heure }) => heure === brouillon.heure_debut)?.hors;
  const reading = grille.reading && located;
  return (
    <>
      <fieldset ref={ref} tabIndex={-1} aria-busy={reading} className="scroll-mt-20 rounded-field">
        <legend className="sr-only">Heure de début, {formatJour(jour, 'long')}</legend>
        <div className="flex flex-wrap items-baseline justify-between gap-x-4">
          <p aria-hidden className="font-medium first-letter:uppercase">
            {formatJour(jour, 'long').slice(0, -5)}
            {/* On paper nothing else says it. */}
            <span className="hidden print:inline"> {jour.slice(0, 4)}</span>
          </p>
          <p aria-live="polite" className="min-h-6 text-sm leading-6 text-muted">
            {periodes.length === 0 ? TEXTES.jourFerme : free && freeInWords(free)}
          </p>
        </div>
        <div className="mt-1 mb-2 @lg:mt-1.5 @lg:mb-2.5">
          <Legend example="5 places" />
          {contact && grille.creneaux?.some(({ etat }) => etat === 'partiel') && (
            <p className="mt-1.5 text-fine leading-5 text-muted @lg:text-sm [&_a]:-my-2.5">
              {[...others.values()].map((creneau) => (
                <Fragment key={creneau.autre.value}>
                  <button
                    type="button"
                    className="link -my-0.5 py-0.5 text-left"
                    onClick={({ currentTarget }) => {
                      const grid = currentTarget.closest('fieldset');
                      // the sentence goes with the choice
                      holdFocus(() => grid?.querySelector<HTMLElement>('input:checked') ?? null);
                      setOther?.(creneau);
                    }}
                  >
                    <NoBreakText>{chooseToJoin(creneau.autre)}</NoBreakText>
                  </button>
                  .{' '}
                </Fragment>
              ))}
              {tooFew ? `${tooFew} ${TEXTES.autresOrange}` : orange}{' '}
              <ReachCentre contact={contact} />
            </p>
          )}
        </div>
        {grille.unreadable && (
          <Unreadable queries={[grille.disponibilites]} className="mb-3">
            {TEXTES.disponibilitesIllisibles}
          </Unreadable>
        )}
        {!located && !grille.unreadable && (
          <p className="mb-2 text-sm text-muted">{TEXTES.dAbordPiste}</p>
        )}
        {grille.fermetures.map(({ ferme, type_piste, ...one }) => (
          <p
            key={`${type_piste} ${one.heure_debut}`}
            className="mb-2 text-sm font-medium text-partiel-ink"
          >
            {several && `${nomPiste(type_piste)}\u202f: `}
            {closedInWords(ferme, closedHours(one))}
          </p>
        ))}
        {reading && <CreneauSkeleton heures={heures} />}
        {/* Without an arena nothing can be told of a start. */}
        {!reading && located && (
          <CreneauGrid
            heures={heures}
            creneaux={grille.creneaux}
            chosen={brouillon.heure_debut}
            end={fin}
            several={several}
            onChoose={setHeure}
            onJoinOther={setOther}
            offer={offered ? (creneau) => <Prevenir form={form} creneau={creneau} /> : undefined}
          />
        )}
        {located && folded.length > 0 && !chosenIsFolded && (
          <button
            type="button"
            aria-expanded={all}
            className="link mt-1 inline-flex min-h-8 items-center @lg:min-h-11"
            onClick={() => unfold(!all)}
          >
            {all ? TEXTES.moinsHeures : TEXTES.toutesHeures}
          </button>
        )}
        <p aria-live="polite" className="text-sm font-medium text-partiel-ink not-empty:mt-3">
          {hors && TEXTES.horsHeures}
        </p>
      </fieldset>
      {offered && located && <Prevenir form={form} />}
    </>
  );
}
