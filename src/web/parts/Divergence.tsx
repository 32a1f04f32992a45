import { useRef } from 'react';
import { Button } from '../ui/Button.tsx';
import { useHandOver } from '../ui/useHandOver.ts';

type DivergenceProps = {
  /** The name of the form's field: it has the focus once one has chosen. */
  champ: string;
  /** What the field is called. */
  nom: string;
  /** What is written here, and what someone else has stored meanwhile. */
  ici: string;
  ailleurs: string;
  onGarder: () => void;
  onPrendre: () => void;
};

/** A field in which one writes and that someone else has changed meanwhile: nothing is stored over theirs unless one says so. */
export function Divergence({ champ, nom, ici, ailleurs, onGarder, onPrendre }: DivergenceProps) {
  const [garder, prendre] = [useRef<HTMLButtonElement>(null), useRef<HTMLButtonElement>(null)];
  const toField = (leaving: HTMLElement) => (leaving as HTMLButtonElement).form?.elements.namedItem(champ);
  useHandOver(garder, toField);
  useHandOver(prendre, toField);
  return (
    <div role="group" aria-label={`${nom}, modifié ailleurs`} data-divergence className="flex flex-wrap gap-2">
      <Button ref={garder} variant="secondary" className="px-3!" onClick={onGarder}>Garder {ici}</Button>
      <Button ref={prendre} variant="secondary" className="px-3!" onClick={onPrendre}>Prendre {ailleurs}</Button>
    </div>
  );
}

/** Leads the keyboard to the first choice that is still to be made; false where none is. */
export function focusDivergence(form: HTMLFormElement): boolean {
  const bouton = form.querySelector<HTMLElement>('[data-divergence] button');
  bouton?.focus();
  return bouton !== null;
}
