import { type MouseEvent, useRef } from 'react';
import { cleOf } from '#domain/riders/cavaliers.ts';
import { Button } from '#web/ui/basics/Button.tsx';

type CavalierNamesProps = {
  /** The name of the group. */
  label?: string;
  /** The saved riders of the account, or of the customer. */
  cavaliers: readonly { id: string; nom: string }[];
  noms: readonly string[];
  onNom: (index: number, nom: string) => void;
  /** The person's own name, which is preset. Null without a usable one. */
  moi: string | null;
};

/**
 * The saved riders that are not yet among the names. A button writes into the name field that has
 * the focus, otherwise into the first empty one, otherwise into the one with the person's own name,
 * otherwise into the last (RIDE-23).
 */
export function CavalierNames({
  label = 'Mes cavaliers',
  cavaliers,
  noms,
  onNom,
  moi,
}: CavalierNamesProps) {
  const group = useRef<HTMLDivElement>(null);
  const chosen = new Set(noms.map(cleOf));
  const offered = cavaliers.filter(({ nom }) => !chosen.has(cleOf(nom)));
  const fields = () => [
    ...(group.current?.closest('fieldset')?.querySelectorAll<HTMLInputElement>('ol input') ?? []),
  ];
  const focused = () => fields().findIndex((field) => field === document.activeElement);

  const choose = (nom: string, { currentTarget, detail }: MouseEvent) => {
    const index =
      [
        focused(),
        noms.findIndex((one) => one.trim() === ''),
        noms.findIndex((one) => moi !== null && cleOf(one) === cleOf(moi)),
      ].find((found) => found >= 0) ?? noms.length - 1;
    // The button is removed. With the keyboard, the focus moves to the next one, or to the field
    // that was filled.
    const next =
      currentTarget.nextElementSibling ?? currentTarget.previousElementSibling ?? fields()[index];
    if (detail === 0 && next instanceof HTMLElement) next.focus();
    onNom(index, nom);
  };

  if (offered.length === 0) return null;
  return (
    <div ref={group} role="group" aria-label={label} className="mt-2 flex flex-wrap gap-2">
      {offered.map(({ id, nom }) => (
        <Button
          key={id}
          variant="secondary"
          size="small"
          className="max-w-full wrap-anywhere"
          onMouseDown={(event) => {
            if (focused() >= 0) event.preventDefault();
          }} // the field keeps the focus
          onClick={(event) => choose(nom, event)}
        >
          <bdi>{nom}</bdi>
        </Button>
      ))}
    </div>
  );
}
