import { CircleAlert, CircleCheck, LoaderCircle, Undo2 } from 'lucide-react';
import { type KeyboardEvent, useRef, useState } from 'react';
import { addYears, formatJour } from '#domain/core/calendrier.ts';
import { sumOf } from '#domain/billing/recettes.ts';
import { findsName } from '#domain/riders/noms_trouves.ts';
import { formatEuros } from '#domain/prices.ts';
import { useNow } from '#web/data/horloge.ts';
import { type Trouves, useComptesTrouves, useReadTrouves } from '#web/nouns/billing/facturation.ts';
import { DatePicker } from '#web/parts/DatePicker.tsx';
import { Button } from '#web/ui/basics/Button.tsx';
import { Card } from '#web/ui/pages/Card.tsx';
import { Combobox, type Option } from '#web/ui/forms/Combobox.tsx';
import { Field } from '#web/ui/forms/Field.tsx';
import { Unreadable } from '#web/ui/messages/Unreadable.tsx';
import { useDebounced } from '#web/ui/hooks/useDebounced.ts';
import { PAIEMENT, resteInWords, TEXTES, VIREMENTS } from './textes.ts';
import { type Entree, splitAmount, useVirements } from './useVirements.ts';

/** Milliseconds without a key before the server is asked; Enter asks at once. */
const PAUSE = 150;

/** An account that is found, with the amount that Enter would store. */
type Choix = { id: string; nom: string; solde: number; montant: number; exact: boolean };

type Found = {
  choix: readonly Choix[];
  /** The text is an amount. */
  isAmount: boolean;
  /** The account that Enter means without a choice. */
  only: Choix | undefined;
};

/**
 * What an answer to the search `q` offers. `typed`: the amount behind a name. `sending`: accounts whose
 * payment is under way, so that what they owe is not known; they are not offered, but may be meant.
 */
function foundIn(
  trouves: Trouves | undefined,
  { q, montant: typed }: ReturnType<typeof splitAmount>,
  sending: ReadonlySet<string>,
): Found {
  const montant = typed ?? trouves?.montant ?? null;
  const comptes = trouves?.comptes ?? [];
  const choix = comptes.flatMap(({ id, nom, solde, exact }): Choix[] =>
    sending.has(id) ? [] : [{ id, nom, solde, exact, montant: montant ?? solde }],
  );
  const isAmount = typed === null && montant !== null;
  const [only, other] = isAmount ? comptes.filter(({ exact }) => exact) : comptes;
  // Money is not stored for a name that the text finds only inside of a word (PEOPLE-48).
  const isMeant =
    only && !other && (only.exact || findsName(q, `${only.nom} ${only.email ?? ''}`) > 1);
  return { choix, isAmount, only: isMeant ? choix.find(({ id }) => id === only.id) : undefined };
}

