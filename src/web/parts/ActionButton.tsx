// chunk: people-lists
import type { LucideIcon } from 'lucide-react';
import { Button } from '../ui/basics/Button.tsx';
import type { ButtonVariant } from '../ui/basics/buttonStyle.ts';
import { Tooltip } from '../ui/overlays/Tooltip.tsx';

type ActionButtonProps = {
  /** The person. */
  nom: string;
  Icon: LucideIcon;
  /** The full name of the action. `shortLabel` is the short one. */
  label: string;
  shortLabel?: string;
  /** Shows only the icon, for a table; a card has room for the label. */
  iconOnly?: boolean;
  variant?: ButtonVariant;
  busy?: boolean;
  onPress: () => void;
};

/**
 * A button in the row of a person. Its accessible name includes the person, because every row has
 * the same buttons.
 */
export function ActionButton({
  nom,
  Icon,
  label,
  shortLabel = label,
  iconOnly = false,
  variant = 'secondary',
  busy = false,
  onPress,
}: ActionButtonProps) {
  const button = (
    <Button
      variant={variant}
      size="small"
      className={iconOnly ? '@4xl:px-2' : ''}
      busy={busy}
      icon={<Icon aria-hidden className="size-5 shrink-0" />}
      onClick={onPress}
      aria-label={`${label} ${nom}`}
    >
      <span className={iconOnly ? '@4xl:sr-only' : undefined}>{shortLabel}</span>
    </Button>
  );
  // A long table has hundreds of these buttons: a button that shows its label gets no tooltip, not
  // even a disabled one.
  return iconOnly ? <Tooltip label={label}>{button}</Tooltip> : button;
}
