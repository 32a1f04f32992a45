import { RESERVATION_REFUS } from '#domain/errors/reservation.ts';
import { RAISON_MAX, raisonOf, refuseRaison } from '#domain/lessons/modification.ts';
import { useCentre } from '#web/data/queries.ts';
import { Field } from '#web/ui/forms/Field.tsx';
import { Button } from '#web/ui/basics/Button.tsx';
import { Input } from '#web/ui/forms/Input.tsx';
import { ANNULER, TEXTES } from '../shared/textes.ts';

/** `told`: an email would contain it. */
type RaisonProps = {
  value: string;
  told: boolean;
  readOnly?: boolean;
  onChange: (value: string) => void;
};

/** From this length on, a counter is shown under the field. */
const COUNTER_FROM = RAISON_MAX - 50;

/**
 * Why a lesson is cancelled. The rider reads it in the email, and it is stored with the lesson
 * (DESK-40).
 */
export function Raison({ value, told, readOnly = false, onChange }: RaisonProps) {
  const emailed = useCentre().data?.envois?.annulation ?? false;
  const fault = refuseRaison(raisonOf(value));
  return (
    <div data-fault={fault && ''}>
      <Field
        label={
          <>
            {TEXTES.raison.label}{' '}
            <span className="font-normal text-muted">{TEXTES.raison.facultatif}</span>
          </>
        }
        hint={
          value.length >= COUNTER_FROM
            ? `${value.length} / ${RAISON_MAX} caractères`
            : TEXTES.raison[told && emailed ? 'aide' : 'aideSansEmail']
        }
        error={fault && RESERVATION_REFUS[fault].message}
      >
        {(props) => (
          <>
            <Input
              {...props}
              name="raison"
              autoComplete="off"
              readOnly={readOnly}
              value={value}
              onChange={({ target }) => onChange(target.value)}
            />
            <div role="group" aria-label={ANNULER.groupe} className="flex flex-wrap gap-1.5">
              {ANNULER.raisons.map((raison) => (
                <Button
                  key={raison}
                  variant="secondary"
                  size="small"
                  className="text-sm aria-pressed:border-fir aria-pressed:bg-fir-soft"
                  disabled={readOnly}
                  aria-pressed={partsOf(value).common === raison}
                  onClick={() => onChange(withRaison(value, raison))}
                >
                  {raison}
                </Button>
              ))}
            </div>
          </>
        )}
      </Field>
    </div>
  );
}

/** The common reason with which the text begins, if any, and what was typed behind it. */
function partsOf(value: string): { common: string | null; typed: string } {
  const common = ANNULER.raisons.find((one) => value === one || value.startsWith(`${one}, `));
  return common === undefined
    ? { common: null, typed: value.trim() }
    : { common, typed: value.slice(common.length + 2) };
}

/** A second press takes it back. What was typed stays, behind it. */
function withRaison(value: string, raison: string): string {
  const { common, typed } = partsOf(value);
  if (common === raison) return typed;
  return typed === '' ? raison : `${raison}, ${typed}`;
}
