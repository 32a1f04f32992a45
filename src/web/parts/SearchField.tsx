// chunk: people-lists
import { Search as SearchIcon, X } from 'lucide-react';
import { useRef } from 'react';
import { IconButton } from '#web/ui/overlays/IconButton.tsx';
import { Input } from '#web/ui/forms/Input.tsx';

type SearchFieldProps = {
  label: string;
  /** What may be typed. */
  hint: string;
  query: string;
  onType: (query: string) => void;
};

/** The search field above the lists of a screen. */
export function SearchField({ label, hint, query, onType }: SearchFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <div className="w-full max-w-md">
      <label htmlFor="recherche" className="font-medium">
        {label} <span className="text-sm font-normal text-muted">({hint})</span>
      </label>
      <div className="relative mt-1.5">
        <SearchIcon
          aria-hidden
          className="pointer-events-none absolute inset-y-0 left-3.5 my-auto size-5 text-muted"
        />
        <Input
          ref={input}
          id="recherche"
          type="text"
          inputMode="search"
          enterKeyHint="search"
          autoComplete="off"
          spellCheck={false}
          maxLength={200}
          value={query}
          onChange={({ target }) => onType(target.value)}
          className="pr-11 pl-11"
        />
        {query !== '' && (
          <IconButton
            Icon={X}
            label="Effacer la recherche"
            onClick={() => {
              onType('');
              input.current?.focus();
            }}
            plain
            className="absolute inset-y-0 right-0"
          />
        )}
      </div>
    </div>
  );
}
