import { CalendarRange, Pencil, Plus, Trash2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { ADMIN_REFUS } from '#domain/errors/admin.ts';
import type { StoredParametres } from '#domain/settings/parametres.ts';
import type { Saison, Semaine } from '#domain/slots/horaires.ts';
import { datesInWords, groupsOf, MAX_SAISONS } from '#domain/slots/regles_horaires.ts';
import { useParametres } from '#web/nouns/settings.ts';
import { AlertDialog } from '#web/ui/overlays/AlertDialog.tsx';
import { Button } from '#web/ui/basics/Button.tsx';
import { Card } from '#web/ui/pages/Card.tsx';
import { FormDialog } from '#web/ui/forms/FormDialog.tsx';
import { IconButton } from '#web/ui/overlays/IconButton.tsx';
import type { useBanner } from '#web/ui/messages/useBanner.ts';
import { useLast } from '#web/ui/hooks/useLast.ts';
import { SaisonForm, SemaineForm, useSaveHoraires } from './HorairesForm.tsx';
import { withSaison } from './horairesDraft.ts';
import { tellingOf } from '../shared/OrderedList.tsx';
import { OFF } from '../shared/RowActions.tsx';
import { TEXTES } from './textes.horaires.ts';
import { MOTS } from '../shared/textes.listes.ts';
import { useNarrowerHours } from './useNarrowerHours.tsx';

type Say = ReturnType<typeof useBanner>[1];

/** The hours of weekdays and seasons, which are stored immediately (SET-46). */
export function JoursEtSaisons({ say }: { say: Say }) {
  const parametres = useParametres().data;
  return parametres ? <Section parametres={parametres} say={say} /> : null;
}

/** What is being edited: the week, a season, or a new one (null). */
type Opened = 'semaine' | { saison: Saison | null };

function Section({ parametres, say }: { parametres: StoredParametres; say: Say }) {
  const { semaine, saisons } = parametres.horaires;
  const [opened, setOpened] = useState<Opened | null>(null);
  const [toRemove, setToRemove] = useState<Saison | null>(null);
  const [removals, setRemovals] = useState(0);
  const [touched, setTouched] = useState(false);
  const open = (what: Opened) => {
    setTouched(false);
    setOpened(what);
  };
  const heading = useRef<HTMLHeadingElement>(null);
  const narrowing = useNarrowerHours(parametres);
  const last = useLast(opened);
  const { tell } = tellingOf(say);
  const full = saisons.length >= MAX_SAISONS;
  // The row is removed with its button: the focus moves to the title.
  useEffect(() => {
    if (removals > 0) heading.current?.focus({ preventScroll: true });
  }, [removals]);
  const form = {
    parametres,
    say,
    confirm: (horaires: StoredParametres['horaires'], save: () => void) =>
      narrowing.confirm({ ...parametres, horaires }, save),
    onDone: (sentence: string) => {
      tell(sentence);
      setOpened(null);
    },
    onTouch: () => setTouched(true),
    onClose: () => setOpened(null),
  };
  const isWeek = last === 'semaine';
  return (
    <Card aria-labelledby="titre-jours-saisons">
      <h2 ref={heading} id="titre-jours-saisons" tabIndex={-1} className="rounded-field">
        {TEXTES.titre}
      </h2>
      <p className="text-muted">{TEXTES.aide}</p>
      <div className="mt-3 grid items-start gap-x-10 gap-y-4 md:grid-cols-2">
        <section aria-labelledby="titre-la-semaine">
          <h3 id="titre-la-semaine" className="text-lg">
            {TEXTES.semaine}
          </h3>
          <Week semaine={semaine} />
          <Button
            variant="secondary"
            size="small"
            className="mt-2"
            icon={<Pencil aria-hidden className="size-5 shrink-0" />}
            onClick={() => open('semaine')}
          >
            {TEXTES.modifierSemaine}
          </Button>
        </section>
        <section aria-labelledby="titre-les-saisons">
          <h3 id="titre-les-saisons" className="text-lg">
            {TEXTES.saisons}
          </h3>
          {saisons.length === 0 ? (
            <p className="mt-1 text-muted">{TEXTES.aucune}</p>
          ) : (
            <ul className="mt-1 divide-y divide-hairline">
              {saisons.map((saison) => (
                <SaisonRow
                  key={`${saison.nom} ${saison.du}`}
                  saison={saison}
                  onEdit={() => open({ saison })}
                  onRemove={() => setToRemove(saison)}
                />
              ))}
            </ul>
          )}
          <Button
            variant="secondary"
            size="small"
            className={full ? `mt-2 ${OFF}` : 'mt-2'}
            icon={<Plus aria-hidden className="size-5 shrink-0" />}
            {...(full && { 'aria-disabled': true, 'aria-describedby': 'saisons-au-plus' })}
            onClick={() => !full && open({ saison: null })}
          >
            {TEXTES.ajouter}
          </Button>
          {full && (
            <p id="saisons-au-plus" className="mt-1 text-sm text-muted">
              {ADMIN_REFUS.trop_de_saisons.message}
            </p>
          )}
        </section>
      </div>
      {narrowing.dialog}
      <FormDialog
        title={isWeek ? TEXTES.semaineDialogue : last?.saison ? TEXTES.modification : TEXTES.ajout}
        open={opened !== null}
        unsaved={touched}
        fallback={heading}
        onClose={form.onClose}
      >
        {isWeek ? (
          <SemaineForm {...form} />
        ) : (
          <SaisonForm {...form} saison={last?.saison ?? null} />
        )}
      </FormDialog>
      {toRemove && (
        <RemoveSaison
          saison={toRemove}
          parametres={parametres}
          say={say}
          confirm={form.confirm}
          onDone={() => {
            tell(TEXTES.succesSuppression);
            setToRemove(null);
            setRemovals((n) => n + 1);
          }}
          onClose={() => setToRemove(null)}
        />
      )}
    </Card>
  );
}

/** The weekdays that have their own hours. */
function Days({ semaine }: { semaine: Semaine }) {
  return (
    <dl className="mt-1 grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1">
      {groupsOf(semaine).map(({ jours, heures }) => (
        <div key={jours} className="contents">
          <dt className="font-medium first-letter:uppercase">{jours}</dt>
          <dd>{heures}</dd>
        </div>
      ))}
    </dl>
  );
}

function Week({ semaine }: { semaine: Semaine }) {
  if (semaine.every((jour) => jour === null))
    return <p className="mt-1 text-muted">{TEXTES.habituelle}</p>;
  return (
    <>
      <Days semaine={semaine} />
      {semaine.includes(null) && <p className="mt-1 text-sm text-muted">{TEXTES.autres}</p>}
    </>
  );
}

function SaisonRow({
  saison,
  onEdit,
  onRemove,
}: {
  saison: Saison;
  onEdit: () => void;
  onRemove: () => void;
}) {
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 py-3">
      <div className="min-w-0 flex-1 basis-48">
        <p className="flex items-center gap-2 font-semibold wrap-anywhere">
          <CalendarRange aria-hidden className="size-5 shrink-0 text-cognac" />
          <bdi>{saison.nom}</bdi>
        </p>
        <p className="text-sm text-muted first-letter:uppercase">{datesInWords(saison)}</p>
      </div>
      <div className="flex gap-2">
        <IconButton
          bordered
          Icon={Pencil}
          label={`${MOTS.modifier} ${saison.nom}`}
          tip={MOTS.modifier}
          onClick={onEdit}
        />
        <IconButton
          bordered
          Icon={Trash2}
          label={`${MOTS.supprimer} ${saison.nom}`}
          tip={MOTS.supprimer}
          onClick={onRemove}
        />
      </div>
      <div className="basis-full text-sm">
        <Days semaine={saison.semaine} />
      </div>
    </li>
  );
}

