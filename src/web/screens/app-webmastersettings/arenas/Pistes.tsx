import { useRef, useState } from 'react';
import { ADMIN_REFUS } from '#domain/errors/admin.ts';
import { NOMS_DESSIN } from '#domain/slots/dessins.ts';
import { type Piste, pistesActives } from '#domain/slots/pistes.ts';
import { MAX_PISTES } from '#domain/slots/regles_pistes.ts';
import {
  useAllPistes,
  useArrangePistes,
  useReadUsagePiste,
  useUpdatePiste,
  useUsagePiste,
} from '#web/nouns/slots/pistesQueries.ts';
import { PisteIcon } from '#web/nouns/slots/PisteIcon.tsx';
import { usePistes } from '#web/nouns/slots/pistes.ts';
import { FormDialog } from '#web/ui/forms/FormDialog.tsx';
import type { Column } from '#web/ui/pages/Table.tsx';
import type { useBanner } from '#web/ui/messages/useBanner.ts';
import { useLast } from '#web/ui/hooks/useLast.ts';
import { NameCell, OrderedList, StateBadge, tellingOf } from '../shared/OrderedList.tsx';
import { PisteForm } from './PisteForm.tsx';
import { RemovePiste, SwitchOffPiste } from './PisteQuestions.tsx';
import { type RowAction, RowActions } from '../shared/RowActions.tsx';
import { TEXTES } from './textes.pistes.ts';

const COLUMNS: Column<Piste>[] = [
  {
    header: 'Piste',
    bare: true,
    cell: ({ nom, note, dessin }) => (
      <>
        <NameCell icon={<PisteIcon dessin={dessin} className="size-7" />} nom={nom} note={note} />
        <span className="sr-only">
          {TEXTES.dessin}&#x202f;: {NOMS_DESSIN[dessin]}
        </span>
      </>
    ),
  },
  {
    header: 'Statut',
    cell: ({ actif }) => (
      <StateBadge actif={actif} label={actif ? TEXTES.active : TEXTES.inactive} />
    ),
  },
];

/** The arenas, including those that cannot be booked, in their order (SET-44). */
export function Pistes({ say }: { say: ReturnType<typeof useBanner>[1] }) {
  const pistes = useAllPistes();
  const expected = usePistes().length;
  const arrange = useArrangePistes();
  const update = useUpdatePiste();
  const readUsage = useReadUsagePiste();
  /** The arena whose lessons are being read, before it is switched off. */
  const [reading, setReading] = useState<string | null>(null);
  const [opened, setOpened] = useState<Piste | 'nouvelle' | null>(null);
  const [toSwitchOff, setToSwitchOff] = useState<Piste | null>(null);
  const [toRemove, setToRemove] = useState<Piste | null>(null);
  const [removals, setRemovals] = useState(0);
  const heading = useRef<HTMLHeadingElement>(null);
  const { tell, fail } = tellingOf(say);
  const list = pistes.data ?? [];
  const active = pistesActives(list);

  const press = async (action: RowAction, piste: Piste) => {
    if (action === 'modifier') setOpened(piste);
    if (action === 'supprimer') setToRemove(piste);
    if (action !== 'bascule' || update.isPending || reading !== null) return;
    say(null);
    if (piste.actif) {
      setReading(piste.id);
      const usage = await readUsage(piste.id);
      setReading(null);
      if (usage?.a_venir !== 0) return setToSwitchOff(piste);
    }
    try {
      await update.mutateAsync({ id: piste.id, actif: !piste.actif });
      tell(TEXTES.modification.succes);
    } catch (error) {
      fail(error, TEXTES.modification.echec);
    }
  };

  const last = useLast(opened);
  const edited = last === 'nouvelle' ? null : last;
  return (
    <OrderedList
      texts={TEXTES}
      query={pistes}
      keyOf={({ id }) => id}
      nomOf={({ nom }) => nom}
      columns={COLUMNS}
      actions={(piste) => (
        <PisteActions
          piste={piste}
          busy={reading === piste.id || (update.isPending && update.variables.id === piste.id)}
          only={piste.actif && active.length === 1}
          onPress={(action) => void press(action, piste)}
        />
      )}
      expected={expected}
      full={list.length >= MAX_PISTES && ADMIN_REFUS.trop_de_pistes.message}
      onAdd={() => setOpened('nouvelle')}
      arrange={{ isPending: arrange.isPending, run: (ids) => arrange.mutateAsync({ ids }) }}
      say={say}
      heading={heading}
      removals={removals}
    >
      <FormDialog
        title={edited ? TEXTES.modification.titre : TEXTES.ajout.titre}
        open={opened !== null}
        fallback={heading}
        onClose={() => setOpened(null)}
      >
        <PisteForm
          edited={edited}
          pistes={list}
          onDone={() => {
            tell(edited ? TEXTES.modification.succes : TEXTES.ajout.succes);
            setOpened(null);
          }}
          onClose={() => setOpened(null)}
        />
      </FormDialog>
      <SwitchOffPiste
        piste={toSwitchOff}
        fallback={heading}
        onDone={() => {
          tell(TEXTES.modification.succes);
          setToSwitchOff(null);
        }}
        onFailure={(error) => {
          fail(error, TEXTES.modification.echec);
          setToSwitchOff(null);
        }}
        onClose={() => setToSwitchOff(null)}
      />
      <RemovePiste
        piste={toRemove}
        fallback={heading}
        onDone={() => {
          tell(TEXTES.suppression.succes);
          setRemovals((n) => n + 1);
          setToRemove(null);
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

type PisteActionsProps = {
  piste: Piste;
  busy: boolean;
  /** It is the only arena that can be booked. */
  only: boolean;
  onPress: (action: RowAction) => void;
};

/** Deleting is offered only for an arena that nothing refers to. */
function PisteActions({ piste: { id, nom, actif }, busy, only, onPress }: PisteActionsProps) {
  const usage = useUsagePiste(id).data;
  return (
    <RowActions
      nom={nom}
      actif={actif}
      busy={busy}
      kept={only && TEXTES.derniere}
      removable={usage?.supprimable ?? false}
      onPress={onPress}
    />
  );
}
