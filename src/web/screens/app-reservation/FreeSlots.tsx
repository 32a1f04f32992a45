/** What helps to find a place: the next free start, and requests to be told of one. Loaded when it is first needed. */
import { useQueryClient } from '@tanstack/react-query';
import { Bell, BellOff } from 'lucide-react';
import { useId, useState } from 'react';
import type { Alerte } from '#contract/alertes.ts';
import { addDays, formatJour, mondayOf, weekOf } from '#domain/calendrier.ts';
import { type Creneau, creneauInWords, findOverlaps, heureFin, PISTES } from '#domain/creneaux.ts';
import { firstFree, SEARCH_WEEKS, type Start } from '#domain/creneaux_libres.ts';
import { sentenceOf } from '#web/data/client.ts';
import { disponibilitesOptions, useMesReservations, useMesTypes, useTypesLecons } from '#web/data/queries.ts';
import { useAlertes, useCreateAlerte, useRemoveAlerte } from '#web/data/queriesAlertes.ts';
import { Button } from '#web/ui/Button.tsx';
import { Field } from '#web/ui/Field.tsx';
import { Select } from '#web/ui/Select.tsx';
import type { ReservationForm } from './useReservationForm.ts';

const TEXTES = {
  prochain: 'Prochain créneau libre',
  cherche: 'Recherche…',
  aucun: `Aucun créneau libre dans les ${SEARCH_WEEKS} semaines qui suivent, pour cette leçon et dans les jours ouverts à la réservation.`,
  illisible: "Les disponibilités n'ont pas pu être lues. Veuillez réessayer.",
  choisi: ({ jour, heure, type_piste }: Start) => `Choisi : ${formatJour(jour, 'long')} à ${heure}, ${PISTES[type_piste].nom}.`,
  prevenez: 'Prévenez-moi si ce créneau se libère',
  premier: 'La place va à qui réserve en premier : elle ne vous est pas gardée.',
  prevenu: 'Vous serez prévenu(e) par email.',
  plus: 'Ne plus me prévenir',
  interesse: 'Un créneau pris vous intéresse ?',
  choisissez: 'Choisissez un créneau pris',
  echec: "Votre demande n'a pas pu être enregistrée. Veuillez réessayer.",
  attendus: 'Créneaux attendus',
} as const;

type FormProps = { form: ReservationForm };

/** `next`: the way to the next free start. `ask`: to be told of a taken one. `mine`: what one has asked for. */
export default function FreeSlots(props: { show: 'mine' } | ({ show: 'next' } & FormProps) | ({ show: 'ask' } & PrevenirProps)) {
  if (props.show === 'mine') return <MesAlertes />;
  return props.show === 'next' ? <NextFree form={props.form} /> : <Prevenir form={props.form} creneau={props.creneau} />;
}

