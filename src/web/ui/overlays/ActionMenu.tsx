import { EllipsisVertical, LoaderCircle, type LucideIcon } from 'lucide-react';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { cx } from '../basics/cx.ts';
import { IconButton } from './IconButton.tsx';
import { placeMenu } from './placement.ts';
import { moreActions, moreActionsFor } from '../basics/texts.ts';

export type MenuAction = {
  label: string;
  Icon: LucideIcon;
  danger?: boolean;
  /** For an entry that only a card or only a table shows. */
  className?: string;
  onPress: () => void;
};

type ActionMenuProps = {
  /** Whose actions they are: part of the accessible name, because every row has such a button. */
  nom: string;
  actions: readonly MenuAction[];
  /** One of them is under way. */
  busy?: boolean;
};

/**
 * The actions of a row that have no button of their own: a menu button, as the ARIA practices
 * describe it. The arrow keys, Home and End move in it; Escape, Tab and a press outside close it.
 * The focus is on the button again before an action is called, so that a dialog returns it there.
 */
export function ActionMenu({ nom, actions, busy = false }: ActionMenuProps) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);
  /** The entry that gets the focus when the menu opens. */
  const entry = useRef(0);
  const label = `${moreActionsFor} ${nom}`;

  const close = () => panel.current?.hidePopover();
  const entries = () =>
    [...(panel.current?.querySelectorAll('button') ?? [])].filter(
      (one) => one.offsetParent !== null,
    );
  // The panel does not move with its row by itself.
  useEffect(() => {
    if (!open) return;
    const follow = () => {
      if (panel.current && button.current) placeMenu(panel.current, button.current);
    };
    window.addEventListener('scroll', follow, { passive: true });
    return () => window.removeEventListener('scroll', follow);
  }, [open]);

  const onButtonKey = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    event.preventDefault();
    entry.current = event.key === 'ArrowDown' ? 0 : -1;
    panel.current?.showPopover();
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'Tab') {
      close();
      return;
    }
    const all = entries();
    const at = all.findIndex((one) => one === document.activeElement);
    const next = {
      ArrowDown: (at + 1) % all.length,
      ArrowUp: at - 1,
      Home: 0,
      End: -1,
    }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    all.at(next)?.focus({ preventScroll: true });
  };

  return (
    <>
      <IconButton
        ref={button}
        Icon={busy ? LoaderCircle : EllipsisVertical}
        label={label}
        tip={moreActions}
        popoverTarget={id}
        aria-haspopup="menu"
        aria-expanded={open}
        aria-busy={busy || undefined}
        onKeyDown={onButtonKey}
        className={cx(busy && '[&>svg]:animate-spin')}
      />
      {/* oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- its entries have the focus */}
      <div
        ref={panel}
        id={id}
        popover="auto"
        role="menu"
        aria-label={label}
        onKeyDown={onKey}
        onBeforeToggle={({ newState }) => {
          if (newState !== 'open' || !panel.current || !button.current) return;
          flushSync(() => setOpen(true));
          placeMenu(panel.current, button.current);
        }}
        onToggle={({ newState }) => {
          setOpen(newState === 'open');
          if (newState === 'open') entries().at(entry.current)?.focus({ preventScroll: true });
          entry.current = 0;
        }}
        className="fixed inset-auto m-0 w-max overflow-y-auto rounded-card border border-hairline bg-card p-1.5 text-ink shadow-float"
      >
        {open &&
          actions.map(({ label: name, Icon, danger = false, className, onPress }) => (
            <button
              key={name}
              type="button"
              role="menuitem"
              tabIndex={-1}
              onClick={() => {
                close();
                // Safari does not focus a pressed button, so the menu may not return the focus to
                // it.
                button.current?.focus({ preventScroll: true });
                onPress();
              }}
              className={cx(
                'flex min-h-11 w-full items-center gap-3 rounded-slot px-3 text-start font-medium hover:bg-sand',
                danger && 'text-danger',
                className,
              )}
            >
              <Icon aria-hidden className="size-5 shrink-0 max-[18rem]:hidden" />
              {name}
            </button>
          ))}
      </div>
    </>
  );
}
