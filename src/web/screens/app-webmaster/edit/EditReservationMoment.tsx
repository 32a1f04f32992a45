import { TriangleAlert } from 'lucide-react';
import { useId } from 'react';
import type { ReservationAsRead } from '#domain/lessons/places_modification.ts';
import { closedInWords, CRENEAUX, DEJA_COMMENCEE, hoursInWords } from '#domain/slots/creneaux.ts';
import { periodesOf } from '#domain/slots/horaires.ts';
import { wordsOf } from '#domain/slots/ouverture.ts';
import { warningsOf } from '#domain/lessons/doublons.ts';
import type { OfferedHeure } from '#domain/lessons/heures_modification.ts';
import { premierJour } from '#domain/lessons/apres_coup.ts';
import { lastJour } from '#domain/lessons/reservations.ts';
import { DatePicker } from '#web/parts/DatePicker.tsx';
import { useNomPiste } from '#web/nouns/slots/pistes.ts';
import { PisteCards } from '#web/nouns/slots/PisteCards.tsx';
import { Field, FieldError } from '#web/ui/forms/Field.tsx';
import { Select } from '#web/ui/forms/Select.tsx';
import { Unreadable } from '#web/ui/messages/Unreadable.tsx';
import { Choices } from './EditReservationFields.tsx';
import { TEXTES } from '../shared/textes.modification.ts';
import type { OpenModification } from './useModification.ts';

type MomentProps = { modification: OpenModification };

/**
 * Day, start and arena. Each start in the list shows whether this lesson fits; while that cannot be
 * read, it shows nothing (DESK-17).
 */
export function Moment({ modification }: MomentProps) {
  const {
    draft: { brouillon, original },
    type: { types },
    moment: { aujourdhui, begun, leaves, heure_fin, heures, unreadable },
    status: { gone, faults },
    edit: { setFields },
  } = modification;
  const id = useId();
  const notes = notesOf(modification, useNomPiste());
  return (
    <Choices disabled={gone}>
      <div className="grid grid-cols-1 min-[18rem]:grid-cols-2 gap-x-3 gap-y-5 @lg:grid-cols-4">
        <div data-fault={faults.date_reservation && ''} className="min-[18rem]:col-span-2">
          <Field label="Date" error={faults.date_reservation}>
            {(props) => (
              <DatePicker
                {...props}
                label="Date"
                placeholder="Choisir une date"
                jour={brouillon.date_reservation}
                today={aujourdhui}
                first={firstOf(original.date_reservation, premierJour(aujourdhui))}
                last={lastJour(aujourdhui)}
                onJour={(date_reservation) => setFields({ date_reservation })}
              />
            )}
          </Field>
        </div>
        <div data-fault={faults.heure_debut && ''}>
          <Field label="Heure de début">
            {(props) => (
              <Select
                {...props}
                aria-invalid={faults.heure_debut ? true : undefined}
                aria-describedby={faults.heure_debut || notes.length > 0 ? id : undefined}
                value={brouillon.heure_debut}
                onChange={(event) => setFields({ heure_debut: event.target.value })}
              >
                {heures?.map((one) => (
                  <option key={one.heure} value={one.heure}>
                    {heureInWords(one, types)}
                  </option>
                )) ??
                  unreadHeures(brouillon.heure_debut).map((heure) => (
                    <option key={heure} value={heure}>
                      {heure}
                    </option>
                  ))}
              </Select>
            )}
          </Field>
        </div>
        <div className="flex flex-col gap-1.5">
          <span className="font-medium">Heure de fin</span>
          <output
            aria-label="Heure de fin"
            className="flex h-11 items-center rounded-field border border-hairline bg-sand-soft px-3.5 text-muted"
          >
            {heure_fin}
          </output>
        </div>
      </div>
      {/* As wide as all three fields, because it may name the lesson or closure that occupies
          the arena. */}
      <div
        id={id}
        aria-live="polite"
        className="-mt-2.5 flex flex-col gap-1 empty:absolute @lg:-mt-3.5"
      >
        {faults.heure_debut && <FieldError>{faults.heure_debut}</FieldError>}
        {begun && (
          <p className="text-sm text-muted">{leaves ? TEXTES.passeAnnule : DEJA_COMMENCEE}</p>
        )}
        {notes.map((note) => (
          <p key={note} className="flex items-start gap-1.5 text-sm font-medium text-partiel-ink">
            <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
            <span>{note}</span>
          </p>
        ))}
      </div>
      {unreadable.length > 0 && (
        <Unreadable queries={unreadable}>{TEXTES.heuresIllisibles}</Unreadable>
      )}
      <PisteCards
        chosen={brouillon.type_piste}
        own={original.type_piste}
        onChoose={(type_piste) => setFields({ type_piste })}
      />
    </Choices>
  );
}

/** The earlier of two days: a past lesson keeps its day (BOOK-35). */
const firstOf = (own: string, premier: string): string => (own < premier ? own : premier);

/**
 * What the administrator should know about the chosen start before saving. The server refuses
 * everything else that is invalid.
 */
function notesOf(
  {
    draft: { brouillon },
    type: { types, duree, dureeOfType },
    moment: { heures, horaire, aussi },
    status: { faults },
  }: OpenModification,
  nomPiste: ReturnType<typeof useNomPiste>,
): string[] {
  const notes = warningsOf(aussi, brouillon.noms_participants, nomPiste);
  if (duree) notes.push(`La leçon durera ${duree.apres} minutes au lieu de ${duree.avant}.`);
  if (dureeOfType)
    notes.push(
      `La leçon garde ses ${dureeOfType.avant} minutes\u202f; ce type en prévoit maintenant ${dureeOfType.apres}.`,
    );
  const heure = heures?.find((one) => one.heure === brouillon.heure_debut);
  if (heure?.by && brouillon.statut !== 'annulee' && !faults.heure_debut)
    notes.push(`La piste est prise\u202f: ${leconInWords(heure.by, types)}.`);
  if (heure?.fermeture && brouillon.statut !== 'annulee' && !faults.heure_debut)
    notes.push(`La piste est fermée\u202f: ${heure.fermeture.motif}.`);
  if (heure?.etat === 'fermee' && horaire) {
    const open = wordsOf(periodesOf(horaire, brouillon.date_reservation));
    notes.push(
      `Hors des heures d'ouverture (${open === '' ? 'fermé ce jour-là' : `ouvert ${open}`})\u202f; vous pouvez l'enregistrer quand même.`,
    );
  }
  return notes;
}

/** The starts until the day is read. */
const unreadHeures = (chosen: string): string[] => [...new Set([...CRENEAUX, chosen])].toSorted();

type Types = OpenModification['type']['types'];

/** The text of one start in the list. */
function heureInWords({ heure, etat, by, fermeture }: OfferedHeure, types: Types): string {
  if (by) return `${heure} · ${TEXTES.prise}\u202f: ${leconInWords(by, types)}`;
  return `${heure} · ${fermeture ? closedInWords(fermeture.motif) : TEXTES[etat]}`;
}

const leconInWords = ({ type_lecon, nom_client, ...hours }: ReservationAsRead, types: Types) =>
  `${types?.find(({ value }) => value === type_lecon)?.label ?? type_lecon}, ${nom_client}, ${hoursInWords(hours)}`;
