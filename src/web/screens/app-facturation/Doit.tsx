import { BellRing, Check } from 'lucide-react';
import {
  startTransition,
  useDeferredValue,
  useEffect,
  useOptimistic,
  useRef,
  useState,
} from 'react';
import type { Doit as Compte } from '#contract/facturation.ts';
import { daysBetween, formatJour } from '#domain/core/calendrier.ts';
import { sumOf } from '#domain/billing/recettes.ts';
import { cleOf } from '#domain/riders/cavaliers.ts';
import { useNow } from '#web/data/horloge.ts';
import { useDoit } from '#web/nouns/billing/facturation.ts';
import { CHOICE_CARD, Choice } from '#web/parts/Choice.tsx';
import { SearchField } from '#web/parts/SearchField.tsx';
import { ficheLink } from '#web/paths/fiche.ts';
import { Pill } from '#web/ui/messages/Badge.tsx';
import { Button } from '#web/ui/basics/Button.tsx';
import { cx } from '#web/ui/basics/cx.ts';
import { Boot } from '#web/ui/drawings/Boot.tsx';
import { EmptyState } from '#web/ui/messages/EmptyState.tsx';
import { FormDialog } from '#web/ui/forms/FormDialog.tsx';
import { Link, useSearchParams } from '#web/ui/hooks/navigation.tsx';
import { type Column, Table } from '#web/ui/pages/Table.tsx';
import { Unreadable } from '#web/ui/messages/Unreadable.tsx';
import { useLast } from '#web/ui/hooks/useLast.ts';
import { useTimed } from '#web/ui/hooks/useTimed.ts';
import { PaiementForm } from './PaiementForm.tsx';
import { type Demandes, Rappels } from './Rappels.tsx';
import { type Ouvert, ReleveDialog } from './ReleveDialog.tsx';
import { DOIT, DUREE_ANNULER, PAIEMENT, RAPPELS, soldeInWords, TEXTES } from './textes.ts';
import { usePaye } from './usePaye.ts';
import type { Enregistre, Tell } from './usePaymentUndo.tsx';

/** Which accounts are shown, by their name in the address. */
const FILTRES = {
  doivent: ({ solde }: Compte) => solde > 0,
  rappel: ({ rappelable }: Compte) => rappelable,
  credit: ({ solde }: Compte) => solde < 0,
  tous: () => true,
} as const;
type Filtre = keyof typeof FILTRES;
const NOMS = Object.keys(FILTRES) as Filtre[];

/**
 * Milliseconds after a payment in which no 'Payé' can be pressed: its row has left the list, and the
 * second press of a double click would meet the next customer (LIM-192).
 */
const REST = 600;
const OFF = 'aria-disabled:bg-sand aria-disabled:text-muted';

const isFound = ({ nom, email, telephone, releve }: Compte, words: readonly string[]): boolean => {
  const text = cleOf(`${nom} ${email ?? ''} ${telephone ?? ''} ${releve?.numero ?? ''}`);
  return words.every((word) => text.includes(word));
};

/** The filter and the search, kept in the address. */
function useFiltre() {
  const [params, setParams] = useSearchParams();
  // Drawn immediately; the address follows when its list is drawn.
  const [shown, show] = useOptimistic(params);
  const go = (name: string, value: string) =>
    startTransition(() => {
      const next = new URLSearchParams(shown);
      if (value === '') next.delete(name);
      else next.set(name, value);
      show(next);
      setParams(next, { replace: true });
    });
  return {
    filtre: NOMS.find((nom) => nom === shown.get('filtre')) ?? 'doivent',
    q: (shown.get('q') ?? '').slice(0, 200),
    choose: (filtre: Filtre) => go('filtre', filtre === 'doivent' ? '' : filtre),
    search: (q: string) => go('q', q),
  };
}

const nameOf = (id: string): string => `compte-${id}`;

