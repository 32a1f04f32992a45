import { type FormEvent, useState } from 'react';
import { codeOf, sentenceOf } from '#web/data/client.ts';
import {
  DUREES,
  iconOf,
  identifierOf,
  type NewType,
  type TypeLecon,
} from '#domain/settings/types_lecons.ts';
import { useCreateType, useUpdateType } from '#web/data/queries/typesLecons.ts';
import { ColorPalette } from '#web/parts/ColorPalette.tsx';
import { TypeLeconIcon } from '#web/parts/TypeLeconCards.tsx';
import { Banner } from '#web/ui/Banner.tsx';
import { Button } from '#web/ui/Button.tsx';
import { DialogButtons, DialogFoot } from '#web/ui/DialogButtons.tsx';
import { Field } from '#web/ui/Field.tsx';
import { focusField } from '#web/ui/focusField.ts';
import { Input } from '#web/ui/Input.tsx';
import { Select } from '#web/ui/Select.tsx';
import { Switch } from '#web/ui/Switch.tsx';
import {
  TYPE_FIELDS,
  type TypeField,
  type TypeFaults,
  faultsOfEdited,
  faultsOfNew,
  maxOf,
} from './typeLeconFaults.ts';
import { TEXTES } from './textes.types.ts';

type TypeLeconFormProps = {
  /** The initial values of the fields. */
  initial: NewType;
  /** The stored type that is changed; null for a new one. */
  edited: TypeLecon | null;
  types: readonly TypeLecon[];
  /** Asks before it goes on when the change affects coming lessons (SET-13). */
  confirm: (type: NewType, save: () => void) => void;
  onBusy: (busy: boolean) => void;
  /** Called once it is stored. */
  onDone: () => void;
  onClose: () => void;
};

/**
 * Adds or changes a lesson type (SET-08). Only changed fields are sent, so that nobody else's
 * change is overwritten.
 */
