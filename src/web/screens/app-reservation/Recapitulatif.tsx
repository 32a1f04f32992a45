import { type ReactNode, type Ref, useRef } from 'react';
import { Link } from 'react-router';
import { formatJour } from '#domain/calendrier.ts';
import { PISTES } from '#domain/creneaux.ts';
import { REFUS } from '#domain/errors.ts';
import { Banner } from '#web/ui/Banner.tsx';
import { Button } from '#web/ui/Button.tsx';
import { cx } from '#web/ui/cx.ts';
import { useHandOver } from '#web/ui/useHandOver.ts';
import { TITRE_MES_RESERVATIONS } from './textes.ts';
import type { Formulaire } from './useFormulaire.ts';

type RecapitulatifProps = { formulaire: Formulaire; ref: Ref<HTMLElement> };

/**
 * One summary for all widths, with the one button and what came of pressing it: a column that stays in view on a wide
 * screen, a bar at the bottom of a narrow one.
 */
export function Recapitulatif({ formulaire, ref }: RecapitulatifProps) {
  const { brouillon, type, fin, jour, envoi, issue, obstacle, pour: { client } } = formulaire;
  const heures = brouillon.heure_debut && (fin ? `${brouillon.heure_debut} – ${fin}` : brouillon.heure_debut);
  // What is still missing is not said in one breath with what has just come of the last booking.
  const manque = envoi || issue?.kind === 'error' || issue?.kind === 'success' ? null : obstacle;
  const piste = brouillon.type_piste && PISTES[brouillon.type_piste].nom;
  return (
    <section
      ref={ref}
      tabIndex={-1}
      aria-labelledby="titre-recapitulatif"
      className={cx(
        'on-fir sticky bottom-0 [@media(max-height:30rem)]:static z-10 -mx-4 scroll-mt-4 flex flex-col gap-2.5 rounded-t-card bg-fir px-4 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] text-white shadow-float outline-none',
        'md:-mx-8 md:px-8 @4xl:top-22 @4xl:bottom-auto @4xl:mx-0 @4xl:gap-4 @4xl:self-start @4xl:rounded-card @4xl:p-6',
      )}
    >
      <h2 id="titre-recapitulatif" className="sr-only @4xl:not-sr-only">Votre réservation</h2>
      <dl className="hidden @4xl:block">
        {client && <Ligne nom="Pour" valeur={<bdi>{client.nom}</bdi>} />}
        <Ligne nom="Leçon" valeur={type?.label} />
        <Ligne nom="Participants" valeur={nomsOf(brouillon.noms_participants)} />
        <Ligne nom="Jour" valeur={formatJour(jour, 'complet')} />
        <Ligne nom="Piste" valeur={piste} />
        <Ligne nom="Heure" valeur={heures} />
      </dl>
      <Issue issue={issue} />
      {manque && <p id="manque" className="text-sm text-white/85 @4xl:order-last @4xl:-mt-2 @4xl:text-center">{REFUS[manque].message}</p>}
      <div className="flex items-center gap-3 @4xl:block">
        <p className="min-w-0 flex-1 leading-5 @4xl:hidden">
          <span className="block font-semibold">{heures ?? 'Heure à choisir'}</span>
          <span className="block truncate text-[0.8125rem] text-white/85">{formatJour(jour, 'moyen')}</span>
        </p>
        <Button
          type="submit"
          variant="gold"
          className="px-3! @4xl:w-full"
          disabled={obstacle !== null || envoi}
          busy={envoi}
          busyLabel="Réservation en cours..."
          aria-describedby={manque ? 'manque' : undefined}
        >
          Confirmer la réservation
        </Button>
      </div>
    </section>
  );
}

function Ligne({ nom, valeur }: { nom: string; valeur: ReactNode }) {
  return (
    <div className="flex items-baseline justify-between gap-4 border-b border-white/20 py-2.5 first:pt-0">
      <dt className="shrink-0 text-white/85">{nom}</dt>
      <dd className={cx('min-w-0 text-right wrap-anywhere', valeur ? 'font-semibold' : 'text-white/85 italic')}>{valeur ?? 'À choisir'}</dd>
    </div>
  );
}

/** The names of one or two, else how many there are. */
function nomsOf(noms: readonly string[]): ReactNode {
  if (noms.length === 0) return null;
  if (noms.length <= 2 && noms.every((nom) => nom.trim() !== '')) return noms.map((nom, i) => <bdi key={i} className="block">{nom}</bdi>);
  return `${noms.length} personne${noms.length > 1 ? 's' : ''}`;
}

/** Here, beside the button, because that is where one looks after pressing it; the region is there before its words. */
function Issue({ issue }: { issue: Formulaire['issue'] }) {
  return (
    <div aria-live={issue?.kind === 'error' ? 'off' : 'polite'} className="empty:hidden">
      {issue && (
        <Banner key={issue.message} kind={issue.kind} className="px-3! text-balance">
          {issue.message}
          {issue.kind === 'success' && <SaPlace quand={issue.quand} lien={issue.lien} />}
        </Banner>
      )}
    </div>
  );
}

/** Which lesson was booked, and the way to it: it stands further down, among one's own, or where `lien` leads. */
function SaPlace({ quand, lien }: { quand: string; lien: string | null }) {
  const [voir, ailleurs] = [useRef<HTMLButtonElement>(null), useRef<HTMLAnchorElement>(null)];
  const toSection = (leaving: HTMLElement) => leaving.closest('section');
  useHandOver(voir, toSection);
  useHandOver(ailleurs, toSection);
  const show = () => {
    const titre = document.getElementById(TITRE_MES_RESERVATIONS);
    titre?.scrollIntoView({ block: 'start' });
    titre?.focus({ preventScroll: true });
  };
  return (
    <span className="mt-1 flex flex-wrap items-center justify-between gap-x-3 font-normal">
      <span>{quand}</span>
      {lien === null
        ? <button ref={voir} type="button" onClick={show} className="min-h-11 font-semibold underline underline-offset-4">Voir<span className="sr-only"> dans mes réservations</span></button>
        : <Link ref={ailleurs} to={lien} className="inline-flex min-h-11 items-center font-semibold underline underline-offset-4">Voir<span className="sr-only"> dans la vue du jour</span></Link>}
    </span>
  );
}
