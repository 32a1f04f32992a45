import { Check, CircleSlash, Plus, UserPlus } from 'lucide-react';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { brouillonDeType, type TypeLecon } from '#domain/settings/types_lecons.ts';
import { sentenceOf } from '#web/data/client.ts';
import { useAllTypes } from '#web/data/queries/typesLecons.ts';
import { useParametres } from '#web/data/queries/parametres.ts';
import { useArrangeTypes, useUpdateType } from '#web/data/queries/typesLecons.ts';
import { TypeLeconIcon } from '#web/parts/TypeLeconCards.tsx';
import { Badge } from '#web/ui/Badge.tsx';
import { Button } from '#web/ui/Button.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { type Column, Table } from '#web/ui/Table.tsx';
import { Unreadable } from '#web/ui/Unreadable.tsx';
import type { useBanner } from '#web/ui/useBanner.ts';
import { type ActionType, TypeLeconActions, TypeLeconOrdre } from './TypeLeconActions.tsx';
import { TypeLeconDialog } from './TypeLeconDialog.tsx';
import { RemoveTypeLecon } from './RemoveTypeLecon.tsx';
import { DUREE, TEXTES } from './textes.types.ts';

/** The lesson types, offered or not, in their order (SET-12). */
export function TypesLecons({ say }: { say: ReturnType<typeof useBanner>[1] }) {
  const types = useAllTypes();
  const parametres = useParametres();
  const arrange = useArrangeTypes();
  const update = useUpdateType();
  const [opened, setOpened] = useState<TypeLecon | 'nouveau' | null>(null);
  const [toRemove, setToRemove] = useState<TypeLecon | null>(null);
  const [removals, setRemovals] = useState(0);
  const [moved, setMoved] = useState<{ bouton: string; dit: string } | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const section = useRef<HTMLElement>(null);
  const list = types.data ?? [];

  // The row is gone with its button: the focus goes to the title.
  useEffect(() => {
    if (removals > 0) heading.current?.focus({ preventScroll: true });
  }, [removals]);

  // An element that is moved in the document loses the focus.
  useLayoutEffect(() => {
    if (moved)
      section.current
        ?.querySelector<HTMLElement>(`[data-ordre="${CSS.escape(moved.bouton)}"]`)
        ?.focus();
  }, [moved]);

  const tell = (text: string) => say({ kind: 'success', text, ms: DUREE.succes });
  const fail = (error: unknown, sentence: string) =>
    say({ kind: 'error', text: sentenceOf(error, sentence), ms: DUREE.echec });

  const move = async (type: TypeLecon, step: -1 | 1) => {
    // One at a time: the next move starts from the place where this one ends.
    if (arrange.isPending) return;
    const from = list.findIndex(({ value }) => value === type.value);
    const to = from + step;
    if (from === -1 || to < 0 || to >= list.length) return;
    const values = list
      .map(({ value }) => value)
      .toSpliced(from, 1)
      .toSpliced(to, 0, type.value);
    say(null);
    try {
      await arrange.mutateAsync({ values });
      setMoved({
        bouton: `${type.value} ${step}`,
        dit: TEXTES.place(type.label, to + 1, list.length),
      });
    } catch (error) {
      fail(error, TEXTES.modification.echec);
    }
  };

  const press = async (action: ActionType, type: TypeLecon) => {
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
        <div className="flex items-center gap-3">
          <TypeLeconIcon type={type} className="size-10 text-xl" />
          <div className="min-w-0">
            <p className="font-semibold wrap-anywhere">
              <bdi>{type.label}</bdi>
            </p>
            <p className="text-sm wrap-anywhere text-muted">
              <bdi>{type.value}</bdi>
            </p>
          </div>
        </div>
      ),
    },
    { header: 'Personnes', cell: ({ max_personnes: max }) => `${max} au plus` },
    {
      header: 'Durée',
      cell: ({ duree_minutes: duree }) => <span className="whitespace-nowrap">{duree} min</span>,
    },
    { header: 'Statut', cell: (type) => <Etat type={type} /> },
    {
      header: 'Ordre',
      cell: (type) => (
        <TypeLeconOrdre
          type={type}
          first={type === list[0]}
          last={type === list.at(-1)}
          onMove={(pressed, step) => void move(pressed, step)}
        />
      ),
    },
    {
      header: 'Actions',
      bare: true,
      className: '@4xl:w-88',
      cell: (type) => (
        <TypeLeconActions
          type={type}
          busy={update.isPending && update.variables.value === type.value}
          onPress={(action, pressed) => void press(action, pressed)}
        />
      ),
    },
  ];
  const edited = opened === 'nouveau' ? null : opened;
  return (
    <section ref={section} aria-labelledby="titre-types" className="my-2">
      <div className="mb-3 flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div>
          <h2 ref={heading} id="titre-types" tabIndex={-1} className="rounded-field">
            {TEXTES.titre}
          </h2>
          <p className="text-muted">{TEXTES.aide}</p>
        </div>
        <Button
          icon={<Plus aria-hidden className="size-5 shrink-0" />}
          onClick={() => setOpened('nouveau')}
          disabled={!types.data}
        >
          {TEXTES.ajouter}
        </Button>
      </div>
      <p role="status" className="sr-only">
        {moved?.dit}
      </p>
      {types.isError && !types.data ? (
        <Unreadable queries={[types]}>{TEXTES.illisible}</Unreadable>
      ) : (
        <Table
          dense
          label={TEXTES.titre}
          columns={columns}
          rows={list}
          keyOf={({ value }) => value}
          loading={!types.data}
          empty={<EmptyState title={TEXTES.vide}>{TEXTES.videAide}</EmptyState>}
        />
      )}
      <TypeLeconDialog
        open={opened !== null}
        initial={
          edited ??
          brouillonDeType(
            parametres.data?.lessonDurationSaved ? parametres.data.lessonDuration : null,
          )
        }
        edited={edited}
        types={list}
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
    </section>
  );
}

/**
 * Whether riders are offered the type, and may join its lessons (RIDE-10), in words and by colour.
 */
function Etat({ type: { actif, ouverte } }: { type: TypeLecon }) {
  return (
    <span className="inline-flex flex-wrap gap-1">
      {actif ? (
        <Badge label={TEXTES.actif} Icon={Check} tone="green" />
      ) : (
        <Badge label={TEXTES.inactif} Icon={CircleSlash} tone="neutral" />
      )}
      {ouverte && <Badge label={TEXTES.enListe} Icon={UserPlus} tone="neutral" />}
    </span>
  );
}
