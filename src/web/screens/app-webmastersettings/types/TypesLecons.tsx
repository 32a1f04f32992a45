import { UserPlus } from 'lucide-react';
import { useRef, useState } from 'react';
import { type TypeLecon } from '#domain/types/types_lecons.ts';
import { brouillonDeType } from '#domain/types/regles_types.ts';
import { useAllTypes } from '#web/nouns/types/typesLecons.ts';
import { useParametres } from '#web/nouns/settings.ts';
import { useArrangeTypes, useUpdateType } from '#web/nouns/types/typesLeconsWrites.ts';
import { TypeLeconIcon } from '#web/nouns/types/TypeLeconCards.tsx';
import { Badge } from '#web/ui/messages/Badge.tsx';
import type { Column } from '#web/ui/pages/Table.tsx';
import type { useBanner } from '#web/ui/messages/useBanner.ts';
import { NameCell, OrderedList, StateBadge, tellingOf } from '../shared/OrderedList.tsx';
import { RemoveTypeLecon } from './RemoveTypeLecon.tsx';
import { type RowAction, RowActions } from '../shared/RowActions.tsx';
import { TypeLeconDialog } from './TypeLeconDialog.tsx';
import { TEXTES } from './textes.types.ts';

/** The lesson types, including those that are not offered, in their order (SET-12). */
export function TypesLecons({ say }: { say: ReturnType<typeof useBanner>[1] }) {
  const types = useAllTypes();
  const parametres = useParametres();
  const arrange = useArrangeTypes();
  const update = useUpdateType();
  const [opened, setOpened] = useState<TypeLecon | 'nouveau' | null>(null);
  const [toRemove, setToRemove] = useState<TypeLecon | null>(null);
  const [removals, setRemovals] = useState(0);
  const heading = useRef<HTMLHeadingElement>(null);
  const { tell, fail } = tellingOf(say);

  const press = async (action: RowAction, type: TypeLecon) => {
    if (action === 'modifier') setOpened(type);
    if (action === 'supprimer') setToRemove(type);
    if (action !== 'bascule' || update.isPending) return;
    say(null);
    try {
      await update.mutateAsync({ value: type.value, actif: !type.actif });
      tell(TEXTES.modification.succes);
    } catch (error) {
      fail(error, TEXTES.modification.echec);
    }
  };

  const columns: Column<TypeLecon>[] = [
    {
      header: 'Type',
      bare: true,
      cell: (type) => (
        <NameCell
          icon={<TypeLeconIcon type={type} className="size-10 text-xl" />}
          nom={type.label}
          note={type.value}
        />
      ),
    },
    { header: 'Personnes', cell: ({ max_personnes: max }) => `${max} au plus` },
    {
      header: 'Durée',
      cell: ({ duree_minutes: duree }) => <span className="whitespace-nowrap">{duree} min</span>,
    },
    { header: 'Statut', cell: (type) => <Etat type={type} /> },
  ];
  const edited = opened === 'nouveau' ? null : opened;
  return (
    <OrderedList
      texts={TEXTES}
      query={types}
      keyOf={({ value }) => value}
      nomOf={({ label }) => label}
      columns={columns}
      actions={(type) => (
        <RowActions
          nom={type.label}
          actif={type.actif}
          busy={update.isPending && update.variables.value === type.value}
          onPress={(action) => void press(action, type)}
        />
      )}
      onAdd={() => setOpened('nouveau')}
      arrange={{
        isPending: arrange.isPending,
        run: (values) => arrange.mutateAsync({ values }),
      }}
      say={say}
      heading={heading}
      removals={removals}
    >
      <TypeLeconDialog
        open={opened !== null}
        initial={
          edited ??
          brouillonDeType(
            parametres.data?.lessonDurationSaved ? parametres.data.lessonDuration : null,
          )
        }
        edited={edited}
        types={types.data ?? []}
        fallback={heading}
        onDone={() => {
          tell(edited ? TEXTES.modification.succes : TEXTES.ajout.succes);
          setOpened(null);
        }}
        onClose={() => setOpened(null)}
      />
      <RemoveTypeLecon
        type={toRemove}
        fallback={heading}
        onDone={() => {
          tell(TEXTES.suppression.succes);
          setRemovals((n) => n + 1);
          setToRemove(null);
        }}
        onDeactivate={(type) => {
          setToRemove(null);
          void press('bascule', type);
        }}
        onFailure={(error) => {
          fail(error, TEXTES.suppression.echec);
          setToRemove(null);
        }}
        onClose={() => setToRemove(null)}
      />
    </OrderedList>
  );
}

/**
 * Whether the type is offered to riders, and whether they may join its lessons (RIDE-10), in words
 * and by colour.
 */
function Etat({ type: { actif, ouverte } }: { type: TypeLecon }) {
  return (
    <span className="inline-flex flex-wrap gap-1">
      <StateBadge actif={actif} label={actif ? TEXTES.actif : TEXTES.inactif} />
      {ouverte && <Badge label={TEXTES.enListe} Icon={UserPlus} tone="neutral" />}
    </span>
  );
}
