/** Requests to be notified when a taken slot becomes free (RIDE-30 to RIDE-34). */
import { Bell, BellOff } from 'lucide-react';
import { type RefObject, useId, useRef, useState } from 'react';
import { Link } from '#web/ui/hooks/navigation.tsx';
import type { Alerte } from '#contract/alertes.ts';
import { formatHeure, formatJour, mondayOf, momentAt } from '#domain/core/calendrier.ts';
import {
  creneauInWords,
  findOverlaps,
  heureFin,
  heuresOf,
  isPast,
} from '#domain/slots/creneaux.ts';
import { plageOf } from '#domain/slots/horaires.ts';
import type { CreneauSitue } from '#domain/slots/toutes_pistes.ts';
import { sentenceOf } from '#web/data/client.ts';
import { useCentre, useMesReservations, useMesTypes, useTypesLecons } from '#web/data/queries.ts';
import { UNSURE } from '#web/data/surely.ts';
import {
  useAlertes,
  useCreateAlerte,
  useRemoveAlerte,
  useWantsPlaces,
} from '#web/nouns/alerts/alertes.ts';
import type { DemandeAlerte } from '#domain/alerts.ts';
import { type Liberee, useLiberees } from '#web/nouns/alerts/liberees.ts';
import { reservationLink } from '#web/paths/reservation.ts';
import { useNomPiste } from '#web/nouns/slots/pistes.ts';
import { Button } from '#web/ui/basics/Button.tsx';
import { buttonStyle } from '#web/ui/basics/buttonStyle.ts';
import { cx } from '#web/ui/basics/cx.ts';
import { Field } from '#web/ui/forms/Field.tsx';
import { holdFocus } from '#web/ui/overlays/holdFocus.ts';
import { Select } from '#web/ui/forms/Select.tsx';
import { Unreadable } from '#web/ui/messages/Unreadable.tsx';
import type { PlaceForm } from './useReservationForm.ts';

const TEXTES = {
  prevenez: 'Prévenez-moi si ce créneau se libère',
  premier: 'La place va à qui réserve en premier\u202f: elle ne vous est pas gardée.',
  prevenu: 'Vous serez prévenu(e) par email.',
  prevenuIci: "Vous le lirez ici dès qu'il se libère\u202f: le centre n'envoie pas d'email.",
  prevenuRefuse:
    "Vous le lirez ici dès qu'il se libère\u202f: vous avez refusé ces emails dans votre profil.",
  libre: (when: string) => `S'est libéré ${when}. La place va à qui réserve en premier.`,
  repris: (when: string) => `S'est libéré ${when}, et il est déjà repris.`,
  encore: 'Prévenez-moi encore',
  reserver: 'Réserver',
  retirer: 'Retirer de la liste',
  plus: 'Ne plus me prévenir',
  enCours: 'Enregistrement en cours…',
  demande: (when: string) => `${when}\u202f: vous le saurez s'il se libère encore.`,
  retiree: (when: string) => `${when}\u202f: vous ne serez plus prévenu(e).`,
  interesse: 'Un créneau pris vous intéresse\u202f?',
  choisissez: 'Choisissez un créneau pris',
  echec: "Votre demande n'a pas pu être enregistrée. Veuillez réessayer.",
  attendus: 'Créneaux attendus',
  illisibles: "Les créneaux que vous attendez n'ont pas pu être chargés.",
} as const;

type FormProps = { form: PlaceForm };

export type PrevenirProps = FormProps & {
  /**
   * The pressed slot. Without one, a list of the taken starts precedes the button, for the keyboard
   * (RIDE-34).
   */
  creneau?: CreneauSitue | undefined;
};

/**
 * Offers a notification when a taken slot becomes free. Never for a slot of the person's own lesson
 * (RIDE-34), so not before their lessons are read.
 */
