import { type FormEvent, useId, useState } from 'react';
import { formatHeure } from '#domain/core/calendrier.ts';
import { ADMIN_REFUS } from '#domain/errors/admin.ts';
import type { StoredParametres } from '#domain/settings/parametres.ts';
import { codeOf, sentenceOf } from '#web/data/client.ts';
import { type useParametres, useSaveParametres } from '#web/nouns/settings.ts';
import { UNSURE } from '#web/data/surely.ts';
import { Divergence, focusDivergence } from '#web/nouns/health/Divergence.tsx';
import { focusField } from '#web/ui/forms/focusField.ts';
import { SaveButtons } from '#web/ui/forms/SaveButtons.tsx';
import { Skeleton } from '#web/ui/messages/Skeleton.tsx';
import { Unreadable } from '#web/ui/messages/Unreadable.tsx';
import type { useBanner } from '#web/ui/messages/useBanner.ts';
import { fieldsOf, type ONGLETS } from './onglets.ts';
import type { FormValues } from './shared/ParametresFields.tsx';
import {
  fieldOfRefus,
  type ParametresFaults,
  faultsOf,
  parametresOf,
} from './shared/parametresDraft.ts';
import { DUREE, LIBELLES, NOMS_RETARD, TEXTES } from './shared/textes.parametres.ts';
import { useNarrowerHours } from './hours/useNarrowerHours.tsx';
import type { Fields } from './useParametresDraft.ts';

type ParametresFormProps = {
  onglet: (typeof ONGLETS)[number];
  parametres: ReturnType<typeof useParametres>;
  fields: Fields | null;
  say: ReturnType<typeof useBanner>[1];
};

/** Keeps the buttons in view at the bottom of the screen, if it is high enough for them. */
const AT_BOTTOM =
  '[@media(height>=24rem)]:sticky bottom-0 z-10 -mx-edge border-t border-hairline bg-paper px-edge pt-2 pb-[max(0.75rem,env(safe-area-inset-bottom))] md:-mx-8 md:px-8';

/** The settings of a tab, saved with its own button (SET-03). */
export function ParametresForm({ parametres, fields, ...others }: ParametresFormProps) {
  if (parametres.data && fields)
    return <Form parametres={parametres.data} fields={fields} {...others} />;
  return (
    <div aria-busy={parametres.isPending}>
      {parametres.isError ? (
        <Unreadable queries={[parametres]}>{TEXTES.illisible}</Unreadable>
      ) : (
        <Skeleton card className="h-162 md:h-100" />
      )}
    </div>
  );
}

type FormProps = Omit<ParametresFormProps, 'parametres' | 'fields'> & {
  parametres: StoredParametres;
  fields: Fields;
};

function Form({ onglet: { nom, reglages }, parametres, fields, say }: FormProps) {
  const { values, stored, elsewhere, conflicts, modified, keep, take, forget, giveUp } = fields;
  const [faults, setFaults] = useState<ParametresFaults>({});
  const save = useSaveParametres(() => say({ kind: 'info', text: UNSURE }));
  const narrowing = useNarrowerHours(parametres);
  const id = useId();

  const form: FormValues = {
    values,
    faults,
    write: (field, value) => {
      fields.write(field, value);
      // The two hours share one error; a change of either clears it.
      setFaults((before) => ({
        ...before,
        [field === 'openingTime' ? 'closingTime' : field]: undefined,
      }));
    },
  };

  /**
   * Shows the errors at their fields. False if none of them belongs to this tab, which is shown.
   */
  const refuse = (found: ParametresFaults, element: HTMLFormElement) => {
    setFaults(found);
    const first = fieldsOf(nom).find((field) => found[field]);
    if (first) focusField(element, first);
    return first !== undefined && element.isConnected;
  };

  const store = async (element: HTMLFormElement) => {
    try {
      // The other tabs keep the stored values: `values` contains only the input of this one.
      forget(
        values,
        await save.mutateAsync({ ...parametresOf(values), version: parametres.version }),
      );
      say({ kind: 'success', text: TEXTES.succes, ms: DUREE.succes });
    } catch (error) {
      const field = fieldOfRefus(codeOf(error));
      const text = sentenceOf(error, TEXTES.echec);
      if (!field || !refuse({ [field]: text }, element))
        say({ kind: 'error', text, ms: DUREE.echec });
    }
  };

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (save.isPending || narrowing.reading) return;
    const element = event.currentTarget;
    say(null);
    const wanted = parametresOf(values);
    if (refuse(faultsOf(wanted), element)) return;
    if (focusDivergence(element))
      say({ kind: 'error', text: ADMIN_REFUS.parametres_changes.message, ms: DUREE.echec });
    else {
      const go = () => void store(element);
      void narrowing
        .confirm({ ...wanted, horaires: parametres.horaires }, go)
        .then((free) => free && go());
    }
  };

  return (
    <div className="flex flex-col gap-6 [&_:is(input,select)]:scroll-mb-44">
      <form
        id={id}
        noValidate
        aria-label={TEXTES.formulaire}
        onSubmit={submit}
        className="grid gap-6"
      >
        {reglages.map((Section, i) => (
          <Section key={i} form={form} />
        ))}
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
          form={id}
          label={TEXTES.bouton}
          busy={save.isPending || narrowing.reading}
          busyLabel={TEXTES.enCours}
          unsaved={modified}
          onGiveUp={() => {
            giveUp();
            setFaults({});
          }}
        />
      </div>
    </div>
  );
}

/** A stored value in words. */
function valueInWords(value: string | boolean): string {
  if (typeof value === 'boolean') return value ? TEXTES.oui : TEXTES.non;
  if (/^\d\d:\d\d$/.test(value)) return formatHeure(value);
  return value === '' ? TEXTES.vide : ((NOMS_RETARD as Record<string, string>)[value] ?? value);
}
