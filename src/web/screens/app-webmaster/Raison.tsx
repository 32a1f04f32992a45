import { REFUS } from '#domain/errors.ts';
import { RAISON_MAX, raisonOf, refuseRaison } from '#domain/modification.ts';
import { Field } from '#web/ui/Field.tsx';
import { Input } from '#web/ui/Input.tsx';
import { RAISON } from './textes.ts';

type RaisonProps = { valeur: string; readOnly?: boolean; onChange: (valeur: string) => void };

/** From this length on, a counter is shown under the field. */
const COMPTEUR_DES = RAISON_MAX - 50;

/** Why a lesson is cancelled: the rider reads it in the email. */
export function Raison({ valeur, readOnly = false, onChange }: RaisonProps) {
  const refus = refuseRaison(raisonOf(valeur));
  return (
    <div data-fault={refus && ''}>
      <Field
        label={<>{RAISON.label} <span className="font-normal text-muted">{RAISON.facultatif}</span></>}
        hint={valeur.length >= COMPTEUR_DES ? `${valeur.length} / ${RAISON_MAX} caractères` : RAISON.aide}
        error={refus && REFUS[refus].message}
      >
        {(props) => <Input {...props} name="raison" autoComplete="off" readOnly={readOnly} value={valeur} onChange={({ target }) => onChange(target.value)} />}
      </Field>
    </div>
  );
}
