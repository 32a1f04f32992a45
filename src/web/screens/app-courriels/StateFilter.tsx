import { ETATS_COURRIEL, type EtatCourriel, STATUTS_COURRIEL } from '#domain/emails/courriels.ts';
import { CHOICE_CARD, Choice } from '#web/parts/Choice.tsx';
import { Pill } from '#web/ui/messages/Badge.tsx';
import { cx } from '#web/ui/basics/cx.ts';
import { ETATS, TEXTES } from './textes.ts';

type StateFilterProps = {
  counts: Record<EtatCourriel, number> | undefined;
  statut: EtatCourriel | null;
  onChange: (statut: EtatCourriel | null) => void;
};

/**
 * How many emails are in each state. Choosing a state shows only its emails; without a choice, the
 * stored ones are shown, which planned reminders are not.
 */
export function StateFilter({ counts, statut, onChange }: StateFilterProps) {
  const total = counts && STATUTS_COURRIEL.reduce((sum, one) => sum + counts[one], 0);
  return (
    <fieldset className="flex flex-wrap gap-1.5 sm:gap-2">
      <legend className="sr-only">{TEXTES.filtre}</legend>
      {([null, ...ETATS_COURRIEL] as const).map((one) => {
        const name = one ? ETATS[one].nom : TEXTES.tous;
        const count = one ? counts?.[one] : total;
        return (
          <Choice
            key={name}
            name="statut"
            value={one ?? 'tous'}
            checked={statut === one}
            onChoose={() => onChange(one)}
            className={cx(
              CHOICE_CARD,
              'flex min-h-11 items-center gap-1.5 px-2.5 sm:gap-2 sm:px-4',
            )}
          >
            <span className="font-semibold">{name}</span>
            <Pill tone={one === 'echoue' && count ? 'red' : 'sand'}>{count ?? '…'}</Pill>
          </Choice>
        );
      })}
    </fieldset>
  );
}
