import type { LucideIcon } from 'lucide-react';
import { displayName, type User } from '#domain/users.ts';
import { Button } from '../ui/Button.tsx';
import type { ButtonVariant } from '../ui/buttonStyle.ts';
import { Tooltip } from '../ui/Tooltip.tsx';

type BoutonActionProps = {
  user: User;
  Signe: LucideIcon;
  /** The whole name of the action; `court` is what a narrow column shows of it. */
  nom: string;
  court?: string;
  /** In a table the icon alone stands for it; a card has room for the word. */
  discret?: boolean;
  variant?: ButtonVariant;
  busy?: boolean;
  onPress: () => void;
};

/** A button of an account's row. Every row has the same ones: to those who listen it says whom it is about. */
export function BoutonAction({ user, Signe, nom, court = nom, discret = false, variant = 'secondary', busy = false, onPress }: BoutonActionProps) {
  return (
    <Tooltip label={nom} disabled={!discret}>
      <Button
        variant={variant}
        className={discret ? 'px-3! @4xl:px-2!' : 'px-3!'}
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