/** The fast entry: a text and Enter for each transfer (REL-56). */
export function Virements() {
  const { jour: aujourdhui } = useNow();
  const virements = useVirements();
  const { texte, entrees } = virements;
  const jour = virements.jour ?? aujourdhui;
  const field = useRef<HTMLInputElement>(null);
  const [error, setError] = useState<string | null>(null);
  const latest = useRef(texte);
  /** The text of which Enter waits for the answer. */
  const [awaited, setAwaited] = useState('');

  const wanted = splitAmount(texte);
  const asked = useDebounced(wanted.q, PAUSE);
  const reading = useComptesTrouves(asked);
  const read = useReadTrouves();
  const sending = new Set(entrees.flatMap(({ etat, client }) => (etat === 'envoi' ? client : [])));
  // Only the accounts of exactly this text, as they are now: Enter stores at once.
  const known = wanted.q !== '' && asked === wanted.q && !reading.isFetching && !reading.isError;
  const found = foundIn(known ? reading.data : undefined, wanted, sending);

  const choose = (one: Choix) => {
    if (one.montant <= 0) return setError(VIREMENTS.sansMontant(one.nom));
    setError(null);
    latest.current = '';
    virements.enter({
      client: one.id,
      nom: one.nom,
      montant: one.montant,
      jour,
      attendu: one.solde,
    });
    field.current?.focus();
  };
  const decide = ({ choix, only }: Found) => {
    if (only) choose(only);
    else setError(choix.length > 0 ? VIREMENTS.plusieurs : VIREMENTS.aucun);
  };
  /** Enter before the answer has arrived: it is about the text that was typed then. */
  const decideLater = async () => {
    setAwaited(texte);
    try {
      const data = await read(wanted.q);
      if (latest.current === texte) decide(foundIn(data, wanted, sending));
    } catch {
      setError(VIREMENTS.illisible);
    } finally {
      setAwaited('');
    }
  };

  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || wanted.q === '' || event.target !== field.current) return;
    // An account was reached with the arrows: the list chooses.
    if (field.current.hasAttribute('aria-activedescendant')) return;
    event.preventDefault();
    event.stopPropagation();
    if (known) decide(found);
    else void decideLater();
  };
  const done = entrees.filter(({ etat }) => etat === 'fait');

  return (
    <div className="mt-6 grid items-start gap-4 lg:grid-cols-2">
      <Card aria-labelledby="titre-virements" onKeyDownCapture={press}>
        <h2 id="titre-virements" tabIndex={-1} className="rounded-field">
          {VIREMENTS.titre}
        </h2>
        <p className="text-muted">{VIREMENTS.aide}</p>
        <div className="mt-4 flex flex-col gap-4">
          <Field label={VIREMENTS.champ} error={error}>
            {(control) => (
              <Combobox
                {...control}
                ref={field}
                inFlow
                reading={wanted.q !== '' && !known && !reading.isError}
                listLabel={VIREMENTS.liste}
                text={texte}
                options={found.choix.map((one) => ({
                  ...optionOf(one, found.isAmount),
                  enter: one === found.only,
                }))}
                announcement={known ? VIREMENTS.trouves(found.choix.length) : ''}
                maxLength={200}
                onText={(text) => {
                  setError(null);
                  latest.current = text;
                  virements.setTexte(text);
                }}
                onChoose={(key) => {
                  const one = found.choix.find(({ id }) => id === key);
                  if (one) choose(one);
                }}
              />
            )}
          </Field>
          <p role="status" className="text-sm text-muted empty:hidden">
            {awaited !== '' && awaited === texte && VIREMENTS.enCours}
          </p>
          {reading.isError && !reading.data && (
            <Unreadable queries={[reading]}>{VIREMENTS.illisible}</Unreadable>
          )}
          <Field label={VIREMENTS.jour}>
            {(control) => (
              <DatePicker
                {...control}
                label={VIREMENTS.jour}
                placeholder=""
                jour={jour}
                today={aujourdhui}
                first={addYears(aujourdhui, -2)}
                last={aujourdhui}
                onJour={virements.setJour}
              />
            )}
          </Field>
        </div>
      </Card>
      <section aria-labelledby="titre-derniers">
        <div className="flex flex-wrap items-baseline justify-between gap-x-4">
          <h2 id="titre-derniers" tabIndex={-1} className="rounded-field">
            {VIREMENTS.derniers}
          </h2>
          <p role="status" className="text-muted">
            {done.length > 0 && VIREMENTS.total(done.length, sumOf(done.map((one) => one.montant)))}
          </p>
        </div>
        {entrees.length === 0 ? (
          <p className="mt-2 text-muted">{VIREMENTS.vide}</p>
        ) : (
          <ul aria-labelledby="titre-derniers" className="mt-2 flex flex-col gap-2">
            {entrees.map((entree) => (
              <Ligne
                key={entree.id}
                entree={entree}
                undoing={virements.undoing === entree.id}
                virements={virements}
                onGone={() => field.current?.focus()}
              />
            ))}
          </ul>
        )}
      </section>
    </div>
  );
}

