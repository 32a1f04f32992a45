import { useId } from 'react';
import { formatJour } from '#domain/core/calendrier.ts';
import { lastJour } from '#domain/reservations/reservations.ts';
import { DEMI_HEURES, heuresOf } from '#domain/slots/creneaux.ts';
import {
  destinationsOf,
  JOUR_ENTIER,
  nextFeries,
  type PlageFermee,
  refuseMotif,
  refusePlage,
} from '#domain/slots/fermetures.ts';
import { FERMETURES_REFUS } from '#domain/errors/fermetures.ts';
import { pistesActives } from '#domain/slots/pistes.ts';
import type { Concernee } from '#contract/fermetures.ts';
import { codeOf, sentenceOf } from '#web/data/client.ts';
import { useNow } from '#web/data/horloge.ts';
import { useCentre } from '#web/data/queries.ts';
import { hoursOf, useConcernees, useFermer, useFermetures } from '#web/data/queries/fermetures.ts';
import { useUser } from '#web/data/session.ts';
import { useEcrit } from '#web/data/useEcrit.ts';
import { DatePicker } from '#web/parts/DatePicker.tsx';
import { useNomPiste, usePistes } from '#web/parts/pistes.ts';
import { Banner } from '#web/ui/Banner.tsx';
import { Button } from '#web/ui/Button.tsx';
import { cx } from '#web/ui/cx.ts';
import { DialogButtons, DialogFoot } from '#web/ui/DialogButtons.tsx';
import { Field, FieldError } from '#web/ui/Field.tsx';
import { FormDialog } from '#web/ui/FormDialog.tsx';
import { Input } from '#web/ui/Input.tsx';
import { Select } from '#web/ui/Select.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { Switch } from '#web/ui/Switch.tsx';
import { Unreadable } from '#web/ui/Unreadable.tsx';
import { type Refusal, useForm } from '#web/ui/useForm.ts';
import { closingInWords, type Outcome, outcomeInWords, TEXTES } from './textes.ts';

/** How many public holidays are offered. */
const FERIES = 3;

/** The choice for a lesson: 'garder', 'annuler', or the id of the arena that it moves to. */
type Sorts = Readonly<Record<string, string>>;
type Draft = PlageFermee & { entier: boolean; motif: string; publique: boolean; sorts: Sorts };

type FermerProps = {
  open: boolean;
  /** The day that the planning shows. */
  jour: string;
  onDone: (sentence: string) => void;
  onClose: () => void;
};

/** Closes arenas, and decides about each affected lesson (FERM-05). */
export default function Fermer({ open, ...form }: FermerProps) {
  return (
    <FormDialog open={open} title={TEXTES.titre} wide onClose={form.onClose}>
      {open && <Form {...form} />}
    </FormDialog>
  );
}

