import type { ReactNode } from 'react';
import { typeChoices } from '#domain/lessons/brouillon_modification.ts';
import { useNotesCavaliers } from '#web/nouns/riders/notes.ts';
import { NombrePersonnes } from '#web/nouns/lessons/NombrePersonnes.tsx';
import { NotesCavaliers } from '#web/nouns/riders/NotesCavaliers.tsx';
import { AutresComptes } from '#web/nouns/lessons/Participants.tsx';
import { ParticipantList } from '#web/nouns/lessons/ParticipantList.tsx';
import { RemarquesField } from '#web/nouns/lessons/RemarquesField.tsx';
import { Field, FieldError } from '#web/ui/forms/Field.tsx';
import { Select } from '#web/ui/forms/Select.tsx';
import { Unreadable } from '#web/ui/messages/Unreadable.tsx';
import { Place } from './EditReservationPrix.tsx';
import { maximumSentence, TEXTES } from '../shared/textes.modification.ts';
import type { OpenModification } from './useModification.ts';

type SectionProps = { modification: OpenModification };

/**
 * Fields that are chosen rather than typed: disabled once the reservation is deleted. Typed text
 * stays readable and can be copied (DESK-20).
 */
export function Choices({ disabled, children }: { disabled: boolean; children: ReactNode }) {
  return (
    <fieldset
      role="presentation"
      disabled={disabled}
      className="contents [&_label:has(input:disabled)]:opacity-60"
    >
      {children}
    </fieldset>
  );
}

export function Lecon({ modification }: SectionProps) {
  const {
    draft: { brouillon, original, autres },
    type: { types, max, maxOfType },
    moment: { begun },
    status: { gone, faults },
    edit,
  } = modification;
  // Until the types are known, nothing is shown about the reservation's own type. The field stays
  // enabled, because the dialog opens with the focus on it.
  const notes = useNotesCavaliers(original.date_reservation);
  const choices = types
    ? typeChoices(types, original.type_lecon, { chosen: brouillon.type_lecon, begun })
    : [];
  return (
    <>
      <Choices disabled={gone}>
        <div data-fault={faults.type_lecon && ''}>
          <Field label="Type de leçon" error={faults.type_lecon}>
            {(props) => (
              <Select
                {...props}
                value={brouillon.type_lecon}
                aria-busy={!types}
                onChange={(event) => edit.setType(event.target.value)}
              >
                {!types && <option value={brouillon.type_lecon}>{brouillon.type_lecon}</option>}
                {choices.map(({ value, label, etat }) => (
                  <option key={value} value={value}>
                    {etat === 'propose' ? label : `${label} (${TEXTES[etat]})`}
                  </option>
                ))}
              </Select>
            )}
          </Field>
        </div>
        <div data-fault={faults.nombre_personnes && ''}>
          <NombrePersonnes
            max={max}
            chosen={brouillon.nombre_personnes}
            onChoose={edit.setNombre}
          />
          {brouillon.nombre_personnes > maxOfType && (
            <p className="mt-1.5 text-sm text-muted">{maximumSentence(maxOfType)}</p>
          )}
          {faults.nombre_personnes && (
            <FieldError className="mt-1.5">{faults.nombre_personnes}</FieldError>
          )}
        </div>
      </Choices>
      <div data-fault={faults.noms_participants && ''}>
        <ParticipantList
          noms={brouillon.noms_participants}
          onNom={edit.setNom}
          onRemove={edit.remove}
          readOnly={gone}
          error={faults.noms_participants}
          below={(index, row) => <Place {...row} modification={modification} index={index} />}
        />
        <NotesCavaliers
          notes={notes.data?.filter(({ reservation_id }) => reservation_id === original.id) ?? []}
          className="mt-3"
        />
        {notes.isError && !notes.data && (
          <Unreadable queries={[notes]} className="mt-3">
            {TEXTES.notesIllisibles}
          </Unreadable>
        )}
        <AutresComptes comptes={autres} className="mt-3" />
      </div>
    </>
  );
}

export function Remarques({
  modification: {
    draft: {
      brouillon: { remarques },
    },
    status: { gone, faults },
    edit,
  },
}: SectionProps) {
  return (
    <div data-fault={faults.remarques && ''}>
      <RemarquesField
        remarques={remarques}
        error={faults.remarques}
        readOnly={gone}
        onChange={(text) => edit.setFields({ remarques: text })}
      />
    </div>
  );
}
