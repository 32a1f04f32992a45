// chunk: app
import { UserRound, X } from 'lucide-react';
import { memo, type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react';
import { repeatedOf } from '#domain/riders/cavaliers.ts';
import { isNom, NOM_MAX } from '#domain/people/users.ts';
import { Button } from '#web/ui/basics/Button.tsx';
import { FieldError } from '#web/ui/forms/Field.tsx';
import { IconButton } from '#web/ui/overlays/IconButton.tsx';
import { Input } from '#web/ui/forms/Input.tsx';
import { Warning } from '#web/ui/messages/Warning.tsx';

type ParticipantListProps = {
  noms: readonly string[];
  onNom: (index: number, nom: string) => void;
  /** Removes one participant. Offered if there is more than one. */
  onRemove?: (index: number) => void;
  /** Absent if the lesson is booked for someone else. */
  onSelf?: (() => void) | undefined;
  /** Label of that button, if the name is not the person's own. */
  selfLabel?: ReactNode;
  readOnly?: boolean;
  /** Shown below each name. `id`: of what describes the name. */
  below?: ((index: number, row: { who: string; id: string }) => ReactNode) | undefined;
  /** The error of the names, shown below them. The invalid ones are marked. */
  error?: ReactNode;
  /** Below the names. */
  children?: ReactNode;
};

type SelfButtonProps = { label: ReactNode; onSelf: () => void };

const SelfButton = memo(function SelfButton({ label, onSelf }: SelfButtonProps) {
  return (
    <Button
      variant="secondary"
      size="small"
      icon={<UserRound aria-hidden className="size-4.5" />}
      onClick={onSelf}
    >
      {label}
    </Button>
  );
});

/**
 * One full name per person. 'Moi' writes the rider's own name into the first field. A name that
 * occurs twice is asked about (BOOK-34).
 */
export function ParticipantList({
  noms,
  onNom,
  onRemove,
  onSelf,
  selfLabel = 'Moi',
  readOnly = false,
  below,
  error,
  children,
}: ParticipantListProps) {
  const id = useId();
  const list = useRef<HTMLOListElement>(null);
  const [removed, setRemoved] = useState<{ index: number; nom: string } | null>(null);
  // The pressed button was removed with its row: focus the next one, or the only name that is left.
  useLayoutEffect(() => {
    if (!removed) return;
    const crosses = list.current?.querySelectorAll<HTMLElement>('button[data-remove]') ?? [];
    (
      crosses[Math.min(removed.index, crosses.length - 1)] ?? list.current?.querySelector('input')
    )?.focus();
  }, [removed]);
  const remove = (index: number, nom: string) => {
    onRemove?.(index);
    setRemoved({ index, nom });
  };
  return (
    <fieldset>
      <legend className="mb-2 font-medium">
        Noms des participants <span className="font-normal text-muted">(prénom et nom)</span>
      </legend>
      <ol ref={list} className="grid gap-2 @lg:grid-cols-2">
        {noms.map((nom, i) => {
          const who = nom.trim() || `la personne ${i + 1}`;
          return (
            <li key={i} className="flex flex-wrap content-start items-center gap-2">
              <label
                htmlFor={`${id}-${i}`}
                className="grid size-7 shrink-0 place-items-center rounded-full bg-sand text-sm font-semibold"
              >
                <span className="sr-only">Nom complet du participant </span>
                {i + 1}
              </label>
              <Input
                id={`${id}-${i}`}
                value={nom}
                maxLength={NOM_MAX}
                readOnly={readOnly}
                autoComplete="off"
                autoCapitalize="words"
                spellCheck={false}
                aria-invalid={Boolean(error) && !isNom(nom) ? true : undefined}
                aria-describedby={error ? `${id}-faute` : below && `${id}-note-${i}`}
                className="min-w-0 flex-1 scroll-mb-44"
                onChange={(event) => onNom(i, event.target.value)}
              />
              {i === 0 && onSelf && <SelfButton label={selfLabel} onSelf={onSelf} />}
              {onRemove && !readOnly && noms.length > 1 && (
                <IconButton
                  Icon={X}
                  label={`Retirer ${who}`}
                  tip="Retirer"
                  data-remove=""
                  onClick={() => remove(i, who)}
                  className="-ml-2"
                />
              )}
              {below?.(i, { who, id: `${id}-note-${i}` })}
            </li>
          );
        })}
      </ol>
      {children}
      <div aria-live="polite" className="mt-2 empty:absolute">
        {repeatedOf(noms).map((nom) => (
          <Warning key={nom}>
            Le nom «&#x202f;{nom}&#x202f;» est écrit plus d'une fois. Est-ce voulu&#x202f;? Vous
            pouvez continuer.
          </Warning>
        ))}
      </div>
      {onRemove && (
        <p role="status" className="sr-only">
          {removed &&
            `${removed.nom}\u202f: retiré. ${noms.length === 1 ? 'Une personne reste' : `${noms.length} personnes restent`}.`}
        </p>
      )}
      {error && (
        <FieldError id={`${id}-faute`} className="mt-1.5">
          {error}
        </FieldError>
      )}
    </fieldset>
  );
}