function Form({ jour, onDone, onClose }: Omit<FermerProps, 'open'>) {
  const maintenant = useNow();
  const pistes = pistesActives(usePistes());
  const first = jour < maintenant.jour ? maintenant.jour : jour;
  const start: Draft = {
    pistes: pistes.length === 1 ? pistes.map(({ id }) => id) : [],
    du: first,
    au: first,
    entier: true,
    ...JOUR_ENTIER,
    motif: '',
    publique: true,
    sorts: {},
  };
  // Kept across a reload. A day that has passed since becomes today.
  const [draft, setDraft] = useEcrit<Draft>(useUser().id, 'fermeture.1', (kept) =>
    kept && kept.du >= maintenant.jour ? kept : start,
  );
  const { sorts } = draft;
  const setSorts = (next: Sorts) => {
    form.setRefusal(null);
    setDraft({ ...draft, sorts: next });
  };
  const plage: PlageFermee = {
    pistes: draft.pistes,
    du: draft.du,
    au: draft.au,
    ...(draft.entier ? JOUR_ENTIER : hoursOf(draft)),
  };
  const last = lastJour(maintenant.jour);
  const refus = refusePlage(plage, { pistes, maintenant, dernier: last });
  const concernees = useConcernees(refus ? null : plage);
  const lecons = refus ? [] : concernees.data;
  const decided = lecons?.map((lecon) => ({ lecon, sort: sortOf(lecon, sorts) })) ?? [];
  const outcome = outcomeOf(decided);
  const emails = useCentre().data?.envois?.annulation ?? false;
  const known = useFermetures(draft.du, draft.au);
  const fermer = useFermer();
  const id = useId();

  const save = async (): Promise<Refusal<Draft>> => {
    try {
      await fermer.mutateAsync({
        before: known.data?.map((one) => one.id) ?? [],
        ...plage,
        ...hoursOf(plage),
        motif: draft.motif,
        publique: draft.publique,
        lecons: decided.map(({ lecon: { id: lecon, version }, sort }) =>
          sort === 'garder' || sort === 'annuler'
            ? { id: lecon, version, sort }
            : { id: lecon, version, sort: 'deplacer', piste: sort },
        ),
      });
      setDraft(start);
      onDone(
        `${TEXTES.fermee} ${decided.length > 0 ? outcomeInWords(outcome, emails) : ''}`.trim(),
      );
      return null;
    } catch (error) {
      if (codeOf(error)?.startsWith('fermeture_')) await concernees.refetch();
      return sentenceOf(error, TEXTES.echec);
    }
  };
  const form = useForm([draft, setDraft], {
    check: () => ({
      ...(refus && {
        [refus === 'fermeture_pistes_manquantes'
          ? 'pistes'
          : refus === 'fermeture_heures_invalides' || refus === 'fermeture_passee'
            ? 'heure_fin'
            : 'au']: FERMETURES_REFUS[refus].message,
      }),
      ...(refuseMotif(draft.motif) && {
        motif:
          draft.motif.trim() === ''
            ? TEXTES.raisonManque
            : FERMETURES_REFUS.fermeture_motif_invalide.message,
      }),
    }),
    send: save,
    clears: () => ({ pistes: undefined, au: undefined, heure_fin: undefined }),
  });
  const { faults, refusal, busy, write } = form;
  const toggle = (piste: string) =>
    write(
      'pistes',
      draft.pistes.includes(piste)
        ? draft.pistes.filter((one) => one !== piste)
        : [...draft.pistes, piste],
    );
  const destinations = destinationsOf(lecons ?? []);
  const all = (sort: 'garder' | 'annuler' | 'deplacer') =>
    setSorts({
      ...sorts,
      ...Object.fromEntries(
        (lecons ?? []).map((lecon) => [
          lecon.id,
          sort === 'deplacer' ? (destinations.get(lecon.id) ?? 'annuler') : sort,
        ]),
      ),
    });

  return (
    <form {...form.form} aria-label={TEXTES.titre} className="mt-4 flex flex-col gap-5">
      <fieldset aria-describedby={faults.pistes ? `${id}-pistes` : undefined}>
        <legend className="mb-1.5 font-medium">{TEXTES.pistes}</legend>
        <div className="grid grid-cols-1 gap-2 min-[24rem]:grid-cols-2">
          {pistes.map(({ id: piste, nom }) => (
            <label key={piste} className={CHIP_BOX}>
              <input
                type="checkbox"
                name="pistes"
                checked={draft.pistes.includes(piste)}
                onChange={() => toggle(piste)}
                className="size-5 shrink-0 accent-fir"
              />
              <bdi className="min-w-0 wrap-anywhere">{nom}</bdi>
            </label>
          ))}
        </div>
        {faults.pistes && <FieldError id={`${id}-pistes`}>{faults.pistes}</FieldError>}
      </fieldset>
      <div className="grid grid-cols-1 gap-3 min-[24rem]:grid-cols-2">
        <Field label={TEXTES.du}>
          {(props) => (
            <DatePicker
              {...props}
              label={TEXTES.du}
              placeholder={TEXTES.du}
              format="court"
              jour={draft.du}
              today={maintenant.jour}
              first={maintenant.jour}
              last={last}
              onJour={(du) => {
                form.setRefusal(null);
                setDraft({
                  ...draft,
                  du,
                  au: draft.au < du || draft.au === draft.du ? du : draft.au,
                });
              }}
            />
          )}
        </Field>
        <Field label={TEXTES.au} error={faults.au}>
          {(props) => (
            <DatePicker
              {...props}
              name="au"
              label={TEXTES.au}
              placeholder={TEXTES.au}
              format="court"
              jour={draft.au}
              today={maintenant.jour}
              first={draft.du}
              last={last}
              onJour={(au) => write('au', au)}
            />
          )}
        </Field>
      </div>
      <div className="-mt-2 flex flex-wrap gap-2" role="group" aria-label={TEXTES.feries}>
        {nextFeries(first, FERIES).map(({ jour: ferie, nom }) => (
          <button
            key={ferie}
            type="button"
            className={CHIP}
            onClick={() => setDraft({ ...draft, du: ferie, au: ferie, motif: draft.motif || nom })}
          >
            {nom}, {formatJour(ferie, 'date')}
          </button>
        ))}
      </div>
      <div>
        <Switch
          name="entier"
          label={TEXTES.entier}
          checked={draft.entier}
          onChange={(entier) =>
            setDraft({
              ...draft,
              entier,
              ...(entier ? JOUR_ENTIER : { heure_debut: '08:00', heure_fin: '12:00' }),
            })
          }
        />
        {!draft.entier && (
          <div className="mt-2 grid grid-cols-2 gap-3">
            {(['heure_debut', 'heure_fin'] as const).map((name) => (
              <Field
                key={name}
                label={name === 'heure_debut' ? TEXTES.debut : TEXTES.fin}
                error={faults[name]}
              >
                {(props) => (
                  <Select
                    {...props}
                    name={name}
                    value={draft[name]}
                    onChange={({ target }) => write(name, target.value)}
                  >
                    {DEMI_HEURES.map((heure) => (
                      <option key={heure}>{heure}</option>
                    ))}
                  </Select>
                )}
              </Field>
            ))}
          </div>
        )}
      </div>
      <div className="flex flex-col gap-2">
        <Field label={TEXTES.motif} error={faults.motif}>
          {(props) => <Input {...props} {...form.control('motif')} autoComplete="off" required />}
        </Field>
        <div className="flex flex-wrap gap-2">
          {TEXTES.motifs.map((motif) => (
            <button
              key={motif}
              type="button"
              aria-pressed={draft.motif === motif}
              className={cx(CHIP, draft.motif === motif && 'border-fir bg-fir text-white')}
              onClick={() => write('motif', motif)}
            >
              {motif}
            </button>
          ))}
        </div>
      </div>
      <Switch
        name="publique"
        label={TEXTES.publique}
        hint={TEXTES.publiqueAide}
        checked={draft.publique}
        onChange={(publique) => write('publique', publique)}
      />
      {!refus && (
        <section aria-labelledby={`${id}-lecons`} aria-busy={concernees.isPending}>
          <h3 id={`${id}-lecons`} className="text-lg">
            {TEXTES.lecons}
            {lecons && lecons.length > 0 && ` (${lecons.length})`}
          </h3>
          {concernees.isPending && <Skeleton className="mt-2 h-16" />}
          {concernees.isError &&
            (codeOf(concernees.error) === 'fermeture_trop_de_lecons' ? (
              <Banner kind="error">{sentenceOf(concernees.error, TEXTES.illisible)}</Banner>
            ) : (
              <Unreadable queries={[concernees]}>{TEXTES.illisible}</Unreadable>
            ))}
          {lecons?.length === 0 && <p className="text-muted">{TEXTES.aucune}</p>}
          {lecons && lecons.length > 0 && (
            <>
              <div className="mt-2 flex flex-wrap gap-2">
                {(['annuler', 'garder', 'deplacer'] as const).map((sort) => (
                  <Button key={sort} variant="secondary" size="small" onClick={() => all(sort)}>
                    {TEXTES.tout[sort]}
                  </Button>
                ))}
              </div>
              <ul className="mt-3 flex flex-col divide-y divide-hairline rounded-card border border-hairline">
                {decided.map(({ lecon, sort }) => (
                  <Lecon
                    key={lecon.id}
                    lecon={lecon}
                    sort={sort}
                    onSort={(next) => setSorts({ ...sorts, [lecon.id]: next })}
                  />
                ))}
              </ul>
              <p aria-live="polite" className="mt-2 font-medium">
                {outcomeInWords(outcome, emails)}
              </p>
            </>
          )}
        </section>
      )}
      <DialogFoot>
        {refusal && <Banner kind="error">{refusal}</Banner>}
        <DialogButtons beside>
          <Button variant="secondary" disabled={busy} onClick={onClose}>
            Annuler
          </Button>
          <Button type="submit" busy={busy} busyLabel={TEXTES.enCours} disabled={!refus && !lecons}>
            {closingInWords(outcome)}
          </Button>
        </DialogButtons>
      </DialogFoot>
    </form>
  );
}

