// chunk: app
import { memo, useId } from 'react';
import { Choice } from '#web/parts/Choice.tsx';

type NombrePersonnesProps = {
  max: number;
  /** True if the maximum is the number of places left in a lesson that others ride in. */
  limited?: boolean;
  chosen: number | null;
  onChoose: (nombre: number) => void;
};

/** 1 to the maximum of the lesson type, or to the places left. */
export const NombrePersonnes = memo(function NombrePersonnes({
  max,
  limited = false,
  chosen,
  onChoose,
}: NombrePersonnesProps) {
  const id = useId();
  return (
    // No fieldset: WebKit places a legend outside the flow, without the gap.
    <div role="group" aria-labelledby={id} className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <span id={id} className="font-medium">
        Nombre de personnes
      </span>
      <div className="flex flex-wrap gap-1.5">
        {Array.from({ length: max }, (_, i) => i + 1).map((nombre) => (
          <Choice
            key={nombre}
            name="nombre_personnes"
            value={String(nombre)}
            checked={nombre === chosen}
            onChoose={() => onChoose(nombre)}
            className="flex size-11 items-center justify-center rounded-field border border-line bg-card font-semibold hover:border-ink has-checked:border-fir has-checked:bg-fir has-checked:text-white"
          >
            {nombre}
          </Choice>
        ))}
      </div>
      {limited ? (
        <p className="text-sm text-muted">
          {max === 1 ? 'Une place est libre' : `${max} places sont libres`} dans cette leçon.
        </p>
      ) : (
        max === 1 && <p className="text-sm text-muted">Cette leçon se prend seul.</p>
      )}
    </div>
  );
});
