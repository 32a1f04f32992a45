import { UserRound } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { isNom, NOM_MAX } from '#domain/users.ts';
import { Button } from '../ui/Button.tsx';
import { FieldError } from '../ui/Field.tsx';
import { Input } from '../ui/Input.tsx';

type ParticipantListProps = {
  noms: readonly string[];
  onNom: (index: number, nom: string) => void;
  /** Absent where one writes for others. */
  onMoi?: () => void;
  /** What is wrong with the names, said below them; those that cannot stand are marked. */
  faute?: ReactNode;
};

/** One full name per person; 'Moi' writes the rider's own beside the first (decision 27). */
export function ParticipantList({ noms, onNom, onMoi, faute }: ParticipantListProps) {
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
              aria-invalid={Boolean(faute) && !isNom(nom) ? true : undefined}
              aria-describedby={faute ? `${id}-faute` : undefined}
              className="min-w-0 flex-1 scroll-mb-44"
              onChange={(event) => onNom(i, event.target.value)}
            />
            {i === 0 && onMoi && (
              <Button variant="secondary" className="px-3!" icon={<UserRound aria-hidden className="size-4.5" />} onClick={onMoi}>Moi</Button>
            )}
          </li>
        ))}
      </ol>
      {faute && <FieldError id={`${id}-faute`} className="mt-1.5">{faute}</FieldError>}
    </fieldset>
  );
}
