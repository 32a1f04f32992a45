import { Search, X } from 'lucide-react';
import { useRef } from 'react';
import { IconButton } from '#web/ui/IconButton.tsx';
import { Input } from '#web/ui/Input.tsx';
import { TEXTES } from './textes.ts';

type RechercheProps = { saisie: string; onSaisie: (saisie: string) => void };

/** Searches the three tables at once. */
export function Recherche({ saisie, onSaisie }: RechercheProps) {
  const champ = useRef<HTMLInputElement>(null);
  return (
    <div className="w-full max-w-md">
      <label htmlFor="recherche" className="font-medium">
        {TEXTES.recherche} <span className="text-sm font-normal text-muted">({TEXTES.rechercheAide})</span>
      </label>
      <div className="relative mt-1.5">
        <Search aria-hidden className="pointer-events-none absolute inset-y-0 left-3.5 my-auto size-5 text-muted" />
        <Input
          ref={champ}
          id="recherche"
          type="text"
          inputMode="search"
          enterKeyHint="search"
          autoComplete="off"
          spellCheck={false}
          maxLength={200}
          value={saisie}
          onChange={({ target }) => onSaisie(target.value)}
          className="pr-11 pl-11"
        />
        {saisie !== '' && (
          <IconButton
            Icon={X}
            label={TEXTES.effacer}
            onClick={() => {
              onSaisie('');
              champ.current?.focus();
            }}
            plain
            className="absolute inset-y-0 right-0"
          />
        )}
      </div>
    </div>
  );
}
