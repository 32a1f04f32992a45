import { Check } from 'lucide-react';
import { useState } from 'react';
import { displayName, type User } from '#domain/people/users.ts';
import { AdresseDite } from '#web/nouns/people/AdresseDite.tsx';
import { accountColumn } from '#web/nouns/people/accountColumns.tsx';
import { ficheLink } from '#web/paths/fiche.ts';
import { Button } from '#web/ui/basics/Button.tsx';
import type { Column } from '#web/ui/pages/Table.tsx';
import { CHOIX_MULTIPLE } from './textes.ts';

export type Selected = {
  rows: readonly User[];
  /** Those of the rows that are ticked. */
  ticked: readonly User[];
  toggle: (user: User) => void;
  /** Ticks all confirmed addresses; if they are ticked, none. */
  toggleAll: () => void;
};

/** The ticked sign-ups of the page that is shown; one that has left it counts no more. */
export function useSelected(rows: readonly User[]): Selected {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const isTicked = ({ id }: User) => ids.has(id);
  const confirmed = rows.filter(({ email_confirme }) => email_confirme);
  return {
    rows,
    ticked: rows.filter(isTicked),
    toggle: (user) =>
      setIds(new Set(isTicked(user) ? [...ids].filter((id) => id !== user.id) : [...ids, user.id])),
    toggleAll: () =>
      setIds(new Set(confirmed.every(isTicked) ? [] : [...ids, ...confirmed.map(({ id }) => id)])),
  };
}

/** The column of accounts; a name leads to the page of its customer (CLI-20). */
export const ACCOUNT = accountColumn(({ id }) => ficheLink(id));

/** The column of accounts with a checkbox in front of each. */
export const tickable = ({ ticked, toggle }: Selected): Column<User> => ({
  ...ACCOUNT,
  cell: (user) => (
    <div className="flex items-center">
      <label className="-ms-3 grid size-11 shrink-0 place-items-center">
        <input
          type="checkbox"
          className="size-5 accent-fir"
          aria-label={`${CHOIX_MULTIPLE.choisir} ${displayName(user)}`}
          checked={ticked.includes(user)}
          onChange={() => toggle(user)}
        />
      </label>
      {ACCOUNT.cell(user)}
    </div>
  ),
});

type ApproveTickedProps = {
  selected: Selected;
  busy: boolean;
  onApprove: () => void;
};

/** Ticks all sign-ups, and approves those that are ticked (PEOPLE-44). */
export function ApproveTicked({
  selected: { rows, ticked, toggleAll },
  busy,
  onApprove,
}: ApproveTickedProps) {
  const unconfirmed = rows.filter(({ email_confirme }) => !email_confirme).length;
  const confirmed = rows.length - unconfirmed;
  const n = ticked.filter(({ email_confirme }) => email_confirme).length;
  return (
    <div className="mb-3 flex flex-wrap items-center gap-x-4 gap-y-1">
      {confirmed > 0 && (
        <label className="flex min-h-11 items-center gap-2.5 font-medium">
          <input
            type="checkbox"
            className="size-5 shrink-0 accent-fir"
            checked={n === confirmed}
            ref={(box) => {
              if (box) box.indeterminate = n > 0 && n < confirmed;
            }}
            onChange={toggleAll}
          />
          {CHOIX_MULTIPLE.tout}
        </label>
      )}
      <Button
        className="max-sm:min-h-16 max-sm:w-full"
        variant={ticked.length > 0 ? 'primary' : 'secondary'}
        icon={<Check aria-hidden className="size-5 shrink-0" />}
        busy={busy}
        busyLabel={CHOIX_MULTIPLE.enCours}
        disabled={ticked.length === 0}
        onClick={onApprove}
      >
        {CHOIX_MULTIPLE.approuver(ticked.length)}
      </Button>
      {unconfirmed > 0 && (
        <p className="text-sm text-muted">{CHOIX_MULTIPLE.nonConfirmees(unconfirmed)}</p>
      )}
      {ticked
        .filter(({ adresse_par, email_demande }) => adresse_par || email_demande !== null)
        .map((user) => (
          <div key={user.id} className="w-full text-sm">
            <AdresseDite user={user} />
          </div>
        ))}
    </div>
  );
}
