import { useRef } from 'react';
import { Button } from '../ui/Button.tsx';
import { useHandOver } from '../ui/useHandOver.ts';

type DivergenceProps = {
  /** The name of the form's field; it gets the focus after the choice. */
  champ: string;
  /** The label of the field. */
  nom: string;
  /** The value in this form, and the value that someone else has stored meanwhile. */
  ici: string;
  ailleurs: string;
  onGarder: () => void;
  onPrendre: () => void;
};

/** The choice between two values of a field that was edited here and changed by someone else meanwhile (PRICE-04, SET-03). */
export function Divergence({ champ, nom, ici, ailleurs, onGarder, onPrendre }: DivergenceProps) {
  const [garder, prendre] = [useRef<HTMLButtonElement>(null), useRef<HTMLButtonElement>(null)];
  const toField = (leaving: HTMLElement) => (leaving as HTMLButtonElement).form?.elements.namedItem(champ);
  useHandOver(garder, toField);
  useHandOver(prendre, toField);
  return (
    <div role="group" aria-label={`${nom}, modifié ailleurs`} data-divergence className="flex flex-wrap gap-2">
      <Button ref={garder} variant="secondary" size="small" onClick={onGarder}>Garder {ici}</Button>
      <Button ref={prendre} variant="secondary" size="small" onClick={onPrendre}>Prendre {ailleurs}</Button>
    </div>
  );
}

/** Focuses the first open choice; false where there is none. */
export function focusDivergence(form: HTMLFormElement): boolean {
  const bouton = form.querySelector<HTMLElement>('[data-divergence] button');
  bouton?.focus();
  return bouton !== null;
}
