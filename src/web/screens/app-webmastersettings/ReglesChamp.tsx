import type { ReactNode } from 'react';
import { Field } from '#web/ui/Field.tsx';
import { Input } from '#web/ui/Input.tsx';
import type { ChampNombre, ChampReglage, FautesReglages, Saisie } from './reglages.ts';
import { LIBELLES } from './reglagesTextes.ts';

/** The props of every section of the form. */
export type ChampsReglages = {
  /** The id of the form, because one section stands outside its element. */
  form: string;
  valeurs: Saisie;
  fautes: FautesReglages;
  write: <K extends ChampReglage>(champ: K, valeur: Saisie[K]) => void;
};

type NombreProps = { champ: ChampNombre; champs: ChampsReglages; min: number; max: number; step?: number; aide: ReactNode };

/** A number of the settings. The wheel scrolls the page and does not change the number, which would go unnoticed. */
export function Nombre({ champ, champs: { valeurs, fautes, write }, min, max, step = 1, aide }: NombreProps) {
  return (
    <Field label={LIBELLES[champ]} hint={aide} error={fautes[champ]}>
      {(field) => (
        <Input
          {...field}
          type="number"
          name={champ}
          min={min}
          max={max}
          step={step}
          value={valeurs[champ]}
          onChange={({ target }) => write(champ, target.value)}
          onWheel={({ currentTarget }) => currentTarget.blur()}
          required
        />
      )}
    </Field>
  );
}
