import { Component } from 'react';
import { Button } from '#web/ui/basics/Button.tsx';
import { cx } from '#web/ui/basics/cx.ts';
import { FallenRail } from '#web/ui/drawings/FallenRail.tsx';
import type { Drawn } from '#web/ui/basics/jsxRuntime.ts';

/**
 * `of`: the largest part that fails. Around a screen, the menu still leads to the others; a failed
 * part of the shell is omitted.
 */
type ErrorBoundaryProps = { of: 'page' | 'screen' | 'part'; children: Drawn };

/** UI-36: shown after an exception while rendering. `main.tsx` reports it (UI-48). */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }

  override render() {
    const { of, children } = this.props;
    if (!this.state.failed) return children;
    if (of === 'part') return null;
    const Frame = of === 'screen' ? 'div' : 'main';
    return (
      <Frame className={cx('grid place-items-center px-4 py-10', of === 'page' && 'min-h-dvh')}>
        <div role="alert" className="flex max-w-md flex-col items-center gap-4 text-center">
          <FallenRail className="w-60" />
          <h1>Une erreur inattendue est survenue</h1>
          <p className="text-muted">
            La page n'a pas pu s'afficher. Rechargez-la&#x202f;; si l'erreur revient, contactez le
            centre.
          </p>
          <Button onClick={() => location.reload()}>Recharger la page</Button>
        </div>
      </Frame>
    );
  }
}
