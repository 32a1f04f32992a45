import { UserRound } from 'lucide-react';
import { useId } from 'react';
import { NOM_MAX } from '#domain/users.ts';
import { Button } from '../ui/Button.tsx';
import { Input } from '../ui/Input.tsx';

type ParticipantListProps = {
  noms: readonly string[];
  onNom: (index: number, nom: string) => void;
  onMoi: () => void;
};

/** One full name per person; 'Moi' writes the rider's own beside the first (decision 27). */
export function ParticipantList({ noms, onNom, onMoi }: ParticipantListProps) {
  const id = useId();
  return (
    <fieldset>
      <legend className="mb-2 font-medium">
        Noms des participants <span className="font-normal text-muted">(prénom et nom)</span>
      </legend>
      <ol className="grid gap-2 @lg:grid-cols-2">
        {noms.map((nom, i) => (
          <li key={i} className="flex items-center gap-2">
            <label htmlFor={`${id}-${i}`} className="grid size-7 shrink-0 place-items-center rounded-full bg-sand text-sm font-semibold">
              <span className="sr-only">Nom complet du participant </span>{i + 1}
            </label>
            <Input
              id={`${id}-${i}`}
              value={nom}
              maxLength={NOM_MAX}
              autoComplete="off"
              autoCapitalize="words"
              spellCheck={false}
              className="min-w-0 flex-1 scroll-mb-44"
              onChange={(event) => onNom(i, event.target.value)}
            />
            {i === 0 && (
              <Button variant="secondary" className="px-3!" icon={<UserRound aria-hidden className="size-4.5" />} onClick={onMoi}>Moi</Button>
            )}
          </li>
        ))}
      </ol>
    </fieldset>
  );
}
