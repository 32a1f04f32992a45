import { RESERVATION_REFUS } from '#domain/errors/reservation.ts';
import { RAISON_MAX, raisonOf, refuseRaison } from '#domain/reservations/modification.ts';
import { useCentre } from '#web/data/queries.ts';
import { Field } from '#web/ui/Field.tsx';
import { Input } from '#web/ui/Input.tsx';
import { TEXTES } from './textes.ts';

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
          <Input
            {...props}
            name="raison"
            autoComplete="off"
            readOnly={readOnly}
            value={value}
            onChange={({ target }) => onChange(target.value)}
          />
        )}
      </Field>
    </div>
  );
}
