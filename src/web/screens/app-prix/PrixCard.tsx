import { formatCentimes, prixInWords, type PrixValable } from '#domain/prices.ts';
import type { TypeLecon } from '#domain/types/types_lecons.ts';
import { Divergence } from '#web/nouns/health/Divergence.tsx';
import { TypeLeconIcon } from '#web/nouns/types/TypeLeconCards.tsx';
import { AmountField } from './AmountField.tsx';
import { Prochain } from './Prochain.tsx';
import { type Reservee, Reservees } from './Reservees.tsx';
import { TEXTES } from './textes.ts';
import type { PrixActions, PrixRow } from './usePrixDraft.ts';

type PrixCardProps = {
  type: TypeLecon;
  row: PrixRow;
  actions: PrixActions;
  aujourdhui: string;
  /** The fault of the first day of the next price, null if there is none. */
  fault: string | null;
  /** The booked lessons that the changed price concerns. */
  lecons: readonly Reservee[];
  /** Whether their riders get an email, or why not. */
  note: string | undefined;
};

/** One lesson type, its price and the next one. */
export function PrixCard({ type, row, actions, aujourdhui, fault, lecons, note }: PrixCardProps) {
  const { prix, elsewhere, wanted } = row;
  const mine = {
    centimes: wanted.centimes,
    suivant: wanted.suivant?.du ? { ...wanted.suivant, du: wanted.suivant.du } : null,
  };
  return (
    <li className="flex flex-col gap-4 rounded-card border border-hairline bg-card p-4 shadow-card sm:p-5">
      <div className="flex items-center gap-3">
        <TypeLeconIcon type={type} className="size-11 text-xl" />
        <div className="min-w-0">
          <h2 className="text-lg leading-6">
            <bdi>{type.label}</bdi>
          </h2>
          <p className="text-sm text-muted">
            {type.duree_minutes} minutes{!type.actif && ` · ${TEXTES.inactif}`}
          </p>
        </div>
      </div>
      <AmountField
        label={TEXTES.tarif}
        type={type.label}
        name={type.value}
        amount={prix}
        hint={elsewhere && `${TEXTES.ailleurs}${prixInWords(elsewhere)}.`}
        onText={actions.write}
        onLeft={actions.settle}
      />
      {elsewhere && (
        <Divergence
          field={type.value}
          label={`${TEXTES.tarif} ${type.label}`}
          mine={sideInWords(mine, elsewhere)}
          theirs={sideInWords(elsewhere, mine)}
          onKeep={actions.keep}
          onTake={actions.take}
        />
      )}
      <Prochain type={type} row={row} aujourdhui={aujourdhui} fault={fault} actions={actions} />
      {lecons.length > 0 && (
        <Reservees
          type={type.label}
          lecons={lecons}
          checked={row.appliquer}
          onCheck={actions.apply}
          aujourdhui={aujourdhui}
          note={note}
        />
      )}
    </li>
  );
}

type Side = { centimes: number; suivant: PrixValable | null };

/** One side of a choice: it names the next price if either side has one. */
const sideInWords = (side: Side, other: Side): string =>
  side.suivant || !other.suivant
    ? prixInWords(side)
    : `${formatCentimes(side.centimes)} €, ${TEXTES.sansProchain}`;