export function TypeLeconForm({
  initial,
  edited,
  types,
  confirm,
  onBusy,
  onDone,
  onClose,
}: TypeLeconFormProps) {
  const create = useCreateType();
  const update = useUpdateType();
  const [type, setType] = useState(initial);
  const [max, setMax] = useState(String(initial.max_personnes));
  const [faults, setFaults] = useState<TypeFaults>({});
  const [refus, setRefus] = useState<string | null>(null);
  const busy = create.isPending || update.isPending;
  const texts = edited ? TEXTES.modification : TEXTES.ajout;
  const identifier = identifierOf(type.value);

  const write = (field: TypeField, text: string) => {
    setType({ ...type, [field]: text });
    setFaults({ ...faults, [field]: undefined });
  };

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy) return;
    const form = event.currentTarget;
    const complete = {
      ...type,
      value: identifier,
      label: type.label.trim(),
      icon: iconOf(type.icon),
      max_personnes: maxOf(max),
    };
    setMax(String(complete.max_personnes));
    const found = edited ? faultsOfEdited(complete) : faultsOfNew(complete, types);
    setFaults(found);
    setRefus(null);
    const first = TYPE_FIELDS.find((field) => found[field]);
    if (first) focusField(form, first);
    else confirm(complete, () => void save(complete, form));
  };

  const save = async (complete: NewType, form: HTMLFormElement) => {
    onBusy(true);
    try {
      if (edited)
        await update.mutateAsync({ value: edited.value, ...changesOf(initial, complete) });
      else await create.mutateAsync(complete);
      onDone();
    } catch (error) {
      // Two people can add the same identifier at once: the server refuses the second one.
      if (codeOf(error) === 'type_existe' || codeOf(error) === 'identifiant_invalide') {
        setFaults({ value: sentenceOf(error, texts.echec) });
        focusField(form, 'value');
      } else setRefus(sentenceOf(error, texts.echec));
    }
    onBusy(false);
  };

  return (
    <form
      noValidate
      aria-label={texts.titre}
      onSubmit={submit}
      className="mt-4 flex flex-col gap-4 [&_:is(input,select)]:scroll-mb-32"
    >
      <Field
        label={TEXTES.identifiant}
        hint={edited ? TEXTES.identifiantFixe : identifierHint(identifier)}
        error={faults.value}
      >
        {(field) => (
          <Input
            {...field}
            name="value"
            value={type.value}
            readOnly={edited !== null}
            onChange={({ target }) => write('value', target.value)}
            onBlur={() => setType((before) => ({ ...before, value: identifierOf(before.value) }))}
            autoCapitalize="none"
            autoComplete="off"
            spellCheck={false}
            required
          />
        )}
      </Field>
      <Field label={TEXTES.libelle} error={faults.label}>
        {(field) => (
          <Input
            {...field}
            name="label"
            value={type.label}
            onChange={({ target }) => write('label', target.value)}
            autoComplete="off"
            required
          />
        )}
      </Field>
      <Field label={TEXTES.icone} hint={TEXTES.iconeAide} error={faults.icon}>
        {(field) => (
          <div className="flex items-center gap-3">
            <TypeLeconIcon
              type={{ icon: faults.icon ? '' : iconOf(type.icon), color: type.color }}
              className="size-11 overflow-hidden text-xl"
            />
            <Input
              {...field}
              name="icon"
              value={type.icon}
              onChange={({ target }) => write('icon', target.value)}
              autoComplete="off"
            />
          </div>
        )}
      </Field>
      <ColorPalette chosen={type.color} onChoose={(color) => setType({ ...type, color })} />
      <div className="grid grid-cols-1 min-[18rem]:grid-cols-2 items-start gap-4">
        <Field label={TEXTES.max} hint={TEXTES.maxAide}>
          {(field) => (
            <Input
              {...field}
              type="number"
              name="max_personnes"
              min={1}
              max={10}
              value={max}
              onChange={({ target }) => setMax(target.value)}
              onBlur={() => setMax(String(maxOf(max)))}
            />
          )}
        </Field>
        <Field label={TEXTES.duree}>
          {(field) => (
            <Select
              {...field}
              name="duree_minutes"
              value={type.duree_minutes}
              onChange={({ target }) => setType({ ...type, duree_minutes: Number(target.value) })}
            >
              {DUREES.map((minutes) => (
                <option key={minutes} value={minutes}>
                  {minutes} minutes
                </option>
              ))}
            </Select>
          )}
        </Field>
      </div>
      <Switch
        name="ouverte"
        label={TEXTES.ouverte}
        hint={TEXTES.ouverteAide}
        checked={type.ouverte}
        onChange={(ouverte) => setType({ ...type, ouverte })}
      />
      <DialogFoot>
        {refus && <Banner kind="error">{refus}</Banner>}
        <DialogButtons beside>
          <Button variant="secondary" disabled={busy} onClick={onClose}>
            Annuler
          </Button>
          <Button type="submit" busy={busy} busyLabel={texts.enCours}>
            {texts.bouton}
          </Button>
        </DialogButtons>
      </DialogFoot>
    </form>
  );
}

/** The identifier as it will be stored, once something is written. */
const identifierHint = (identifier: string) =>
  identifier === '' ? (
    TEXTES.identifiantAide
  ) : (
    <>
      {TEXTES.enregistreComme}
      <bdi className="font-semibold wrap-anywhere text-ink">{identifier}</bdi>
    </>
  );

/** The fields that differ from their initial values. */
function changesOf(
  initial: NewType,
  { label, icon, color, max_personnes, duree_minutes, ouverte }: NewType,
) {
  return {
    ...(label !== initial.label && { label }),
    ...(icon !== initial.icon && { icon }),
    ...(color !== initial.color && { color }),
    ...(max_personnes !== initial.max_personnes && { max_personnes }),
    ...(duree_minutes !== initial.duree_minutes && { duree_minutes }),
    ...(ouverte !== initial.ouverte && { ouverte }),
  };
}
