// chunk: admin-first
import { Printer } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { Banner } from '../messages/Banner.tsx';
import { Button } from '../basics/Button.tsx';
import { printInFrame, printInWindow } from './printing.ts';
import * as TEXTS from '../basics/texts.ts';
import { toast } from '../hooks/toasts.ts';

type PrintButtonProps = {
  /** Returns the whole document, whose code may have to be loaded. Called when it is pressed. */
  html: () => string | Promise<string>;
  disabled?: boolean | undefined;
  className?: string | undefined;
  children: ReactNode;
};

/** Prints a document in a new window. If the browser blocks it, offers to print through a frame. */
export function PrintButton({ html, disabled = false, className, children }: PrintButtonProps) {
  const [blocked, setBlocked] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const print = async () => {
    try {
      setBlocked(!(await printInWindow(async () => html())));
    } catch {
      toast('error', TEXTS.partNotLoaded);
    }
  };
  const printHere = async () => {
    try {
      printInFrame(await html());
    } catch {
      return toast('error', TEXTS.partNotLoaded);
    }
    // The pressed button is removed: the focus moves to the remaining one.
    button.current?.focus();
    setBlocked(false);
  };
  return (
    <div className={className}>
      <Button
        ref={button}
        variant="secondary"
        className="w-full sm:w-auto"
        disabled={disabled}
        icon={<Printer aria-hidden className="size-5 shrink-0" />}
        onClick={() => void print()}
      >
        {children}
      </Button>
      {blocked && !disabled && (
        <Banner kind="error" className="mt-3 max-w-md">
          <p>{TEXTS.printBlocked}</p>
          <Button variant="secondary" className="mt-2" onClick={() => void printHere()}>
            {TEXTS.printInPage}
          </Button>
        </Banner>
      )}
    </div>
  );
}
