import { type RefObject, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { CRENEAUX } from '#domain/creneaux.ts';
import { choixDeTypes, type ReservationLue } from '#domain/brouillon_modification.ts';
import { dernierJour, PREMIER_JOUR, REMARQUES_MAX } from '#domain/reservations.ts';
import { NombrePersonnes } from '#web/parts/NombrePersonnes.tsx';
import { ParticipantList } from '#web/parts/ParticipantList.tsx';
import { PisteCards } from '#web/parts/PisteCards.tsx';
import { StatutChoix } from '#web/parts/StatutChoix.tsx';
import { DatePicker } from '#web/parts/DatePicker.tsx';
import { AlertDialog } from '#web/ui/AlertDialog.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Field, FieldError } from '#web/ui/Field.tsx';
import { Select } from '#web/ui/Select.tsx';
import { Textarea } from '#web/ui/Textarea.tsx';
import { ModifierReservationPied } from './ModifierReservationPied.tsx';
import { TEXTES } from './ModifierReservationTextes.ts';
import { type ModificationOuverte, useModification } from './useModification.ts';

type ModifierReservationProps = {
  /** null: closed. It stays mounted, since it is what gives the focus back. */
  reservation: ReservationLue | null;
  /** It is stored: the sentence that says so. */
  onDone: (phrase: string) => void;
  onClose: () => void;
  /** Where the focus goes when the button that opened it is gone, the lesson having moved. */
  fallback?: RefObject<HTMLElement | null>;
};

/** §2, §5: 'Modifier la réservation'. */
export function ModifierReservation({ reservation, onDone, onClose, fallback }: ModifierReservationProps) {
  const [saisie, setSaisie] = useState<Saisie>('intacte');
  const [quitte, setQuitte] = useState(false);
  const leave = () => {
    setQuitte(false);
    onClose();
  };
  return (
    <>
      {/* First, so that it gives the focus back before the dialog below does. */}
      <AlertDialog title={TEXTES.quitter} confirm={TEXTES.abandonner} busyLabel={TEXTES.abandonner} danger open={quitte} onConfirm={leave} onClose={() => setQuitte(false)}>
        <p>{TEXTES.perdu}</p>
      </AlertDialog>
      <Dialog
        title={TEXTES.titre}
        wide
        light={false}
        open={reservation !== null}
        busy={saisie === 'envoi'}
        onEscape={saisie === 'touchee' ? () => setQuitte(true) : undefined}
        onClose={onClose}
        fallback={fallback}
      >
        {reservation && <Formulaire key={reservation.id} reservation={reservation} onSaisie={setSaisie} onDone={onDone} onClose={onClose} />}
      </Dialog>
    </>
  );
}

/** Nothing is typed, something is, or it is being stored. */
type Saisie = 'intacte' | 'touchee' | 'envoi';

type FormulaireProps = Pick<ModifierReservationProps, 'onDone' | 'onClose'> & { reservation: ReservationLue; onSaisie: (saisie: Saisie) => void };

function Formulaire({ reservation, onSaisie, onDone, onClose }: FormulaireProps) {
  const modification = useModification(reservation, () => {
    onDone(TEXTES.succes);
    onClose();
  });
  const { envoi, touche, tente, rechargees } = modification;
  const form = useRef<HTMLFormElement>(null);
  // At once: the very next key may be Escape.
  useLayoutEffect(() => {
    onSaisie(envoi ? 'envoi' : touche ? 'touchee' : 'intacte');
    return () => onSaisie('intacte');
  }, [envoi, touche, onSaisie]);
  // After an attempt the keyboard goes to the first field that is wrong.
  useEffect(() => {
    if (tente === 0 || envoi) return;
    const faux = form.current?.querySelector<HTMLElement>('[data-faute] [aria-invalid]')
      ?? form.current?.querySelector<HTMLElement>('[data-faute] :is(select, button, input:checked, textarea)');
    faux?.focus();
  }, [tente, envoi]);
  // The button that took the stored version went with it.
  useEffect(() => {
    if (rechargees) form.current?.querySelector('select')?.focus();
  }, [rechargees]);
  return (
    <form
      ref={form}
      noValidate
      aria-label={TEXTES.titre}
      className="@container mt-3 flex flex-col gap-4 @lg:gap-5 [&_:is(input,select,textarea)]:scroll-mb-32"
      onSubmit={(event) => {
        event.preventDefault();
        void modification.submit();
      }}
    >
      <Lecon modification={modification} />
      <Moment modification={modification} />
      <StatutChoix choisi={modification.brouillon.statut} onChoose={(statut) => modification.set({ statut })} />
      <Remarques modification={modification} />
      <ModifierReservationPied modification={modification} onClose={onClose} />
    </form>
  );
}

type SectionProps = { modification: ModificationOuverte };

function Lecon({ modification: { brouillon, types, lue, max, fautes, setType, setNombre, setNom } }: SectionProps) {
  // Until the types are known, the reservation's own is neither offered nor gone.
  const choix = types ? choixDeTypes(types, lue.type_lecon) : [];
  return (
    <>
      <div data-faute={fautes.type_lecon && ''}>
        <Field label="Type de leçon" error={fautes.type_lecon}>
          {(props) => (
            <Select {...props} value={brouillon.type_lecon} disabled={!types} onChange={(event) => setType(event.target.value)}>
              {!types && <option value={brouillon.type_lecon}>{brouillon.type_lecon}</option>}
              {choix.map(({ value, label, etat }) => (
                <option key={value} value={value}>{etat === 'propose' ? label : `${label} (${TEXTES[etat]})`}</option>
              ))}
            </Select>
          )}
        </Field>
      </div>
      <div data-faute={fautes.nombre_personnes && ''}>
        <NombrePersonnes max={max} choisi={brouillon.nombre_personnes} onChoose={setNombre} />
        {fautes.nombre_personnes && <FieldError className="mt-1.5">{fautes.nombre_personnes}</FieldError>}
      </div>
      <div data-faute={fautes.noms_participants && ''}>
        <ParticipantList noms={brouillon.noms_participants} onNom={setNom} faute={fautes.noms_participants} />
      </div>
    </>
  );
}

function Moment({ modification: { brouillon, aujourdhui, heure_fin, fautes, set } }: SectionProps) {
  const id = useId();
  return (
    <>
      <div className="grid grid-cols-2 gap-x-3 gap-y-5 @lg:grid-cols-4">
        <div data-faute={fautes.date_reservation && ''} className="col-span-2">
          <Field label="Date" error={fautes.date_reservation}>
            {(props) => (
              <DatePicker
                {...props}
                label="Date"
                invite="Choisir une date"
                jour={brouillon.date_reservation}
                aujourdhui={aujourdhui}
                premier={PREMIER_JOUR}
                dernier={dernierJour(aujourdhui)}
                onJour={(date_reservation) => set({ date_reservation })}
              />
            )}
          </Field>
        </div>
        <div data-faute={fautes.heure_debut && ''}>
          <Field label="Heure de début">
            {(props) => (
              <Select
                {...props}
                aria-invalid={fautes.heure_debut ? true : undefined}
                aria-describedby={fautes.heure_debut && id}
                value={brouillon.heure_debut}
                onChange={(event) => set({ heure_debut: event.target.value })}
              >
                {CRENEAUX.map((heure) => <option key={heure}>{heure}</option>)}
              </Select>
            )}
          </Field>
        </div>
        <div className="flex flex-col gap-1.5">
          <span className="font-medium">Heure de fin</span>
          <output aria-label="Heure de fin" className="flex h-11 items-center rounded-field border border-hairline bg-sand-soft px-3.5 text-muted">{heure_fin}</output>
        </div>
      </div>
      {/* As wide as the three of them: it may name who holds the arena. */}
      <div aria-live="polite" className="-mt-2.5 empty:hidden @lg:-mt-3.5">{fautes.heure_debut && <FieldError id={id}>{fautes.heure_debut}</FieldError>}</div>
      <PisteCards choisi={brouillon.type_piste} onChoose={(type_piste) => set({ type_piste })} />
    </>
  );
}

/** From here on the counter stands under the field. */
const COMPTEUR_DES = REMARQUES_MAX - 200;

function Remarques({ modification: { brouillon: { remarques }, fautes, set } }: SectionProps) {
  return (
    <div data-faute={fautes.remarques && ''}>
      <Field
        label={<>Remarques <span className="font-normal text-muted">(facultatif)</span></>}
        hint={remarques.length >= COMPTEUR_DES && `${remarques.length} / ${REMARQUES_MAX} caractères`}
        error={fautes.remarques}
      >
        {(props) => <Textarea {...props} rows={2} value={remarques} onChange={(event) => set({ remarques: event.target.value })} />}
      </Field>
    </div>
  );
}
