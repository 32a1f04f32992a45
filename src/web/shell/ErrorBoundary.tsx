import { Component, type ReactNode } from 'react';
import { Button } from '#web/ui/Button.tsx';
import { cx } from '#web/ui/cx.ts';
import { FallenRail } from '#web/ui/drawings/FallenRail.tsx';

/** `inside`: only the screen failed; the menu around it still leads to the others. */
type ErrorBoundaryProps = { inside?: boolean; children: ReactNode };

/** Shown after an exception while rendering. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children;
    const Frame = this.props.inside ? 'div' : 'main';
    return (
      <Frame className={cx('grid place-items-center px-4 py-10', !this.props.inside && 'min-h-dvh')}>
        <div role="alert" className="flex max-w-md flex-col items-center gap-4 text-center">
          <FallenRail className="w-60" />
          <h1>Une erreur inattendue est survenue</h1>
          <p className="text-muted">La page n'a pas pu s'afficher. Rechargez-la ; si l'erreur revient, contactez le centre.</p>
          <Button onClick={() => location.reload()}>Recharger la page</Button>
        </div>
      </Frame>
    );
  }
}
