import { CircleAlert, CircleCheck, Info, X } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import type { Hold } from '../hooks/countdown.ts';
import { cx } from '../basics/cx.ts';
import { NoBreakText } from './NoBreakText.tsx';
import * as TEXTS from '../basics/texts.ts';
import { useHandOver } from '../hooks/useHandOver.ts';

type BannerProps = {
  kind: 'success' | 'error' | 'info';
  /** False inside a live region, which already announces it. */
  spoken?: boolean;
  /** For a banner that disappears after a time (`useTimed`). */
  hold?: Hold | undefined;
  className?: string;
  onClose?: () => void;
  /** A button about the message, beside its text. */
  action?: ReactNode;
  children: ReactNode;
};

const KINDS = {
  success: {
    role: 'status',
    Icon: CircleCheck,
    style: 'border-libre-line bg-libre text-libre-ink',
  },
  error: {
    role: 'alert',
    Icon: CircleAlert,
    style: 'border-danger-line bg-danger-soft text-danger',
  },
  info: { role: 'status', Icon: Info, style: 'border-line bg-sand-soft text-ink' },
} as const;

/** The result of an action, shown and announced (UI-06). */
export function Banner({
  kind,
  spoken = true,
  hold,
  className,
  onClose,
  action,
  children,
}: BannerProps) {
  const { role, Icon, style } = KINDS[kind];
  return (
    <div
      {...hold}
      role={spoken ? role : undefined}
      className={cx(
        'banner animate-enter flex items-start gap-3 rounded-field border px-4 py-3 font-medium',
        style,
        className,
      )}
    >
      <Icon aria-hidden className="mt-0.5 size-5 shrink-0" />
      <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3 gap-y-2">
        <div className="min-w-0 flex-[1_1_12rem]">
          <NoBreakText>{children}</NoBreakText>
        </div>
        {action && <div className="md:-my-2.5">{action}</div>}
      </div>
      {onClose && <Cross onClose={onClose} />}
    </div>
  );
}

/**
 * The container of a message that appears and disappears (UI-42). The polite region is in the
 * document before its text, because screen readers may ignore a region that is mounted with it. An
 * urgent message is a separate alert beside the region: inside, it would be read twice.
 */
export function Announced({ urgent, children }: { urgent: boolean; children: ReactNode }) {
  return (
    <>
      <div role="status" className="empty:absolute">
        {!urgent && children}
      </div>
      {urgent && children}
    </>
  );
}

/** If it is unmounted with the focus, the focus returns to its previous element. */
function Cross({ onClose }: { onClose: () => void }) {
  const button = useRef<HTMLButtonElement>(null);
  const origin = useRef<EventTarget | null>(null);
  useHandOver(button, () => origin.current);
  return (
    <button
      ref={button}
      type="button"
      aria-label={TEXTS.close}
      onFocus={({ relatedTarget }) => {
        origin.current = relatedTarget;
      }}
      onClick={onClose}
      className="-my-2.5 -me-3.5 grid size-11 shrink-0 place-items-center rounded-field"
    >
      <X aria-hidden className="size-5" />
    </button>
  );
}
