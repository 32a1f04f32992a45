import { Pencil, Power, Trash2 } from 'lucide-react';
import { useId } from 'react';
import { Button } from '#web/ui/basics/Button.tsx';
import { IconButton } from '#web/ui/overlays/IconButton.tsx';
import { MOTS } from './textes.listes.ts';

export type RowAction = 'bascule' | 'modifier' | 'supprimer';

type RowActionsProps = {
  nom: string;
  actif: boolean;
  /** It is being switched on or off. */
  busy: boolean;
  /** Why it cannot be switched off. */
  kept?: string | false;
  removable?: boolean;
  onPress: (action: RowAction) => void;
};

/**
 * The actions on a row of the settings. Every row has the same buttons, so their accessible names
 * include the name of the row.
 */
export function RowActions({
  nom,
  actif,
  busy,
  kept = false,
  removable = true,
  onPress,
}: RowActionsProps) {
  const id = useId();
  const actions = [
    { action: 'bascule', verbe: actif ? MOTS.desactiver : MOTS.activer, Signe: Power },
    { action: 'modifier', verbe: MOTS.modifier, Signe: Pencil },
  ] as const;
  return (
    <div className="flex flex-wrap gap-2 pt-2 @4xl:pt-0">
      {actions.map(({ action, verbe, Signe }) => {
        const off = kept !== false && action === 'bascule';
        return (
          <Button
            key={action}
            variant="secondary"
            size="small"
            busy={busy && action === 'bascule'}
            icon={<Signe aria-hidden className="size-5 shrink-0" />}
            // Not disabled, because another person's change may switch the button off while it has
            // the focus.
            {...(off && { 'aria-disabled': true, 'aria-describedby': id, className: OFF })}
            onClick={() => !off && onPress(action)}
            aria-label={`${verbe} ${nom}`}
          >
            {verbe}
          </Button>
        );
      })}
      {removable && (
        <IconButton
          bordered
          Icon={Trash2}
          label={`${MOTS.supprimer} ${nom}`}
          tip={MOTS.supprimer}
          onClick={() => onPress('supprimer')}
        />
      )}
      {kept !== false && (
        <p id={id} className="basis-full text-sm text-muted">
          {kept}
        </p>
      )}
    </div>
  );
}

/** The style of a bordered button that has no effect at present, but may have the focus. */
export const OFF =
  'aria-disabled:border-hairline aria-disabled:bg-sand-soft aria-disabled:text-muted';
