import { useId } from 'react';
import { formatJour } from '#domain/core/calendrier.ts';
import { DEMI_HEURES } from '#domain/slots/creneaux.ts';
import { JOUR_ENTIER } from '#domain/closures.ts';
import { isNomFerie } from '#domain/slots/jours_feries.ts';
import type { Piste } from '#domain/slots/pistes.ts';
import { Chip } from '#web/parts/Chip.tsx';
import { ChoiceBox } from '#web/parts/ChoiceBox.tsx';
import { DatePicker } from '#web/parts/DatePicker.tsx';
import { Field, FieldError } from '#web/ui/forms/Field.tsx';
import { Input } from '#web/ui/forms/Input.tsx';
import { Select } from '#web/ui/forms/Select.tsx';
import { Switch } from '#web/ui/forms/Switch.tsx';
import type { Faults } from '#web/ui/forms/useForm.ts';
import { TEXTES } from './textes.ts';
import type { FermetureDraft, useFermetureDraft } from './useFermetureDraft.ts';

export type FieldsProps = {
  draft: FermetureDraft;
  faults: Faults<FermetureDraft>;
  /** Changes a field, and others with it. */
  change: <K extends keyof FermetureDraft>(
    name: K,
    value: FermetureDraft[K],
    also?: Partial<FermetureDraft>,
  ) => void;
};

export function PistesFermees({
  draft,
  faults,
  change,
  pistes,
}: FieldsProps & { pistes: readonly Piste[] }) {
  const id = useId();
  const toggle = (piste: string) =>
    change(
      'pistes',
      draft.pistes.includes(piste)
        ? draft.pistes.filter((one) => one !== piste)
        : [...draft.pistes, piste],
    );
  return (
    <fieldset aria-describedby={faults.pistes && id}>
      <legend className="mb-1.5 font-medium">{TEXTES.pistes}</legend>
      <div className="grid grid-cols-1 gap-2 min-[24rem]:grid-cols-2">
        {pistes.map(({ id: piste, nom }) => (
          <ChoiceBox
            key={piste}
            type="checkbox"
            name="pistes"
            checked={draft.pistes.includes(piste)}
            onChange={() => toggle(piste)}
          >
            <bdi className="min-w-0 wrap-anywhere">{nom}</bdi>
          </ChoiceBox>
        ))}
      </div>
      {faults.pistes && <FieldError id={id}>{faults.pistes}</FieldError>}
    </fieldset>
  );
}

/** First and last day, and the public holidays, each with its name as the reason. */
export function JoursFermes({
  draft: { du, au, motif },
  faults,
  change,
  bounds: { today, dernier, feries },
}: FieldsProps & Pick<ReturnType<typeof useFermetureDraft>, 'bounds'>) {
  return (
    <>
      <div className="grid grid-cols-1 gap-3 min-[24rem]:grid-cols-2">
        <Field label={TEXTES.du}>
          {(props) => (
            <DatePicker
              {...props}
              label={TEXTES.du}
              placeholder={TEXTES.du}
              format="court"
              jour={du}
              today={today}
              first={today}
              last={dernier}
              onJour={(next) => change('du', next, au < next || au === du ? { au: next } : {})}
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
              jour={au}
              today={today}
              first={du}
              last={dernier}
              onJour={(next) => change('au', next)}
            />
          )}
        </Field>
      </div>
      <div className="-mt-2 flex flex-wrap gap-2" role="group" aria-label={TEXTES.feries}>
        {feries.map(({ jour, nom }) => (
          <Chip
            key={jour}
            onClick={() =>
              change('motif', motif.trim() === '' || isNomFerie(motif) ? nom : motif, {
                du: jour,
                au: jour,
              })
            }
          >
            {nom}, {formatJour(jour, 'date')}
          </Chip>
        ))}
      </div>
    </>
  );
}

export function HeuresFermees({ draft, faults, change }: FieldsProps) {
  return (
    <div>
      <Switch
        name="entier"
        label={TEXTES.entier}
        checked={draft.entier}
        onChange={(entier) =>
          change(
            'entier',
            entier,
            entier ? JOUR_ENTIER : { heure_debut: '08:00', heure_fin: '12:00' },
          )
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
                  onChange={({ target }) => change(name, target.value)}
                >
                  {DEMI_HEURES.map((heure) => (
                    <option key={heure} value={heure}>
                      {heure}
                    </option>
                  ))}
                </Select>
              )}
            </Field>
          ))}
        </div>
      )}
    </div>
  );
}

export function MotifField({ draft: { motif }, faults, change }: FieldsProps) {
  return (
    <div className="flex flex-col gap-2">
      <Field label={TEXTES.motif} error={faults.motif}>
        {(props) => (
          <Input
            {...props}
            name="motif"
            value={motif}
            onChange={({ target }) => change('motif', target.value)}
            autoComplete="off"
            required
          />
        )}
      </Field>
      <div className="flex flex-wrap gap-2">
        {TEXTES.motifs.map((one) => (
          <Chip key={one} pressed={motif === one} onClick={() => change('motif', one)}>
            {one}
          </Chip>
        ))}
      </div>
    </div>
  );
}
