import { Fragment, memo, type ReactNode, type Ref, useContext, useRef } from 'react';
import { Link } from '#web/ui/hooks/navigation.tsx';
import type { Outcome, ReservationConnue } from '#domain/lessons/brouillon_form.ts';
import type { ClientChoisi } from '#domain/lessons/clients_des_places.ts';
import { formatHeure, formatJour } from '#domain/core/calendrier.ts';
import { type Aussi, warningsOf } from '#domain/lessons/doublons.ts';
import { RESERVATION_REFUS } from '#domain/errors/reservation.ts';
import { montantInWords, prixOf, tarifLe } from '#domain/prices.ts';
import type { TypeLecon } from '#domain/types/types_lecons.ts';
import { Offline } from '#web/data/live.ts';
import { leconLink } from '#web/paths/reservation.ts';
import { useNomPiste } from '#web/nouns/slots/pistes.ts';
import { Announced, Banner } from '#web/ui/messages/Banner.tsx';
import { Button } from '#web/ui/basics/Button.tsx';
import { heuresOf } from '#domain/slots/creneaux.ts';
import { NoBreakText } from '#web/ui/messages/NoBreakText.tsx';
import type { Hold } from '#web/ui/hooks/countdown.ts';
import { cx } from '#web/ui/basics/cx.ts';
import { useHandOver } from '#web/ui/hooks/useHandOver.ts';
import { Warning } from '#web/ui/messages/Warning.tsx';
import { Noms } from './noms.ts';
import { TEXTES } from './textes.ts';
import type { ReservationForm } from './useReservationForm.ts';

type SummaryProps = { of: ReservationForm['summary']; ref: Ref<HTMLElement> };

/**
 * One summary for all widths, with the submit button and its outcome: a column that stays in view
 * on a wide screen, a bar at the bottom of a narrow one, where only a screen reader finds it before
 * there is something to confirm (BOOK-40). It is not printed, because it could be
 * taken for a booking (UI-79).
 */
export const Summary = memo(function Summary({ of: summary, ref }: SummaryProps) {
  const { personnes, heure_debut, type_piste, type, types, fin, jour, client, joined } = summary;
  const { sending, outcome, hold, obstacle, sameTime, aussi, late, begun } = summary;
  const heures =
    heure_debut && (fin ? heuresOf({ heure_debut, heure_fin: fin }) : formatHeure(heure_debut));
  // Missing input is not shown together with the outcome of the last booking.
  const offline = useContext(Offline);
  const missing =
    offline && !sending
      ? TEXTES.horsConnexion
      : sending || obstacle === null || outcome?.kind === 'refused' || outcome?.kind === 'booked'
        ? null
        : RESERVATION_REFUS[obstacle].message;
  const shown = heure_debut !== null || sending || offline || (outcome !== null && !isOwn(outcome));
  const nomPiste = useNomPiste();
  const piste = type_piste && nomPiste(type_piste);
  const montant = amountOf(type, personnes, jour);
  const inShort = [
    client && `pour ${client.nom}`,
    type?.label,
    piste,
    peopleInWords(personnes),
    montant,
  ].filter((words) => typeof words === 'string');
  return (
    <section
      ref={ref}
      tabIndex={-1}
      aria-labelledby="titre-recapitulatif"
      className={cx(
        'print:hidden on-fir sticky bottom-0 [@media(max-height:30rem)]:static z-10 -mx-edge scroll-mt-4 flex flex-col gap-2.5 rounded-t-card bg-fir px-edge pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] text-white shadow-float outline-none',
        !shown && '@max-4xl:sr-only',
        'md:-mx-8 md:px-8 @4xl:top-22 @4xl:bottom-auto @4xl:mx-0 @4xl:gap-4 @4xl:self-start @4xl:rounded-card @4xl:p-6',
      )}
    >
      <h2 id="titre-recapitulatif" className="sr-only @4xl:not-sr-only">
        Votre réservation
      </h2>
      <dl className="hidden @4xl:block">
        {client && <Row nom="Pour" value={<bdi>{client.nom}</bdi>} />}
        <Row nom="Leçon" value={type?.label} />
        <Participants />
        <Row nom="Jour" value={formatJour(jour, 'complet')} />
        <Row nom="Piste" value={piste} />
        <Row nom="Heure" value={heures} />
        {montant && <Row nom="Prix" value={montant} />}
      </dl>
      {joined && <p className="text-sm text-white/85">{TEXTES.avecDAutres}</p>}
      <Result outcome={outcome} hold={hold} />
      <p aria-live="polite" className="text-sm text-white/85 empty:absolute">
        <NoBreakText>{late ?? begun}</NoBreakText>
      </p>
      <div aria-live="polite" className="empty:absolute">
        {sameTime && (
          <Warning>{warningOf(sameTime, nomPiste(sameTime.type_piste), client, types)}</Warning>
        )}
        {aussi.length > 0 && <Elsewhere aussi={aussi} />}
      </div>
      {/* Announced when something else is missing, not at each key. Before the form is begun, a
          screen reader finds it beside the button. */}
      <p
        id="manque"
        aria-live="polite"
        className="text-sm text-white/85 empty:absolute @4xl:order-last @4xl:-mt-2 @4xl:text-center"
      >
        {missing}
      </p>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 @4xl:block">
        <p className="min-w-[min(13rem,100%)] flex-1 leading-5 @4xl:hidden">
          <span className="block font-semibold">
            {heures ?? 'Heure à choisir'}
            <span className="font-normal">, {formatJour(jour, 'moyen')}</span>
          </span>
          <span className="block text-fine text-white/85">
            {inShort.map((words, i) => (
              <Fragment key={words}>
                {i > 0 && ' · '}
                <span className="inline-block">{words}</span>
              </Fragment>
            ))}
          </span>
        </p>
        <Button
          type="submit"
          variant="gold"
          size="small"
          className="grow @4xl:w-full"
          disabled={obstacle !== null || sending || offline}
          busy={sending}
          busyLabel="Réservation en cours…"
          aria-describedby={missing ? 'manque' : undefined}
        >
          {joined ? 'Rejoindre la leçon' : 'Confirmer la réservation'}
        </Button>
      </div>
    </section>
  );
});

