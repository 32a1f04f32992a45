import type { LucideIcon } from 'lucide-react';
import { displayName, type User } from '#domain/users.ts';
import { Button } from '../ui/Button.tsx';
import type { ButtonVariant } from '../ui/buttonStyle.ts';
import { Tooltip } from '../ui/Tooltip.tsx';

type BoutonActionProps = {
  user: User;
  Signe: LucideIcon;
  /** The full name of the action; `court` is its short label. */
  nom: string;
  court?: string;
  /** Shows the icon alone in a table; a card has room for the label. */
  discret?: boolean;
  variant?: ButtonVariant;
  busy?: boolean;
  onPress: () => void;
};

/** A button in the row of an account. Its accessible name includes the person: every row has the same buttons. */
export function BoutonAction({ user, Signe, nom, court = nom, discret = false, variant = 'secondary', busy = false, onPress }: BoutonActionProps) {
  return (
    <Tooltip label={nom} disabled={!discret}>
      <Button
        variant={variant}
        size="small"
        className={discret ? '@4xl:px-2' : ''}
        busy={busy}
        icon={<Signe aria-hidden className="size-5 shrink-0" />}
        onClick={onPress}
        aria-label={`${nom} ${displayName(user)}`}
      >
        <span className={discret ? '@4xl:sr-only' : undefined}>{court}</span>
      </Button>
    </Tooltip>
  );
}
