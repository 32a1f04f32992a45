import { Printer } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { Banner } from './Banner.tsx';
import { Button } from './Button.tsx';
import { printInFrame, printInWindow } from './printing.ts';

const TEXTES = {
  bloquee: "La fenêtre d'impression a été bloquée par le navigateur. Autorisez les fenêtres de ce site, ou imprimez sans nouvelle fenêtre.",
  autrement: 'Imprimer sans nouvelle fenêtre',
} as const;

type PrintButtonProps = {
  /** Writes the whole document, when it is asked for. */
  html: () => string;
  disabled?: boolean | undefined;
  className?: string | undefined;
  children: ReactNode;
};

/** Prints a document of its own in a new window; where the browser blocks it, says so and offers another way. */
export function PrintButton({ html, disabled = false, className, children }: PrintButtonProps) {
  const [blocked, setBlocked] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  return (
    <div className={className}>
      <Button
        ref={button}
        variant="secondary"
        className="w-full sm:w-auto"
        disabled={disabled}
        icon={<Printer aria-hidden className="size-5 shrink-0" />}
        onClick={() => setBlocked(!printInWindow(html()))}
      >
        {children}
      </Button>
      {blocked && !disabled && (
        <Banner kind="error" className="mt-3 max-w-md">
          <p>{TEXTES.bloquee}</p>
          <Button
            variant="secondary"
            className="mt-2"
            onClick={() => {
              printInFrame(html());
              // The button pressed goes away: the keyboard goes on at the one that stays.
              button.current?.focus();
              setBlocked(false);
            }}
          >
            {TEXTES.autrement}
          </Button>
        </Banner>
      )}
    </div>
  );
}
