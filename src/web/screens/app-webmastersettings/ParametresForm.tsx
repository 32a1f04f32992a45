import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { formatHeure } from '#domain/core/calendrier.ts';
import { ADMIN_REFUS } from '#domain/errors/admin.ts';
import type { StoredParametres } from '#domain/settings/parametres.ts';
import { codeOf, sentenceOf } from '#web/data/client.ts';
import { useParametres, useSaveParametres } from '#web/data/queries/parametres.ts';
import { UNSURE } from '#web/data/surely.ts';
import { Divergence, focusDivergence } from '#web/parts/Divergence.tsx';
import { focusField } from '#web/ui/focusField.ts';
import { SaveButtons } from '#web/ui/SaveButtons.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { Unreadable } from '#web/ui/Unreadable.tsx';
import type { useBanner } from '#web/ui/useBanner.ts';
import { CentreContact } from './CentreContact.tsx';
import { Horaires } from './Horaires.tsx';
import { Notifications } from './Notifications.tsx';
import { Regles } from './Regles.tsx';
import type { FormValues } from './ParametresFields.tsx';
import {
  FIELDS,
  fieldOfRefus,
  type FieldName,
  type ParametresFaults,
  faultsOf,
  parametresOf,
  type ParametresDraft,
} from './parametresDraft.ts';
import { DUREE, LIBELLES, TEXTES } from './textes.parametres.ts';
import { LeconRetention } from './LeconRetention.tsx';
import { Retention } from './Retention.tsx';
import { RiderRights } from './RiderRights.tsx';
import { Security } from './Security.tsx';
import { useNarrowerHoraire } from './useNarrowerHoraire.tsx';
import { type Fields, useParametresDraft } from './useParametresDraft.ts';

type ParametresFormProps = {
  say: ReturnType<typeof useBanner>[1];
  /** Shown after the notifications, and stored by its own form. */
  children: ReactNode;
};

/** Keeps the buttons in view at the bottom of the screen. */
const AT_BOTTOM =
  'sticky bottom-0 z-10 -mx-edge border-t border-hairline bg-paper px-edge pt-2 pb-[max(0.75rem,env(safe-area-inset-bottom))] md:-mx-8 md:px-8';

/**
 * Notifications, hours, rules and contact, in one form. The children keep their place in the tree
 * when the settings arrive: mounted anew, they would lose a dialog that is already open.
 */
export function ParametresForm({ say, children }: ParametresFormProps) {
  const parametres = useParametres();
  const fields = useParametresDraft(parametres.data);
  const [faults, setFaults] = useState<ParametresFaults>({});
  const id = useId();
  const form = fields && {
    id,
    values: fields.values,
    faults,
    write: <K extends FieldName>(field: K, value: ParametresDraft[K]) => {
      fields.write(field, value);
      // The two hours share one fault; a change of either clears it.
      setFaults((before) => ({
        ...before,
        [field === 'openingTime' ? 'closingTime' : field]: undefined,
      }));
    },
  };
  return (
    <div className="mt-8 flex flex-col gap-6 [&_:is(input,select)]:scroll-mb-44">
      {form ? (
        <Notifications form={form} />
      ) : (
        <div aria-busy={parametres.isPending}>
          {parametres.isError ? (
            <Unreadable queries={[parametres]}>{TEXTES.illisible}</Unreadable>
          ) : (
            <Skeleton card className="h-162 md:h-100" />
          )}
        </div>
      )}
      {children}
      {parametres.data && form && (
        <Form
          parametres={parametres.data}
          fields={fields}
          form={form}
          setFaults={setFaults}
          say={say}
        />
      )}
    </div>
  );
}

type FormProps = {
  parametres: StoredParametres;
  fields: Fields;
  form: FormValues;
  setFaults: (faults: ParametresFaults) => void;
  say: ParametresFormProps['say'];
};

/** Everything below the notifications, and the button that stores both. */
function Form({ parametres, fields, form, setFaults, say }: FormProps) {
  const { values, stored, elsewhere, conflicts, modified, keep, take, forget, giveUp } = fields;
  const save = useSaveParametres(() => say({ kind: 'info', text: UNSURE }));
  const narrowing = useNarrowerHoraire(parametres);

  /** Shows the faults at their fields; false when there is none. */
  const refuse = (found: ParametresFaults, element: HTMLFormElement) => {
    setFaults(found);
    const first = FIELDS.find((field) => found[field]);
    if (first) focusField(element, first);
    return first !== undefined;
  };

  const store = async (element: HTMLFormElement) => {
    try {
      forget(
        values,
        await save.mutateAsync({ ...parametresOf(values), version: parametres.version }),
      );
      say({ kind: 'success', text: TEXTES.succes, ms: DUREE.succes });
    } catch (error) {
      const field = fieldOfRefus(codeOf(error));
      if (field) refuse({ [field]: sentenceOf(error, TEXTES.echec) }, element);
      else say({ kind: 'error', text: sentenceOf(error, TEXTES.echec), ms: DUREE.echec });
    }
  };

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (save.isPending) return;
    const element = event.currentTarget;
    say(null);
    const wanted = parametresOf(values);
    if (refuse(faultsOf(wanted), element)) return;
    if (focusDivergence(element))
      say({ kind: 'error', text: ADMIN_REFUS.parametres_changes.message, ms: DUREE.echec });
    else narrowing.confirm(wanted, () => void store(element));
  };

  return (
    <>
      <form
        id={form.id}
        noValidate
        aria-label={TEXTES.formulaire}
        onSubmit={submit}
        className="grid gap-6"
      >
        <Horaires form={form} />
        <Regles form={form} />
        <RiderRights form={form} />
        <CentreContact form={form} />
        <Security form={form} />
        <LeconRetention form={form} />
        <Retention form={form} />
        <div>
          <p role="status" className="text-sm font-medium text-cognac-dark">
            {elsewhere.length > 0 &&
              `${TEXTES.ailleurs}${elsewhere.map((field) => `${LIBELLES[field]} (${valueInWords(stored[field])})`).join(', ')}.${TEXTES.garde}`}
          </p>
          {conflicts.map((field) => (
            <div key={field} className="mt-3">
              <p className="mb-1.5 font-medium">{LIBELLES[field]}</p>
              <Divergence
                field={field}
                label={LIBELLES[field]}
                mine={valueInWords(values[field])}
                theirs={valueInWords(stored[field])}
                onKeep={() => keep(field)}
                onTake={() => take(field)}
              />
            </div>
          ))}
        </div>
        {narrowing.dialog}
      </form>
      <div className={modified ? AT_BOTTOM : undefined}>
        <SaveButtons
          form={form.id}
          label={TEXTES.bouton}
          busy={save.isPending}
          busyLabel={TEXTES.enCours}
          unsaved={modified}
          onGiveUp={() => {
            giveUp();
            setFaults({});
          }}
        />
      </div>
    </>
  );
}

/** A stored value in words. */
function valueInWords(value: string | boolean): string {
  if (typeof value === 'boolean') return value ? TEXTES.oui : TEXTES.non;
  if (/^\d\d:\d\d$/.test(value)) return formatHeure(value);
  return value === '' ? TEXTES.vide : value;
}