/** An account as it is offered, with what Enter would store and what would be left. */
function optionOf({ id, nom, solde, montant, exact }: Choix, isAmount: boolean): Option {
  return {
    key: id,
    content: (
      <>
        <span className="font-semibold wrap-anywhere">
          <bdi>{nom}</bdi>
        </span>
        <span className="text-sm text-muted">
          {VIREMENTS.doit(solde)}
          {montant > 0 && montant !== solde && (
            <>
              , {VIREMENTS.recu(montant)}.{' '}
              {resteInWords((Math.round(solde * 100) - Math.round(montant * 100)) / 100)}
            </>
          )}
        </span>
      </>
    ),
    ...(isAmount && { group: exact ? VIREMENTS.exacts : VIREMENTS.autres }),
  };
}

const ICONS = {
  envoi: <LoaderCircle aria-hidden className="size-5 shrink-0 animate-spin text-muted" />,
  inconnu: <CircleAlert aria-hidden className="size-5 shrink-0 text-danger" />,
  refuse: <CircleAlert aria-hidden className="size-5 shrink-0 text-danger" />,
  fait: <CircleCheck aria-hidden className="size-5 shrink-0 text-libre-ink" />,
  annule: <Undo2 aria-hidden className="size-5 shrink-0 text-muted" />,
} as const;

type LigneProps = {
  entree: Entree;
  undoing: boolean;
  virements: ReturnType<typeof useVirements>;
  /** The pressed button leaves the page. */
  onGone: () => void;
};

function Ligne({ entree, undoing, virements, onGone }: LigneProps) {
  const { nom, montant, jour, etat, message, apres } = entree;
  const what = <span className="sr-only">{VIREMENTS.de(montant, nom)}</span>;
  const small = { variant: 'secondary', size: 'small' } as const;
  const then = (act: () => void) => () => {
    act();
    onGone();
  };
  return (
    <li className="rounded-card border border-hairline bg-card px-4 py-2.5">
      <div className="flex items-start gap-3">
        <span className="mt-0.5">{ICONS[etat]}</span>
        <p className="min-w-0 flex-1">
          <span className="flex flex-wrap justify-between gap-x-4 font-semibold">
            <bdi className="min-w-0 wrap-anywhere">{nom}</bdi>
            <span className={etat === 'annule' ? 'line-through' : ''}>{formatEuros(montant)}</span>
          </span>
          <span className="block text-sm text-muted">
            {VIREMENTS.etats[etat]}, {formatJour(jour, 'court')}
          </span>
        </p>
      </div>
      {message && (
        <p role="alert" className="mt-1 text-sm font-medium text-danger">
          {message}
        </p>
      )}
      {etat !== 'envoi' && etat !== 'annule' && (
        <div className="mt-1.5 flex flex-wrap justify-end gap-2">
          {etat === 'fait' && (
            <Button
              {...small}
              busy={undoing}
              busyLabel={PAIEMENT.annulation}
              icon={<Undo2 aria-hidden className="size-5 shrink-0" />}
              onClick={then(() => virements.cancel(entree))}
            >
              {TEXTES.annuler}
              {what}
            </Button>
          )}
          {etat === 'inconnu' || (etat === 'refuse' && apres === undefined) ? (
            <Button {...small} onClick={then(() => virements.send(entree))}>
              {VIREMENTS.reessayer}
              {what}
            </Button>
          ) : (
            apres !== undefined &&
            etat === 'refuse' && (
              <Button {...small} onClick={then(() => virements.anyway(entree))}>
                {VIREMENTS.quandMeme}
                {what}
              </Button>
            )
          )}
          {etat !== 'fait' && (
            <Button variant="ghost" size="small" onClick={then(() => virements.remove(entree.id))}>
              {VIREMENTS.retirer}
              {what}
            </Button>
          )}
        </div>
      )}
    </li>
  );
}
