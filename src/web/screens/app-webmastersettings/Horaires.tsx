import { useId } from 'react';
import { formatHeure } from '#domain/calendrier.ts';
import { CRENEAUX } from '#domain/creneaux.ts';
import { Card } from '#web/ui/Card.tsx';
import { Field, FieldError } from '#web/ui/Field.tsx';
import { Select } from '#web/ui/Select.tsx';
import { type ChampsReglages, Nombre } from './ReglesChamp.tsx';
import { Interrupteur } from './ReglesInterrupteur.tsx';
import { LIBELLES, REGLAGES } from './reglagesTextes.ts';

/** The last hour cannot be an opening time, nor the first one a closing time. */
const HEURES = { openingTime: CRENEAUX.slice(0, -1), closingTime: CRENEAUX.slice(1) } as const;

/** When riders may book, and the pause between two lessons (SET-04, SET-05). */
export function Horaires({ champs }: { champs: ChampsReglages }) {
  return (
    <Card aria-labelledby="titre-horaires">
      <h2 id="titre-horaires">{REGLAGES.horaires}</h2>
      <div className="mt-4 grid items-start gap-x-10 gap-y-5 md:grid-cols-2">
        <div className="flex flex-col gap-5">
          <Heures champs={champs} />
          <Nombre champ="lessonDuration" champs={champs} min={15} max={240} step={15} aide={REGLAGES.duree} />
        </div>
        <div>
          <Nombre champ="breakBetweenLessons" champs={champs} min={0} max={120} step={5} aide={REGLAGES.pause} />
          <Interrupteur champ="breakBetweenLessonsApplied" champs={champs} court={REGLAGES.appliquer} className="mt-1" />
        </div>
      </div>
    </Card>
  );
}

/** The two hours share one fault, which is shown once beneath both. */
function Heures({ champs: { valeurs, fautes: { closingTime: faute }, write } }: { champs: ChampsReglages }) {
  const id = useId();
  return (
    <div className="grid grid-cols-2 items-start gap-x-4 gap-y-1.5">
      {(['openingTime', 'closingTime'] as const).map((champ) => (
        <Field key={champ} label={LIBELLES[champ]}>
          {(field) => (
            <Select
              {...field}
              name={champ}
              value={valeurs[champ]}
              aria-invalid={faute ? true : undefined}
              aria-describedby={faute ? id : undefined}
              onChange={({ target }) => write(champ, target.value)}
            >
              {HEURES[champ].map((heure) => <option key={heure} value={heure}>{formatHeure(heure)}</option>)}
            </Select>
          )}
        </Field>
      ))}
      {faute && <FieldError id={id} className="col-span-2">{faute}</FieldError>}
    </div>
  );
}
