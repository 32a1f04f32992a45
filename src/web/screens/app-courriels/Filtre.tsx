import { ETATS_COURRIEL, type EtatCourriel } from '#domain/courriels.ts';
import { CHOICE_CARD, Choice } from '#web/parts/Choice.tsx';
import { Pill } from '#web/ui/Badge.tsx';
import { cx } from '#web/ui/cx.ts';
import { ETATS, TEXTES } from './textes.ts';

type FiltreProps = { nombres: Record<EtatCourriel, number> | undefined; statut: EtatCourriel | null; onChange: (statut: EtatCourriel | null) => void };

/** How many emails stand in each state; choosing one shows those only. */
export function Filtre({ nombres, statut, onChange }: FiltreProps) {
  const total = nombres && ETATS_COURRIEL.reduce((sum, one) => sum + nombres[one], 0);
  return (
    <fieldset className="flex flex-wrap gap-1.5 sm:gap-2">
      <legend className="sr-only">{TEXTES.filtre}</legend>
      {([null, ...ETATS_COURRIEL] as const).map((one) => {
        const nom = one ? ETATS[one].nom : TEXTES.tous;
        const nombre = one ? nombres?.[one] : total;
        return (
          <Choice
            key={nom}
            name="statut"
            value={one ?? 'tous'}
            checked={statut === one}
            onChoose={() => onChange(one)}
            className={cx(CHOICE_CARD, 'flex min-h-11 items-center gap-1.5 px-2.5 sm:gap-2 sm:px-4')}
          >
            <span className="font-semibold">{nom}</span>
            <Pill tone={one === 'echoue' && nombre ? 'red' : 'sand'}>{nombre ?? '…'}</Pill>
          </Choice>
        );
      })}
    </fieldset>
  );
}