/** Who owes what, oldest first (REL-51). */
export function Doit({ tell }: { tell: Tell }) {
  const doit = useDoit();
  const { jour } = useNow();
  const { filtre, q, choose, search } = useFiltre();
  const heading = useRef<HTMLHeadingElement>(null);
  const [other, setOther] = useState<string | null>(null);
  const [asked, ask] = useState<Demandes | null>(null);
  const [ouvert, open] = useState<Ouvert | null>(null);
  /** The last payment, until `REST` is over. */
  const [paid, setPaid] = useState<Enregistre | null>(null);
  useTimed(paid, paid ? REST : undefined, () => setPaid(null));
  /** The row that gets the focus once the list is drawn without the one before it. */
  const [next, setNext] = useState<{ id: string | undefined } | null>(null);
  useEffect(() => {
    if (next === null) return;
    const row = next.id === undefined ? null : document.getElementById(nameOf(next.id));
    (row ?? heading.current)?.focus();
  }, [next]);

  const all = doit.data;
  const words = cleOf(q).split(' ').filter(Boolean);
  const rows = all?.filter((one) => FILTRES[filtre](one) && isFound(one, words)) ?? [];
  const shown = useDeferredValue(rows);
  const rappelables = all?.filter(FILTRES.rappel) ?? [];
  const debiteurs = all?.filter(FILTRES.doivent) ?? [];
  const chosen = all?.find(({ id }) => id === other) ?? null;
  const form = useLast(chosen);

  const tellPaid = (paiement: Enregistre) => {
    setPaid(paiement);
    tell(
      {
        kind: 'success',
        text: (
          <>
            <bdi>{paiement.nom}</bdi>
            {PAIEMENT.enregistre(paiement.montant)}
          </>
        ),
        ms: DUREE_ANNULER,
      },
      paiement,
    );
  };
  const { store, paying } = usePaye({
    onPaid: tellPaid,
    onFailed: (nom, text) => tell({ kind: 'error', text: <Named nom={nom}>{text}</Named> }),
  });
  const payAll = async ({ id, nom, solde }: Compte) => {
    const at = rows.findIndex((one) => one.id === id);
    const isStored = await store({
      client: id,
      nom,
      attendu: solde,
      montant: solde,
      jour,
      moyen: 'virement',
      note: null,
    });
    if (isStored) setNext({ id: (rows[at + 1] ?? rows[at - 1])?.id });
  };
  const isOff = ({ id }: Compte) => paying !== id && (paying !== null || paid !== null);

  const columns: readonly Column<Compte>[] = [
    {
      header: DOIT.client,
      bare: true,
      headOf: ({ id }) => nameOf(id),
      className: '@4xl:w-56',
      cell: ({ id, nom, email, telephone, efface }) => (
        <>
          {efface ? (
            <span className="font-semibold wrap-anywhere">
              <bdi>{nom}</bdi> <Pill>{TEXTES.efface}</Pill>
            </span>
          ) : (
            <Link to={ficheLink(id)} className="link font-semibold wrap-anywhere">
              <bdi>{nom}</bdi>
            </Link>
          )}
          <span className="block text-sm wrap-anywhere text-muted">
            <bdi>{email ?? telephone}</bdi>
          </span>
        </>
      ),
    },
    {
      header: DOIT.montant,
      cell: ({ solde, en_cours }) => (
        <>
          <span className="text-lg font-semibold whitespace-nowrap">{soldeInWords(solde)}</span>
          {en_cours !== 0 && (
            <span className="block text-sm text-muted">{DOIT.enCours(en_cours)}</span>
          )}
        </>
      ),
    },
    {
      header: DOIT.depuis,
      cell: ({ depuis, demande }) =>
        depuis && (
          <>
            <span className="whitespace-nowrap">{formatJour(depuis, 'court')}</span>
            {demande && (
              <span className="block text-sm text-muted">
                {DOIT.demande(daysBetween(demande, jour))}
              </span>
            )}
          </>
        ),
    },
    {
      header: DOIT.releve,
      cell: ({ releve }) =>
        releve && (
          <>
            <button
              type="button"
              onClick={() => open(releve)}
              className="link min-h-11 whitespace-nowrap @4xl:min-h-0"
            >
              <span className="sr-only">{DOIT.ouvrirReleve} </span>
              {releve.numero}
            </button>
            <span className="block text-sm text-muted">{formatJour(releve.jour, 'court')}</span>
          </>
        ),
    },
    {
      header: DOIT.rappel,
      cell: ({ rappel }) =>
        rappel && <span className="whitespace-nowrap">{formatJour(rappel, 'court')}</span>,
    },
    {
      header: DOIT.actions,
      bare: true,
      cell: (compte) => (
        <div className="flex gap-2 @max-4xl:flex-wrap @max-4xl:pt-1 @4xl:justify-end">
          {compte.solde > 0 && (
            <Button
              size="small"
              busy={paying === compte.id}
              busyLabel={PAIEMENT.enCours}
              {...(isOff(compte)
                ? { 'aria-disabled': true, className: OFF }
                : { onClick: () => void payAll(compte) })}
              icon={<Check aria-hidden className="size-5 shrink-0" />}
            >
              {PAIEMENT.paye}
              <span className="sr-only">{PAIEMENT.payeQuoi(compte.solde, compte.nom)}</span>
            </Button>
          )}
          <Button variant="secondary" size="small" onClick={() => setOther(compte.id)}>
            {PAIEMENT.autre}
            <span className="sr-only">{PAIEMENT.autreQuoi(compte.nom)}</span>
          </Button>
          {compte.rappelable && (
            <Button
              variant="secondary"
              size="small"
              onClick={() => ask({ comptes: [compte], un: true })}
            >
              {RAPPELS.un}
              <span className="sr-only">{RAPPELS.unQuoi(compte.nom)}</span>
            </Button>
          )}
        </div>
      ),
    },
  ];

  return (
    <section aria-labelledby="titre-doit" className="mt-6">
      <div className="flex flex-wrap items-end justify-between gap-3">
        <div>
          <h2 ref={heading} id="titre-doit" tabIndex={-1} className="rounded-field">
            {DOIT.titre}
          </h2>
          <p role="status" className="min-h-6 text-muted">
            {all && DOIT.resume(debiteurs.length, sumOf(debiteurs.map(({ solde }) => solde)))}
          </p>
        </div>
        {rappelables.length > 0 && (
          <Button
            variant="secondary"
            icon={<BellRing aria-hidden className="size-5 shrink-0" />}
            onClick={() => ask({ comptes: rappelables, un: false })}
          >
            {RAPPELS.tous(rappelables.length)}
          </Button>
        )}
      </div>
      <div className="mt-4 flex flex-wrap items-end justify-between gap-4">
        <SearchField label={DOIT.recherche} hint={DOIT.rechercheAide} query={q} onType={search} />
        <fieldset className="flex flex-wrap gap-1.5 sm:gap-2">
          <legend className="sr-only">{DOIT.filtre}</legend>
          {NOMS.map((nom) => (
            <Choice
              key={nom}
              name="filtre"
              value={nom}
              checked={filtre === nom}
              onChoose={() => choose(nom)}
              className={cx(CHOICE_CARD, 'flex min-h-11 items-center gap-2 px-2.5 sm:px-4')}
            >
              <span className="font-semibold">{DOIT.filtres[nom]}</span>
              <Pill>{all?.filter(FILTRES[nom]).length ?? '…'}</Pill>
            </Choice>
          ))}
        </fieldset>
      </div>
      <div className="mt-4">
        {doit.isError && !all ? (
          <Unreadable queries={[doit]}>{DOIT.illisible}</Unreadable>
        ) : (
          <Table
            dense
            label={DOIT.titre}
            columns={columns}
            rows={shown}
            keyOf={({ id }) => id}
            loading={!all}
            empty={
              words.length > 0 ? (
                <EmptyState title={DOIT.rienTrouve(q)} illustration={<Boot className="w-28" />} />
              ) : (
                <EmptyState title={DOIT.vide[filtre]} illustration={<Boot className="w-28" />}>
                  {DOIT.videAide[filtre]}
                </EmptyState>
              )
            }
          />
        )}
      </div>
      <Rappels demandes={asked} fallback={heading} tell={tell} onClose={() => ask(null)} />
      <ReleveDialog ouvert={ouvert} fallback={heading} onClose={() => open(null)} />
      <FormDialog
        title={
          <>
            {PAIEMENT.titre}
            <bdi>{form?.nom}</bdi>
          </>
        }
        open={other !== null}
        fallback={heading}
        tells
        onClose={() => setOther(null)}
      >
        {other !== null && form && (
          <PaiementForm
            key={form.id}
            compte={form}
            onDone={(paiement) => {
              // The form of another account may be open by now.
              setOther((now) => (now === paiement.client ? null : now));
              tellPaid(paiement);
            }}
            onClose={() => setOther(null)}
          />
        )}
      </FormDialog>
    </section>
  );
}

function Named({ nom, children }: { nom: string; children: string }) {
  return (
    <>
      <bdi>{nom}</bdi>&#x202f;: {children}
    </>
  );
}
