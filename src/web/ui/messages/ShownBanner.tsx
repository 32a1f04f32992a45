// chunk: admin-first
import type { ReactNode } from 'react';
import { Announced, Banner } from './Banner.tsx';
import type { Shown } from './useBanner.ts';

type ShownBannerProps = {
  message: Shown | null;
  className?: string;
  onClose?: () => void;
  action?: ReactNode;
};

/** The container of the message of `useBanner`. Render it even if there is no message (UI-42). */
export function ShownBanner({ message, ...rest }: ShownBannerProps) {
  const urgent = message?.kind === 'error';
  return (
    <Announced urgent={urgent}>
      {message && (
        <Banner kind={message.kind} hold={message.hold} spoken={urgent} {...rest}>
          {message.text}
        </Banner>
      )}
    </Announced>
  );
}
