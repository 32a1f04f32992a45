import { RotateCcw } from 'lucide-react';
import { CATEGORIES, NOMS_CATEGORIE } from '#domain/journal/categories.ts';
import { FIRST_JOUR } from '#domain/lessons/reservations.ts';
import { displayName } from '#domain/people/users.ts';
import { useNow } from '#web/data/horloge.ts';
import { useUsers } from '#web/nouns/people/users.ts';
import { DatePicker } from '#web/parts/DatePicker.tsx';
import { Button } from '#web/ui/basics/Button.tsx';
import { Card } from '#web/ui/pages/Card.tsx';
import { Field } from '#web/ui/forms/Field.tsx';
import { Input } from '#web/ui/forms/Input.tsx';
import { Select } from '#web/ui/forms/Select.tsx';
import { TEXTES } from './textes.ts';
import type { Filter } from './useFilter.ts';

/** Kind, administrator, period and search. */
export function Filters({ filter: { fields, reversed, change, reset } }: { filter: Filter }) {
  const { jour: aujourdhui } = useNow();
  const admins = useUsers({ role: 'admin', page: 1 }).data ?? [];
  const { categorie, par, du, au, q } = fields;
  const dates = {
    placeholder: TEXTES.sansDate,
    format: 'court',
    dropdowns: true,
    today: aujourdhui,
    first: FIRST_JOUR,
    last: aujourdhui,
    className: 'max-sm:px-2.5',
  } as const;
  return (
    <Card
      aria-label={TEXTES.filtres}
      className="mt-5 grid gap-x-3 gap-y-4 min-[22.5rem]:grid-cols-2 sm:gap-4 lg:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_11rem_11rem] lg:items-start"
    >
      <Field
        label={TEXTES.recherche}
        hint={TEXTES.rechercheAide}
        className="min-[22.5rem]:col-span-2"
      >
        {(props) => (
          <Input
            {...props}
            type="text"
            inputMode="search"
            autoComplete="off"
            spellCheck={false}
            maxLength={200}
            value={q}
            onChange={({ target }) => change({ q: target.value })}
          />
        )}
      </Field>
      <Field label={TEXTES.du}>
        {(props) => (
          <DatePicker
            {...props}
            {...dates}
            label={TEXTES.du}
            jour={du}
            onJour={(jour) => change({ du: jour })}
            onClear={() => change({ du: null })}
          />
        )}
      </Field>
      <Field label={TEXTES.au} error={reversed && TEXTES.inverse}>
        {(props) => (
          <DatePicker
            {...props}
            {...dates}
            label={TEXTES.au}
            jour={au}
            onJour={(jour) => change({ au: jour })}
            onClear={() => change({ au: null })}
          />
        )}
      </Field>
      <Field label={TEXTES.categorie}>
        {(props) => (
          <Select
            {...props}
            value={categorie ?? ''}
            onChange={({ target }) =>
              change({ categorie: CATEGORIES.find((one) => one === target.value) ?? null })
            }
          >
            <option value="">{TEXTES.toutes}</option>
            {CATEGORIES.map((one) => (
              <option key={one} value={one}>
                {NOMS_CATEGORIE[one]}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field label={TEXTES.par}>
        {(props) => (
          <Select
            {...props}
            value={par ?? ''}
            onChange={({ target }) => change({ par: target.value || null })}
          >
            <option value="">{TEXTES.tous}</option>
            {par !== null && !admins.some(({ id }) => id === par) && (
              <option value={par}>{TEXTES.ceCompte}</option>
            )}
            {admins.map((user) => (
              <option key={user.id} value={user.id}>
                {displayName({ ...user, full_name: user.full_name ?? '' })}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Button
        variant="secondary"
        className="min-[22.5rem]:col-span-2 lg:mt-7.5"
        icon={<RotateCcw aria-hidden className="size-5 shrink-0" />}
        onClick={reset}
      >
        {TEXTES.reinitialiser}
      </Button>
    </Card>
  );
}