/** Chooses the next free start for the chosen type (RIDE-36). Weeks are read one by one, and only until one is found. */
function NextFree({ form: { draft: { brouillon, jour }, offer: { wish, dernier: last }, edit: { setStart } } }: FormProps) {
  const queries = useQueryClient();
  const [busy, setBusy] = useState(false);
  const [answer, setAnswer] = useState('');
  const search = async () => {
    if (!wish) return;
    setBusy(true);
    setAnswer('');
    try {
      const after = { jour, heure: brouillon.heure_debut };
      let found: Start | null = null;
      for (let lundi = mondayOf(jour), n = 0; !found && n < SEARCH_WEEKS && lundi <= last; lundi = addDays(lundi, 7), n += 1) {
        const known = await queries.fetchQuery(disponibilitesOptions(lundi, addDays(lundi, 6)));
        found = firstFree(weekOf(lundi).filter((one) => one >= jour && one <= last), after, wish, known);
      }
      if (found) setStart(found);
      setAnswer(found ? TEXTES.choisi(found) : TEXTES.aucun);
    } catch {
      setAnswer(TEXTES.illisible);
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-1">
      <Button variant="secondary" size="small" busy={busy} busyLabel={TEXTES.cherche} onClick={() => void search()}>{TEXTES.prochain}</Button>
      <p aria-live="polite" className="text-sm text-muted">{answer}</p>
    </div>
  );
}

type PrevenirProps = FormProps & {
  /** The pressed slot; without one, a list of the taken starts stands before the button, for the keyboard (RIDE-34). */
  creneau?: Creneau | undefined;
};

/** Offers to be told when a taken slot becomes free; never where one's own lesson stands (RIDE-34), so not before one's lessons are read. */
function Prevenir({ form, creneau: pressed }: PrevenirProps) {
  const [heure, setHeure] = useState('');
  const { draft: { brouillon: { type_piste }, jour, type }, offer: { grille, maintenant } } = form;
  const own = useMesReservations(mondayOf(maintenant.jour)).data
    ?.filter((lecon) => lecon.statut !== 'annulee' && lecon.date_reservation === jour && lecon.type_piste === type_piste);
  const isOffered = ({ heure: heure_debut, occupation }: Creneau): boolean => {
    const heure_fin = type && heureFin(heure_debut, type.duree_minutes);
    return occupation !== null && heure_fin !== null && own !== undefined && findOverlaps({ heure_debut, heure_fin }, own, null).length === 0;
  };
  const taken = grille.creneaux?.filter(isOffered) ?? [];
  const creneau = taken.find((one) => one.heure === (pressed?.heure ?? heure));
  if (pressed && !creneau) return null;
  if (pressed) return <Demande form={form} heure={pressed.heure} />;
  if (taken.length === 0) return null;
  return (
    <div className="flex flex-col gap-2">
      <Field label={TEXTES.interesse}>
        {(field) => (
          <Select {...field} value={creneau ? heure : ''} onChange={({ target }) => setHeure(target.value)}>
            <option value="">{TEXTES.choisissez}</option>
            {taken.map((one) => <option key={one.heure} value={one.heure}>{creneauInWords(one)}</option>)}
          </Select>
        )}
      </Field>
      {creneau && <Demande key={heure} form={form} heure={heure} />}
    </div>
  );
}

/** One button whose words change, so that the focus stays on it. */
function Demande({ form: { draft: { brouillon: { type_piste }, jour, type } }, heure }: FormProps & { heure: string }) {
  const alertes = useAlertes();
  const [create, remove] = [useCreateAlerte(), useRemoveAlerte()];
  const note = useId();
  if (!type || !type_piste) return null;
  const fin = heureFin(heure, type.duree_minutes);
  const asked = alertes.data?.find((one) =>
    one.type_piste === type_piste && one.date_reservation === jour && one.heure_debut === heure && one.heure_fin === fin);
  const press = () => {
    create.reset();
    remove.reset();
    if (asked) remove.mutate({ id: asked.id });
    else create.mutate({ type_lecon: type.value, type_piste, date_reservation: jour, heure_debut: heure });
  };
  const error = create.error ?? remove.error;
  return (
    <div className="mt-1.5 flex flex-col items-start gap-1.5">
      <p aria-live="polite" className="text-sm leading-5 font-medium">{asked && TEXTES.prevenu}</p>
      <Button
        variant="secondary" size="small" busy={create.isPending || remove.isPending} icon={asked ? <BellOff aria-hidden className="size-4" /> : <Bell aria-hidden className="size-4" />}
        aria-describedby={asked ? undefined : note} onClick={press}
      >
        {asked ? TEXTES.plus : TEXTES.prevenez}
      </Button>
      {!asked && <p id={note} className="text-sm leading-5 text-muted">{TEXTES.premier}</p>}
      <p role="alert" className="text-sm leading-5 text-danger empty:hidden">{error && sentenceOf(error, TEXTES.echec)}</p>
    </div>
  );
}

/** One's open requests, where there are any (RIDE-34). */
function MesAlertes() {
  const { data } = useAlertes();
  const titre = useId();
  if (!data || data.length === 0) return null;
  return (
    <section aria-labelledby={titre} className="mt-4 border-t border-hairline pt-3">
      <h3 id={titre} className="text-base">{TEXTES.attendus}</h3>
      <ul className="mt-1 divide-y divide-hairline">{data.map((alerte) => <Attente key={alerte.id} alerte={alerte} />)}</ul>
    </section>
  );
}

function Attente({ alerte: { id, date_reservation, heure_debut, heure_fin, type_piste, type_lecon } }: { alerte: Alerte }) {
  const remove = useRemoveAlerte();
  const [types, mine] = [useTypesLecons().data, useMesTypes().data];
  const label = [...types ?? [], ...mine ?? []].find(({ value }) => value === type_lecon)?.label ?? type_lecon;
  const when = `${formatJour(date_reservation, 'long')}, ${heure_debut} – ${heure_fin}`;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 py-2">
      <p className="min-w-0 text-sm leading-5">
        <span className="block font-medium first-letter:uppercase">{when}</span>
        <span className="text-muted"><bdi>{label}</bdi>, {PISTES[type_piste].nom}</span>
      </p>
      <Button variant="secondary" size="small" busy={remove.isPending} onClick={() => remove.mutate({ id })}>
        {TEXTES.plus}<span className="sr-only"> : {when}</span>
      </Button>
      <p role="alert" className="w-full text-sm text-danger empty:hidden">{remove.error && sentenceOf(remove.error, TEXTES.echec)}</p>
    </li>
  );
}