type RemoveSaisonProps = {
  saison: Saison;
  parametres: StoredParametres;
  say: Say;
  confirm: (horaires: StoredParametres['horaires'], save: () => void) => Promise<boolean>;
  onDone: () => void;
  onClose: () => void;
};

/** Without the season, its days have the hours of the week again, which may be narrower. */
function RemoveSaison({ saison, parametres, say, confirm, onDone, onClose }: RemoveSaisonProps) {
  const saving = useSaveHoraires({ parametres, say });
  const wanted = withSaison(parametres.horaires, saison, null);
  const { fail } = tellingOf(say);
  const store = () =>
    void saving
      .run(wanted)
      .then((refused) => (refused === null ? onDone() : say({ kind: 'error', text: refused })))
      .catch((error: unknown) => {
        fail(error, TEXTES.echec);
        onClose();
      });
  return (
    <AlertDialog
      title={TEXTES.suppression}
      confirm={MOTS.supprimer}
      busyLabel={TEXTES.enCours}
      danger
      open
      busy={saving.isPending}
      onConfirm={() => void confirm(wanted, store).then((free) => free && store())}
      onClose={onClose}
    >
      <p className="font-semibold">
        <bdi>{saison.nom}</bdi>
      </p>
      <p className="first-letter:uppercase">{datesInWords(saison)}</p>
    </AlertDialog>
  );
}
