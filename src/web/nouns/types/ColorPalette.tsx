import { Check } from 'lucide-react';
import { COLORS, type Color } from '#domain/types/types_lecons.ts';
import { cx } from '#web/ui/basics/cx.ts';
import { CHOICE_CARD, Choice } from '#web/parts/Choice.tsx';

/** The name of each gradient of the palette (SET-08). */
const NAMES: Record<Color, string> = {
  'from-gray-500 to-gray-600': 'Gris',
  'from-emerald-600 to-emerald-700': 'Émeraude',
  'from-amber-600 to-amber-700': 'Ambre',
  'from-sky-600 to-sky-700': 'Bleu ciel',
  'from-rose-600 to-rose-700': 'Rose',
  'from-violet-600 to-violet-700': 'Violet',
  'from-teal-600 to-teal-700': 'Sarcelle',
};

type ColorPaletteProps = { chosen: Color; onChoose: (color: Color) => void };

/** The colours of a lesson type, each with its name (UI-14). */
export function ColorPalette({ chosen, onChoose }: ColorPaletteProps) {
  return (
    <fieldset>
      <legend className="mb-1.5 font-medium">Couleur</legend>
      <div className="grid grid-cols-1 min-[18rem]:grid-cols-2 gap-2 sm:grid-cols-3">
        {COLORS.map((color) => (
          <Choice
            key={color}
            name="color"
            value={color}
            checked={color === chosen}
            onChoose={() => onChoose(color)}
            className={cx(CHOICE_CARD, 'flex min-h-11 items-center gap-2 px-2 py-1.5')}
          >
            <span
              aria-hidden
              className={cx(
                'grid size-7 shrink-0 place-items-center rounded-lg bg-linear-to-br',
                color,
              )}
            >
              {color === chosen && <Check className="size-5 stroke-3 text-white" />}
            </span>
            <span className="min-w-0 text-compact leading-5">{NAMES[color]}</span>
          </Choice>
        ))}
      </div>
    </fieldset>
  );
}
