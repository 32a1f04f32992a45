import type { ReactNode } from 'react';
import { choixDeTypes } from '#domain/brouillon_modification.ts';
import { REMARQUES_MAX } from '#domain/reservations.ts';
import { NombrePersonnes } from '#web/parts/NombrePersonnes.tsx';
import { ParticipantList } from '#web/parts/ParticipantList.tsx';
import { Field, FieldError } from '#web/ui/Field.tsx';
import { Select } from '#web/ui/Select.tsx';
import { Textarea } from '#web/ui/Textarea.tsx';
import { phraseMaximum, TEXTES } from './ModifierReservationTextes.ts';
import type { ModificationOuverte } from './useModification.ts';

type SectionProps = { modification: ModificationOuverte };

/** Fields that are chosen rather than typed: disabled once the reservation is deleted. Typed text stays readable and can be copied (DESK-20). */
export function Choices({ disabled, children }: { disabled: boolean; children: ReactNode }) {
  return <fieldset role="presentation" disabled={disabled} className="contents [&_label:has(input:disabled)]:opacity-60">{children}</fieldset>;
}

export function Lecon({ modification: { brouillon, types, lue, max, maxDuType, disparue, fautes, setType, setNombre, setNom, remove } }: SectionProps) {
  // Until the types are known, nothing is said of the reservation's own type.
  const choix = types ? choixDeTypes(types, lue.type_lecon) : [];
  return (
    <>
      <Choices disabled={disparue}>
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
          {brouillon.nombre_personnes > maxDuType && <p className="mt-1.5 text-sm text-muted">{phraseMaximum(maxDuType)}</p>}
          {fautes.nombre_personnes && <FieldError className="mt-1.5">{fautes.nombre_personnes}</FieldError>}
        </div>
      </Choices>
      <div data-faute={fautes.noms_participants && ''}>
        <ParticipantList noms={brouillon.noms_participants} onNom={setNom} onRemove={remove} readOnly={disparue} faute={fautes.noms_participants} />
      </div>
    </>
  );
}

/** From this length on, a counter is shown under the field. */
const COMPTEUR_DES = REMARQUES_MAX - 200;

export function Remarques({ modification: { brouillon: { remarques }, disparue, fautes, set } }: SectionProps) {
  return (
    <div data-faute={fautes.remarques && ''}>
      <Field
        label={<>Remarques <span className="font-normal text-muted">(facultatif)</span></>}
        hint={remarques.length >= COMPTEUR_DES && `${remarques.length} / ${REMARQUES_MAX} caractères`}
        error={fautes.remarques}
      >
        {(props) => <Textarea {...props} rows={2} readOnly={disparue} value={remarques} onChange={(event) => set({ remarques: event.target.value })} />}
      </Field>
    </div>
  );
}
