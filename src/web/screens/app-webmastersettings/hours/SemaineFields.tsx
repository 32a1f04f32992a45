import { Plus, Trash2 } from 'lucide-react';
import { useId } from 'react';
import { formatHeure } from '#domain/core/calendrier.ts';
import { DEMI_HEURES } from '#domain/slots/creneaux.ts';
import type { HeuresDuJour, Periode } from '#domain/slots/horaires.ts';
import { JOURS_SEMAINE, MAX_PERIODES } from '#domain/slots/regles_horaires.ts';
import { Button } from '#web/ui/basics/Button.tsx';
import { FieldError } from '#web/ui/forms/Field.tsx';
import { IconButton } from '#web/ui/overlays/IconButton.tsx';
import { Select } from '#web/ui/forms/Select.tsx';
import type { Faults } from '#web/ui/forms/useForm.ts';
import { type JourName, type Jours, nextPeriode } from './horairesDraft.ts';
import { TEXTES } from './textes.horaires.ts';

type SemaineFieldsProps = {
  jours: Jours;
  faults: Faults<Jours>;
  /** The hours of a day that has no hours of its own. */
  otherwise: string;
  usual: { openingTime: string; closingTime: string };
  onHeures: (jour: JourName, heures: HeuresDuJour) => void;
  /** Copies the hours of a day to the following days. */
  onCopy: (jours: Partial<Jours>) => void;
};

/** The seven weekdays: each with the usual hours, closed, or with its own periods (SET-46). */
export function SemaineFields({
  jours,
  faults,
  otherwise,
  usual,
  onHeures,
  onCopy,
}: SemaineFieldsProps) {
  return (
    <div className="divide-y divide-hairline border-y border-hairline">
      {JOURS_SEMAINE.map((jour, i) => (
        <Jour
          key={jour}
          jour={jour}
          heures={jours[jour]}
          fault={faults[jour]}
          otherwise={otherwise}
          usual={usual}
          last={i === JOURS_SEMAINE.length - 1}
          onHeures={(heures) => onHeures(jour, heures)}
          onCopy={() =>
            onCopy(Object.fromEntries(JOURS_SEMAINE.slice(i + 1).map((one) => [one, jours[jour]])))
          }
        />
      ))}
    </div>
  );
}

type JourProps = Pick<SemaineFieldsProps, 'otherwise' | 'usual'> & {
  jour: JourName;
  heures: HeuresDuJour;
  fault: string | undefined;
  last: boolean;
  onHeures: (heures: HeuresDuJour) => void;
  onCopy: () => void;
};

const modeOf = (heures: HeuresDuJour) =>
  heures === null ? 'autres' : heures.length === 0 ? 'ferme' : 'propres';

function Jour({ jour, heures, fault, otherwise, usual, last, onHeures, onCopy }: JourProps) {
  const id = useId();
  const periodes = heures ?? [];
  const change = (n: number, periode: Partial<Periode>) =>
    onHeures(periodes.map((one, i) => (i === n ? { ...one, ...periode } : one)));
  return (
    <fieldset className="py-3" aria-describedby={fault ? id : undefined}>
      <legend className="sr-only">{jour}</legend>
      <div className="grid grid-cols-1 items-center gap-2 min-[18rem]:grid-cols-[6rem_minmax(0,1fr)]">
        <span aria-hidden className="font-medium first-letter:uppercase">
          {jour}
        </span>
        <Select
          name={jour}
          aria-label={`Heures du ${jour}`}
          aria-invalid={fault ? true : undefined}
          aria-describedby={fault ? id : undefined}
          value={modeOf(heures)}
          onChange={({ target }) =>
            onHeures(
              target.value === 'autres'
                ? null
                : target.value === 'ferme'
                  ? []
                  : [nextPeriode([], usual)],
            )
          }
        >
          <option value="autres">{otherwise}</option>
          <option value="ferme">{TEXTES.ferme}</option>
          <option value="propres">{TEXTES.propres}</option>
        </Select>
      </div>
      {periodes.length > 0 && (
        <div className="mt-2 flex flex-col gap-2 min-[26rem]:ms-26">
          {periodes.map((periode, n) => (
            <div key={n} className="flex flex-wrap items-center gap-2">
              <Heure
                label={`${TEXTES.de}, ${jour}, ${TEXTES.periode} ${n + 1}`}
                value={periode.debut}
                onChange={(debut) => change(n, { debut })}
              />
              <span aria-hidden>–</span>
              <Heure
                label={`${TEXTES.a}, ${jour}, ${TEXTES.periode} ${n + 1}`}
                value={periode.fin}
                onChange={(fin) => change(n, { fin })}
              />
              {periodes.length > 1 && (
                <IconButton
                  bordered
                  Icon={Trash2}
                  label={`${TEXTES.retirerPeriode} ${n + 1}, ${jour}`}
                  tip={TEXTES.retirerPeriode}
                  onClick={() => onHeures(periodes.toSpliced(n, 1))}
                />
              )}
            </div>
          ))}
          <div className="flex flex-wrap gap-2">
            {periodes.length < MAX_PERIODES && (
              <Button
                variant="secondary"
                size="small"
                icon={<Plus aria-hidden className="size-5 shrink-0" />}
                aria-label={`${TEXTES.ajouterPeriode}, ${jour}`}
                onClick={() => onHeures([...periodes, nextPeriode(periodes, usual)])}
              >
                {TEXTES.ajouterPeriode}
              </Button>
            )}
            {!last && (
              <Button
                variant="secondary"
                size="small"
                aria-label={`${TEXTES.copier}, ${jour}`}
                onClick={onCopy}
              >
                {TEXTES.copier}
              </Button>
            )}
          </div>
        </div>
      )}
      {fault && (
        <FieldError id={id} className="mt-2">
          {fault}
        </FieldError>
      )}
    </fieldset>
  );
}

function Heure({
  label,
  value,
  onChange,
}: {
  label: string;
  value: string;
  onChange: (heure: string) => void;
}) {
  return (
    <Select
      aria-label={label}
      value={value}
      onChange={({ target }) => onChange(target.value)}
      className="w-28"
    >
      {DEMI_HEURES.map((heure) => (
        <option key={heure} value={heure}>
          {formatHeure(heure)}
        </option>
      ))}
    </Select>
  );
}