const CHIP =
  'min-h-11 rounded-full border border-line bg-card px-3.5 py-1 text-sm font-medium hover:border-ink';
const CHIP_BOX =
  'flex min-h-11 items-center gap-2.5 rounded-field border border-line px-3 py-1 has-checked:border-fir has-checked:bg-sand-soft has-focus-visible:outline-2';

/**
 * Cancelled unless something else was chosen. If the chosen arena is no longer free, the lesson is
 * cancelled.
 */
const sortOf = ({ id, libres }: Concernee, sorts: Sorts): string => {
  const chosen = sorts[id] ?? 'annuler';
  return chosen === 'garder' || chosen === 'annuler' || libres.includes(chosen)
    ? chosen
    : 'annuler';
};

type Decided = { lecon: Concernee; sort: string };

function outcomeOf(decided: readonly Decided[]): Outcome {
  const changed = decided.filter(({ sort }) => sort !== 'garder');
  const annulees = changed.filter(({ sort }) => sort === 'annuler').length;
  return {
    annulees,
    deplacees: changed.length - annulees,
    gardees: decided.length - changed.length,
    comptes: new Set(changed.flatMap(({ lecon }) => lecon.comptes)).size,
  };
}

function Lecon({
  lecon,
  sort,
  onSort,
}: {
  lecon: Concernee;
  sort: string;
  onSort: (sort: string) => void;
}) {
  const nomPiste = useNomPiste();
  const { date_reservation: jour, type_piste, nom_client, noms_participants: noms, libres } = lecon;
  const hours = heuresOf(lecon);
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-3 py-2.5">
      <p className="min-w-0 flex-1 basis-56">
        <span className="block font-semibold first-letter:uppercase">
          {formatJour(jour, 'moyen')}, {hours}
        </span>
        <span className="block text-sm wrap-anywhere text-muted">
          <bdi>{nom_client}</bdi> · {nomPiste(type_piste)} · {noms.length}{' '}
          {noms.length > 1 ? 'personnes' : 'personne'}
        </span>
      </p>
      <Select
        aria-label={`${formatJour(jour, 'long')}, ${hours}, ${nom_client}`}
        value={sort}
        onChange={({ target }) => onSort(target.value)}
        className="w-full sm:w-60"
      >
        <option value="annuler">{TEXTES.sorts.annuler}</option>
        <option value="garder">{TEXTES.sorts.garder}</option>
        {libres.map((piste) => (
          <option key={piste} value={piste}>
            {TEXTES.vers(nomPiste(piste))}
          </option>
        ))}
      </Select>
    </li>
  );
}
