import { useRef } from 'react';
import { Button } from '#web/ui/basics/Button.tsx';
import { useHandOver } from '#web/ui/hooks/useHandOver.ts';

type DivergenceProps = {
  /** The name of the form's field. It gets the focus after the choice. */
  field: string;
  /** The label of the field. */
  label: string;
  /** The value in this form, and the value that someone else has stored meanwhile. */
  mine: string;
  theirs: string;
  onKeep: () => void;
  onTake: () => void;
};

/**
 * The choice between two values of a field that was edited here and meanwhile changed by someone
 * else (PRICE-04, SET-03).
 */
export function Divergence({ field, label, mine, theirs, onKeep, onTake }: DivergenceProps) {
  const [keep, take] = [useRef<HTMLButtonElement>(null), useRef<HTMLButtonElement>(null)];
  const toField = (leaving: HTMLElement) =>
    (leaving as HTMLButtonElement).form?.elements.namedItem(field);
  useHandOver(keep, toField);
  useHandOver(take, toField);
  return (
    <div
      role="group"
      aria-label={`${label}, modifié ailleurs`}
      data-divergence
      className="flex flex-wrap gap-2"
    >
      <Button ref={keep} variant="secondary" size="small" onClick={onKeep}>
        Garder {mine}
      </Button>
      <Button ref={take} variant="secondary" size="small" onClick={onTake}>
        Prendre {theirs}
      </Button>
    </div>
  );
}

/** Focuses the first open choice. False if there is none. */
export function focusDivergence(form: HTMLFormElement): boolean {
  const button = form.querySelector<HTMLElement>('[data-divergence] button');
  button?.focus();
  return button !== null;
}