export function Prevenir({ form, creneau: pressed }: PrevenirProps) {
  const [heure, setHeure] = useState('');
  const {
    draft: { brouillon, jour, type },
    offer: { grille, maintenant, horaire },
  } = form;
  const nomPiste = useNomPiste();
  const own = useMesReservations(mondayOf(maintenant.jour)).data?.filter(
    (lecon) => lecon.statut !== 'annulee' && lecon.date_reservation === jour,
  );
  const isOffered = ({ heure: heure_debut, type_piste, occupation }: CreneauSitue): boolean => {
    const heure_fin = type && heureFin(heure_debut, type.duree_minutes, plageOf(horaire, jour));
    return (
      occupation !== null &&
      heure_fin !== null &&
      !isPast(jour, heure_debut, maintenant) &&
      own !== undefined &&
      findOverlaps(
        { heure_debut, heure_fin },
        own.filter((lecon) => lecon.type_piste === type_piste),
        null,
      ).length === 0
    );
  };
  const taken = grille.creneaux?.filter(isOffered) ?? [];
  const creneau = taken.find((one) => one.heure === (pressed?.heure ?? heure));
  if (pressed && !creneau) return null;
  if (pressed && creneau) return <Demande form={form} creneau={creneau} />;
  if (taken.length === 0) return null;
  return (
    <div className="flex flex-col gap-2">
      <Field label={TEXTES.interesse}>
        {(field) => (
          <Select
            {...field}
            value={creneau ? heure : ''}
            onChange={({ target }) => setHeure(target.value)}
          >
            <option value="">{TEXTES.choisissez}</option>
            {taken.map((one) => (
              <option key={one.heure} value={one.heure}>
                {creneauInWords(one)}
                {brouillon.toutesPistes && `, ${nomPiste(one.type_piste)}`}
              </option>
            ))}
          </Select>
        )}
      </Field>
      {creneau && <Demande key={heure} form={form} creneau={creneau} />}
    </div>
  );
}

/** One button whose text changes, so that the focus stays on it. */
function Demande({
  form: {
    draft: { jour, type },
    offer: { horaire },
  },
  creneau: { heure, type_piste },
}: FormProps & { creneau: CreneauSitue }) {
  const alertes = useAlertes();
  const [create, remove] = [useCreateAlerte(), useRemoveAlerte()];
  const emailed = useCentre().data?.envois?.place ?? false;
  const wanted = useWantsPlaces();
  const note = useId();
  if (!type) return null;
  const fin = heureFin(heure, type.duree_minutes, plageOf(horaire, jour));
  const asked = alertes.data?.find(
    (one) =>
      !one.libre_at &&
      one.type_piste === type_piste &&
      one.date_reservation === jour &&
      one.heure_debut === heure &&
      one.heure_fin === fin,
  );
  const press = () => {
    create.reset();
    remove.reset();
    if (asked) remove.mutate({ id: asked.id });
    else
      create.mutate({
        type_lecon: type.value,
        type_piste,
        date_reservation: jour,
        heure_debut: heure,
      });
  };
  // Perhaps only the answer was lost: the list, which is read again, shows it.
  const error = asked ? remove.error : create.error;
  return (
    <div className="mt-1.5 flex flex-col items-start gap-1.5">
      <p aria-live="polite" className="text-sm leading-5 font-medium">
        {asked &&
          (!emailed
            ? TEXTES.prevenuIci
            : wanted
              ? TEXTES.prevenu
              : wanted === false && TEXTES.prevenuRefuse)}
      </p>
      <Button
        variant="secondary"
        size="small"
        busy={create.isPending || remove.isPending}
        busyLabel={TEXTES.enCours}
        icon={
          asked ? (
            <BellOff aria-hidden className="size-4" />
          ) : (
            <Bell aria-hidden className="size-4" />
          )
        }
        aria-describedby={asked ? undefined : note}
        onClick={press}
      >
        {asked ? TEXTES.plus : TEXTES.prevenez}
      </Button>
      {!asked && (
        <p id={note} className="text-sm leading-5 text-muted">
          {TEXTES.premier}
        </p>
      )}
      <p role="alert" className="text-sm leading-5 text-danger empty:hidden">
        {remove.unsure ? UNSURE : error && sentenceOf(error, TEXTES.echec)}
      </p>
    </div>
  );
}

/**
 * The person's requests, if there are any (RIDE-34). First those whose slot has become free, unless
 * the person rides then (RIDE-64). `fallback` gets the focus when the last one is removed.
 */
