import { RotateCcw } from 'lucide-react';
import type { CavalierDeStatistiques } from '#domain/statistics/statistiques.ts';
import { lastJour, FIRST_JOUR } from '#domain/lessons/reservations.ts';
import { useNow } from '#web/data/horloge.ts';
import { DatePicker } from '#web/parts/DatePicker.tsx';
import { Button } from '#web/ui/basics/Button.tsx';
import { Card } from '#web/ui/pages/Card.tsx';
import { Field } from '#web/ui/forms/Field.tsx';
import { Select } from '#web/ui/forms/Select.tsx';
import { TEXTES } from './textes.ts';
import type { Filter } from './useFilter.ts';

type FiltersProps = { filter: Filter; cavaliers: readonly CavalierDeStatistiques[] };

/** Start, end, rider. */
export function Filters({ filter: { fields, reversed, change, reset }, cavaliers }: FiltersProps) {
  const { jour: aujourdhui } = useNow();
  const { du, au, cavalier } = fields;
  const dates = {
    placeholder: TEXTES.sansDate,
    format: 'court',
    dropdowns: true,
    today: aujourdhui,
    first: FIRST_JOUR,
    last: lastJour(aujourdhui),
    className: 'max-sm:px-2.5',
  } as const;
  // A rider without a lesson in the new period stays chosen; the page then reports that there is
  // none.
  const known = [...new Set(cavaliers.map(({ nom }) => nom))];
  const names = cavalier !== null && !known.includes(cavalier) ? [cavalier, ...known] : known;
  return (
    <Card
      aria-label="Filtres"
      className="mt-5 grid gap-x-3 gap-y-4 min-[22.5rem]:grid-cols-2 sm:gap-4 lg:grid-cols-[11rem_11rem_minmax(0,1fr)_auto] lg:items-start"
    >
      <Field label="Du">
        {(props) => (
          <DatePicker
            {...props}
            {...dates}
            label="Du"
            jour={du}
            onJour={(jour) => change({ du: jour })}
            onClear={() => change({ du: null })}
          />
        )}
      </Field>
      <Field label="Au" error={reversed && TEXTES.inverse}>
        {(props) => (
          <DatePicker
            {...props}
            {...dates}
            label="Au"
            jour={au}
            onJour={(jour) => change({ au: jour })}
            onClear={() => change({ au: null })}
          />
        )}
      </Field>
      <Field label="Cavalier" className="min-[22.5rem]:col-span-2 sm:col-span-1">
        {(props) => (
          <Select
            {...props}
            value={cavalier === null ? '' : `=${cavalier}`}
            onChange={({ target }) =>
              change({ cavalier: target.value === '' ? null : target.value.slice(1) })
            }
          >
            <option value="">{TEXTES.tous}</option>
            {names.map((nom) => (
              <option key={nom} value={`=${nom}`}>
                {nom}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Button
        variant="secondary"
        className="min-[22.5rem]:col-span-2 sm:col-span-1 sm:self-end lg:mt-7.5 lg:self-start"
        icon={<RotateCcw aria-hidden className="size-5 shrink-0" />}
        onClick={reset}
      >
        {TEXTES.reinitialiser}
      </Button>
    </Card>
  );
}