function Row({ nom, value }: { nom: string; value: ReactNode }) {
  return (
    <div className="flex items-baseline justify-between gap-4 border-b border-white/20 py-2.5 first:pt-0">
      <dt className="shrink-0 text-white/85">{nom}</dt>
      <dd
        className={cx(
          'min-w-0 text-right wrap-anywhere',
          value ? 'font-semibold' : 'text-white/85 italic',
        )}
      >
        {value ?? 'À choisir'}
      </dd>
    </div>
  );
}

function Participants() {
  return <Row nom="Participants" value={nomsOf(useContext(Noms))} />;
}

/** Riders who are in another lesson at the same time (DESK-32). */
function Elsewhere({ aussi }: { aussi: readonly Aussi[] }) {
  const nomPiste = useNomPiste();
  return warningsOf(aussi, useContext(Noms), nomPiste).map((sentence) => (
    <Warning key={sentence}>{sentence} Vous pouvez continuer.</Warning>
  ));
}

/** The price, if the centre shows its prices and the number of people is chosen (RIDE-57). */
export function amountOf(
  type: TypeLecon | null | undefined,
  personnes: number,
  jour: string,
): string | null {
  const euros = type ? tarifLe(type, jour) : undefined;
  const centimes = euros === undefined || personnes === 0 ? null : prixOf(euros);
  return centimes === null ? null : montantInWords(centimes, personnes);
}

/** The names of one or two participants, otherwise their number. */
function nomsOf(noms: readonly string[]): ReactNode {
  if (noms.length === 0) return null;
  if (noms.length <= 2 && noms.every((nom) => nom.trim() !== ''))
    return noms.map((nom, i) => (
      <bdi key={i} className="block">
        {nom}
      </bdi>
    ));
  return peopleInWords(noms.length);
}

export function peopleInWords(n: number): string | null {
  if (n === 0) return null;
  return n === 1 ? '1 personne' : `${n} personnes`;
}

/**
 * A second lesson at the same time may be intended, for another child: it causes a warning and is
 * allowed (BOOK-23).
 */
/** That the customer has a lesson at the same time (BOOK-23). */
export function warningOf(
  { type_lecon, heure_debut, heure_fin }: ReservationConnue,
  piste: string,
  client: ClientChoisi | null,
  types: readonly TypeLecon[] | undefined,
): string {
  const lecon = types?.find(({ value }) => value === type_lecon)?.label ?? type_lecon;
  return `${client ? `${client.nom} a` : 'Vous avez'} déjà une leçon à ce moment\u202f: ${lecon}, ${heuresOf({ heure_debut, heure_fin })}, ${piste}. Vous pouvez continuer.`;
}

/** A booking for the person's own account, whose success is shown elsewhere. */
const isOwn = (outcome: Outcome): boolean => outcome.kind === 'booked' && outcome.client === null;

/** The outcome of the last attempt, beside the button. */
function Result({ outcome, hold }: { outcome: Outcome | null; hold: Hold }) {
  const refused = outcome?.kind === 'refused';
  // The success of the person's own booking is shown above "Mes réservations" instead (BOOK-22).
  const shown = outcome && isOwn(outcome) ? null : outcome;
  const message = shown?.kind === 'booked' ? TEXTES.succes : shown?.message;
  return (
    <Announced urgent={refused}>
      {shown && (
        <Banner
          key={message}
          kind={BANNERS[shown.kind]}
          hold={hold}
          spoken={refused}
          className="text-balance"
        >
          {message}
          {shown.kind === 'booked' && shown.client && (
            <BookedFor client={shown.client} reservation={shown.reservation} />
          )}
        </Banner>
      )}
    </Announced>
  );
}

const BANNERS = { booked: 'success', refused: 'error', heureLost: 'info', unsure: 'info' } as const;

/** The lesson that was booked for somebody else, with a link to it (BOOK-22). */
function BookedFor({
  client,
  reservation,
}: {
  client: ClientChoisi;
  reservation: ReservationConnue;
}) {
  const link = useRef<HTMLAnchorElement>(null);
  useHandOver(link, (leaving) => leaving.closest('section'));
  return (
    <span className="mt-1 flex flex-wrap items-center justify-between gap-x-3 font-normal">
      <span>
        {client.nom}, {formatJour(reservation.date_reservation, 'moyen')}, {heuresOf(reservation)}
      </span>
      <Link
        ref={link}
        to={leconLink(reservation)}
        className="inline-flex min-h-11 items-center font-semibold underline underline-offset-4"
      >
        Voir<span className="sr-only"> dans la vue du jour</span>
      </Link>
    </span>
  );
}