export function MesAlertes({ fallback }: { fallback: RefObject<HTMLElement | null> }) {
  const alertes = useAlertes();
  const remove = useRemoveAlerte();
  const [said, say] = useState('');
  const heading = useRef<HTMLHeadingElement>(null);
  const titre = useId();
  const freed = useLiberees();
  const data = alertes.data && [
    ...freed.toSorted((a, b) => Number(b.libre ?? false) - Number(a.libre ?? false)),
    ...alertes.data
      .filter(({ libre_at: at }) => !at)
      .map((alerte): Liberee => ({ alerte, libre: undefined })),
  ];
  const again = useCreateAlerte();
  const ask = (slot: DemandeAlerte, when: string) => {
    // the request gets another line
    holdFocus(() => heading.current ?? fallback.current);
    say('');
    again.mutate(slot, { onSuccess: () => say(TEXTES.demande(when)) });
  };
  const end = (id: string, when: string) => {
    // the pressed button is removed with its line
    holdFocus(() => heading.current ?? fallback.current);
    say('');
    remove.mutate({ id }, { onSuccess: () => say(TEXTES.retiree(when)) });
  };
  return (
    <>
      <p role="status" className="sr-only">
        {said}
      </p>
      {alertes.isError && !data && (
        <Unreadable queries={[alertes]} className="mt-4">
          {TEXTES.illisibles}
        </Unreadable>
      )}
      {data && data.length > 0 && (
        <section aria-labelledby={titre} className="mt-4 border-t border-hairline pt-3">
          <h3 ref={heading} tabIndex={-1} id={titre} className="rounded-field text-base">
            {TEXTES.attendus}
          </h3>
          <ul className="mt-1 divide-y divide-hairline">
            {data.map(({ alerte, libre }) => {
              const mine = remove.variables?.id === alerte.id;
              const { type_lecon, type_piste, date_reservation, heure_debut } = alerte;
              const slot = { type_lecon, type_piste, date_reservation, heure_debut };
              const asked =
                again.variables !== undefined &&
                Object.entries(slot).every(
                  ([field, value]) => again.variables?.[field as keyof typeof slot] === value,
                );
              return (
                <Attente
                  key={alerte.id}
                  alerte={alerte}
                  repris={libre === false}
                  busy={mine && remove.isPending}
                  asking={asked && again.isPending}
                  error={(mine && remove.error) || (asked && again.error) || null}
                  unsure={mine && remove.unsure}
                  onAgain={(when) => ask(slot, when)}
                  onEnd={(when) => end(alerte.id, when)}
                />
              );
            })}
          </ul>
        </section>
      )}
    </>
  );
}

/** 'S'est libéré le lundi 23 novembre à 14h05.', in Brussels. */
function freedInWords(at: string, repris: boolean): string {
  const { jour, heure } = momentAt(new Date(at));
  const when = `le ${formatJour(jour, 'long').replace(/ \d{4}$/, '')} à ${formatHeure(heure)}`;
  return repris ? TEXTES.repris(when) : TEXTES.libre(when);
}

type AttenteProps = {
  alerte: Alerte;
  /** Its slot was free, and is taken again. */
  repris: boolean;
  busy: boolean;
  /** It is being asked for again. */
  asking: boolean;
  error: Error | null;
  unsure: boolean;
  /** Receives its day and hours in words. */
  onAgain: (when: string) => void;
  onEnd: (when: string) => void;
};

function Attente({ alerte, repris, busy, asking, error, unsure, onAgain, onEnd }: AttenteProps) {
  const { date_reservation, heure_debut, type_piste, type_lecon, libre_at: at } = alerte;
  const [types, mine] = [useTypesLecons().data, useMesTypes().data];
  const nomPiste = useNomPiste();
  const label =
    [...(types ?? []), ...(mine ?? [])].find(({ value }) => value === type_lecon)?.label ??
    type_lecon;
  const when = `${formatJour(date_reservation, 'long')}, ${heuresOf(alerte)}`;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 py-2">
      <p className="min-w-0 text-sm leading-5">
        <span className="block font-medium first-letter:uppercase">{when}</span>
        <span className="text-muted">
          <bdi>{label}</bdi>, {nomPiste(type_piste)}
        </span>
        {at && (
          <span
            className={cx(
              'mt-1 block rounded-field px-2 py-1',
              repris ? 'bg-sand text-ink' : 'bg-libre text-libre-ink',
            )}
          >
            {freedInWords(at, repris)}
          </span>
        )}
      </p>
      {at && !repris && (
        <Link
          to={reservationLink({
            jour: date_reservation,
            heure: heure_debut,
            type_piste,
            type_lecon,
          })}
          className={buttonStyle('primary', '', 'small')}
        >
          {TEXTES.reserver}
          <span className="sr-only">&#x202f;: {when}</span>
        </Link>
      )}
      {repris && (
        <Button
          variant="secondary"
          size="small"
          busy={asking}
          busyLabel={TEXTES.enCours}
          onClick={() => onAgain(when)}
        >
          {TEXTES.encore}
          <span className="sr-only">&#x202f;: {when}</span>
        </Button>
      )}
      <Button
        variant="secondary"
        size="small"
        busy={busy}
        busyLabel={TEXTES.enCours}
        onClick={() => onEnd(when)}
      >
        {at ? TEXTES.retirer : TEXTES.plus}
        <span className="sr-only">&#x202f;: {when}</span>
      </Button>
      <p role="alert" className="w-full text-sm text-danger empty:hidden">
        {unsure ? UNSURE : error && sentenceOf(error, TEXTES.echec)}
      </p>
    </li>
  );
}
