import { useState } from 'react';
import { codeOf, sentenceOf } from '#web/data/client.ts';
import { type TypeLecon } from '#domain/types/types_lecons.ts';
import { DUREES, iconOf, identifierOf, type NewType } from '#domain/types/regles_types.ts';
import { useCreateType, useUpdateType } from '#web/nouns/types/typesLeconsWrites.ts';
import { ColorPalette } from '#web/nouns/types/ColorPalette.tsx';
import { TypeLeconIcon } from '#web/nouns/types/TypeLeconCards.tsx';
import { Banner } from '#web/ui/messages/Banner.tsx';
import { Button } from '#web/ui/basics/Button.tsx';
import { DialogButtons, DialogFoot } from '#web/ui/overlays/DialogButtons.tsx';
import { Field } from '#web/ui/forms/Field.tsx';
import { Input } from '#web/ui/forms/Input.tsx';
import { Select } from '#web/ui/forms/Select.tsx';
import { Switch } from '#web/ui/forms/Switch.tsx';
import { type Refusal, useForm } from '#web/ui/forms/useForm.ts';
import { faultsOfEdited, faultsOfNew, maxOf, type TypeField } from './typeLeconFaults.ts';
import { TEXTES } from './textes.types.ts';

type TypeLeconFormProps = {
  /** The initial values of the fields. */
  initial: NewType;
  /** The stored type that is being changed. Null for a new one. */
  edited: TypeLecon | null;
  types: readonly TypeLecon[];
  /** Asks before it continues if the change affects future lessons (SET-13). */
  confirm: (type: NewType, save: () => void) => void;
  /** Called once it is stored. */
  onDone: () => void;
  onClose: () => void;
};

/**
 * Adds or changes a lesson type (SET-08). Only changed fields are sent, so that another person's
 * change is not overwritten.
 */
export function TypeLeconForm({
  initial,
  edited,
  types,
  confirm,
  onDone,
  onClose,
}: TypeLeconFormProps) {
  const create = useCreateType();
  const update = useUpdateType();
  /** The number is held as text, because an empty field is not 0. */
  const [type, setType] = useState({ ...initial, max_personnes: String(initial.max_personnes) });
  const texts = edited ? TEXTES.modification : TEXTES.ajout;
  const identifier = identifierOf(type.value);
  const complete: NewType = {
    ...type,
    value: identifier,
    label: type.label.trim(),
    icon: iconOf(type.icon),
    max_personnes: maxOf(type.max_personnes),
  };
  const settleMax = () =>
    setType((before) => ({
      ...before,
      max_personnes: String(maxOf(before.max_personnes)),
    }));

  const save = async (): Promise<Refusal<Record<TypeField, string>>> => {
    try {
      if (edited)
        await update.mutateAsync({ value: edited.value, ...changesOf(initial, complete) });
      else await create.mutateAsync(complete);
      onDone();
      return null;
    } catch (error) {
      const sentence = sentenceOf(error, texts.echec);
      // Two people can add the same identifier at the same time: the server refuses the second one.
      return codeOf(error) === 'type_existe' || codeOf(error) === 'identifiant_invalide'
        ? { value: sentence }
        : sentence;
    }
  };
  const { faults, refusal, busy, run, write, form, control } = useForm([type, setType], {
    check() {
      settleMax();
      return edited ? faultsOfEdited(complete) : faultsOfNew(complete, types);
    },
    send() {
      confirm(complete, () => void run(save()));
      return undefined;
    },
  });

  return (
    <form
      {...form}
      aria-label={texts.titre}
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
            {...control('value')}
            readOnly={edited !== null}
            onBlur={() => setType((before) => ({ ...before, value: identifierOf(before.value) }))}
            autoCapitalize="none"
            autoComplete="off"
            spellCheck={false}
            required
          />
        )}
      </Field>
      <Field label={TEXTES.libelle} error={faults.label}>
        {(field) => <Input {...field} {...control('label')} autoComplete="off" required />}
      </Field>
      <Field label={TEXTES.icone} hint={TEXTES.iconeAide} error={faults.icon}>
        {(field) => (
          <div className="flex items-center gap-3">
            <TypeLeconIcon
              type={{ icon: faults.icon ? '' : iconOf(type.icon), color: type.color }}
              className="size-11 overflow-hidden text-xl"
            />
            <Input {...field} {...control('icon')} autoComplete="off" />
          </div>
        )}
      </Field>
      <ColorPalette chosen={type.color} onChoose={(color) => write('color', color)} />
      <div className="grid grid-cols-1 min-[18rem]:grid-cols-2 items-start gap-4">
        <Field label={TEXTES.max} hint={TEXTES.maxAide}>
          {(field) => (
            <Input
              {...field}
              type="number"
              {...control('max_personnes')}
              min={1}
              max={10}
              onBlur={settleMax}
            />
          )}
        </Field>
        <Field label={TEXTES.duree}>
          {(field) => (
            <Select
              {...field}
              name="duree_minutes"
              value={type.duree_minutes}
              onChange={({ target }) => write('duree_minutes', Number(target.value))}
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
        onChange={(ouverte) => write('ouverte', ouverte)}
      />
      <DialogFoot>
        {refusal && <Banner kind="error">{refusal}</Banner>}
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

/** The identifier as it will be stored, once something is typed. */
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
