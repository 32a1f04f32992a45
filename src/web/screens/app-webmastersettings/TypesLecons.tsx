import { Check, CircleSlash, Plus } from 'lucide-react';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { DEFAULT_DUREE } from '#domain/parametres.ts';
import { brouillonDeType, type TypeLecon } from '#domain/types_lecons.ts';
import { sentenceOf } from '#web/data/client.ts';
import { useAllTypes } from '#web/data/queriesTypesLecons.ts';
import { useParametres } from '#web/data/queriesParametres.ts';
import { useArrangeTypes, useUpdateType } from '#web/data/queriesTypesLecons.ts';
import { TypeLeconIcon } from '#web/parts/TypeLeconCards.tsx';
import { Badge } from '#web/ui/Badge.tsx';
import { Button } from '#web/ui/Button.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { type Column, Table } from '#web/ui/Table.tsx';
import { Unreadable } from '#web/ui/Unreadable.tsx';
import type { useBanner } from '#web/ui/useBanner.ts';
import { type ActionType, TypeLeconActions, TypeLeconOrdre } from './TypeLeconActions.tsx';
import { TypeLeconDialogue } from './TypeLeconDialogue.tsx';
import { TypeLeconSuppression } from './TypeLeconSuppression.tsx';
import { DUREE_TYPES, TYPES } from './TypesLeconsTextes.ts';

/** The lesson types, offered or not, in their order (SET-12). */
export function TypesLecons({ say }: { say: ReturnType<typeof useBanner>[1] }) {
  const types = useAllTypes();
  const parametres = useParametres();
  const arrange = useArrangeTypes();
  const update = useUpdateType();
  const [ouvert, setOuvert] = useState<TypeLecon | 'nouveau' | null>(null);
  const [aSupprimer, setASupprimer] = useState<TypeLecon | null>(null);
  const [supprimes, setSupprimes] = useState(0);
  const [range, setRange] = useState<{ bouton: string; dit: string } | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const section = useRef<HTMLElement>(null);
  const liste = types.data ?? [];

  // The row is gone with its button: the focus goes to the title.
  useEffect(() => {
    if (supprimes > 0) heading.current?.focus({ preventScroll: true });
  }, [supprimes]);

  // An element that is moved in the document loses the focus.
  useLayoutEffect(() => {
    if (range) section.current?.querySelector<HTMLElement>(`[data-ordre="${CSS.escape(range.bouton)}"]`)?.focus();
  }, [range]);

  const tell = (text: string) => say({ kind: 'success', text, ms: DUREE_TYPES.succes });
  const echec = (error: unknown, phrase: string) =>
    say({ kind: 'error', text: sentenceOf(error, phrase), ms: DUREE_TYPES.echec });

  const move = async (type: TypeLecon, pas: -1 | 1) => {
    // One at a time: the next move starts from the place where this one ends.
    if (arrange.isPending) return;
    const de = liste.findIndex(({ value }) => value === type.value);
    const vers = de + pas;
    if (de === -1 || vers < 0 || vers >= liste.length) return;
    const values = liste.map(({ value }) => value).toSpliced(de, 1).toSpliced(vers, 0, type.value);
    say(null);
    try {
      await arrange.mutateAsync({ values });
      setRange({ bouton: `${type.value} ${pas}`, dit: TYPES.place(type.label, vers + 1, liste.length) });
    } catch (error) {
      echec(error, TYPES.modification.echec);
    }
  };

  const press = async (action: ActionType, type: TypeLecon) => {
    if (action === 'modifier') setOuvert(type);
    if (action === 'supprimer') setASupprimer(type);
    if (action !== 'bascule' || update.isPending) return;
    say(null);
    try {
      await update.mutateAsync({ value: type.value, actif: !type.actif });
      tell(TYPES.modification.succes);
    } catch (error) {
      echec(error, TYPES.modification.echec);
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
            <p className="font-semibold wrap-anywhere"><bdi>{type.label}</bdi></p>
            <p className="text-sm wrap-anywhere text-muted"><bdi>{type.value}</bdi></p>
          </div>
        </div>
      ),
    },
    { header: 'Personnes', cell: ({ max_personnes: max }) => `${max} au plus` },
    { header: 'Durée', cell: ({ duree_minutes: duree }) => <span className="whitespace-nowrap">{duree} min</span> },
    { header: 'Statut', cell: ({ actif }) => <Etat actif={actif} /> },
    {
      header: 'Ordre',
      cell: (type) => <TypeLeconOrdre type={type} premier={type === liste[0]} dernier={type === liste.at(-1)} onMove={(moved, pas) => void move(moved, pas)} />,
    },
    {
      header: 'Actions',
      bare: true,
      className: '@4xl:w-88',
      cell: (type) => <TypeLeconActions type={type} busy={update.isPending && update.variables.value === type.value} onPress={(action, pressed) => void press(action, pressed)} />,
    },
  ];
  const modifie = ouvert === 'nouveau' ? null : ouvert;
  return (
    <section ref={section} aria-labelledby="titre-types" className="my-2">
      <div className="mb-3 flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div>
          <h2 ref={heading} id="titre-types" tabIndex={-1} className="rounded-field">{TYPES.titre}</h2>
          <p className="text-muted">{TYPES.aide}</p>
        </div>
        <Button icon={<Plus aria-hidden className="size-5 shrink-0" />} onClick={() => setOuvert('nouveau')} disabled={!types.data}>{TYPES.ajouter}</Button>
      </div>
      <p role="status" className="sr-only">{range?.dit}</p>
      {types.isError && !types.data ? (
        <Unreadable queries={[types]}>{TYPES.illisible}</Unreadable>
      ) : (
        <Table
          dense
          label={TYPES.titre}
          columns={columns}
          rows={liste}
          keyOf={({ value }) => value}
          loading={!types.data}
          empty={<EmptyState title={TYPES.vide}>{TYPES.videAide}</EmptyState>}
        />
      )}
      <TypeLeconDialogue
        open={ouvert !== null}
        depart={modifie ?? brouillonDeType(parametres.data?.lessonDuration ?? DEFAULT_DUREE)}
        modifie={modifie}
        types={liste}
        fallback={heading}
        onDone={() => {
          tell(modifie ? TYPES.modification.succes : TYPES.ajout.succes);
          setOuvert(null);
        }}
        onClose={() => setOuvert(null)}
      />
      <TypeLeconSuppression
        type={aSupprimer}
        fallback={heading}
        onDone={() => {
          tell(TYPES.suppression.succes);
          setSupprimes((n) => n + 1);
          setASupprimer(null);
        }}
        onDesactiver={(type) => {
          setASupprimer(null);
          void press('bascule', type);
        }}
        onFailure={(error) => {
          echec(error, TYPES.suppression.echec);
          setASupprimer(null);
        }}
        onClose={() => setASupprimer(null)}
      />
    </section>
  );
}

/** Whether riders are offered the type, in words and by colour. */
function Etat({ actif }: { actif: boolean }) {
  return actif ? <Badge label={TYPES.actif} Icon={Check} tone="green" /> : <Badge label={TYPES.inactif} Icon={CircleSlash} tone="neutral" />;
}
