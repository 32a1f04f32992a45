import { CircleAlert, CircleCheck, Download, Send } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { addMonths, formatJour } from '#domain/core/calendrier.ts';
import { releveReport } from '#documents/prints/releves.ts';
import { csvOfReleves, joursDuMois, moisOf } from '#domain/billing/facturation.ts';
import { sumOf } from '#domain/billing/recettes.ts';
import { formatEuros } from '#domain/prices.ts';
import { sentenceOf } from '#web/data/client.ts';
import { useNow } from '#web/data/horloge.ts';
import {
  readReleves,
  useEtat,
  usePreparation,
  useReleves,
} from '#web/nouns/billing/facturation.ts';
import { useUser } from '#web/data/session.ts';
import { useEcrit } from '#web/data/useEcrit.ts';
import { useNomPiste } from '#web/nouns/slots/pistes.ts';
import { useFirstPageIfEmpty, usePage } from '#web/parts/usePage.ts';
import { ficheLink } from '#web/paths/fiche.ts';
import { leconLink } from '#web/paths/reservation.ts';
import { Button } from '#web/ui/basics/Button.tsx';
import { Card } from '#web/ui/pages/Card.tsx';
import { Field } from '#web/ui/forms/Field.tsx';
import { Link, useSearchParams } from '#web/ui/hooks/navigation.tsx';
import { toast } from '#web/ui/hooks/toasts.ts';
import { download } from '#web/ui/pages/download.ts';
import { Pagination } from '#web/ui/pages/Pagination.tsx';
import { PrintButton } from '#web/ui/pages/PrintButton.tsx';
import { Select } from '#web/ui/forms/Select.tsx';
import { Skeleton } from '#web/ui/messages/Skeleton.tsx';
import { type Column, Table } from '#web/ui/pages/Table.tsx';
import { Unreadable } from '#web/ui/messages/Unreadable.tsx';
import { type AFaire, type Asked, Envoi } from './Envoi.tsx';
import { Noms } from './Rappels.tsx';
import { type Ouvert, PrintReleve, ReleveDialog } from './ReleveDialog.tsx';
import { MOIS } from './textes.ts';
import type { Tell } from './usePaymentUndo.tsx';

type Preparation = NonNullable<ReturnType<typeof usePreparation>['data']>;
type Releves = NonNullable<ReturnType<typeof useReleves>['data']>['releves'][number];

/** How many statements a page of the list has (REL-14). */
const PAR_PAGE = 200;

const DOUTES = ['en_attente', 'sans_client', 'sans_prix', 'sans_presence'] as const;

/** The months from the first billed day to the present one, latest first. */
function moisDepuis(depuis: string, aujourdhui: string): string[] {
  const all: string[] = [];
  const first = moisOf(depuis || aujourdhui);
  for (let jour = `${moisOf(aujourdhui)}-01`; moisOf(jour) >= first; jour = addMonths(jour, -1))
    all.push(moisOf(jour));
  return all;
}

/** The month to close: what is doubtful, the statements to make, those that are made (REL-57). */
export function Mois({ tell }: { tell: Tell }) {
  const etat = useEtat();
  const { jour } = useNow();
  const [params, setParams] = useSearchParams();
  if (!etat.data)
    return etat.isError ? (
      <Unreadable queries={[etat]} className="mt-6">
        {MOIS.illisible}
      </Unreadable>
    ) : (
      <Loading />
    );
  const all = moisDepuis(etat.data.depuis, jour);
  // The month that has just ended, or the present one if it is the first.
  const mois = all.find((one) => one === params.get('mois')) ?? all[1] ?? all[0] ?? moisOf(jour);
  return (
    <div className="mt-6 flex flex-col gap-6">
      <Field label={MOIS.mois} className="w-full max-w-xs">
        {(control) => (
          <Select
            {...control}
            value={mois}
            onChange={({ target }) =>
              setParams(new URLSearchParams({ vue: 'mois', mois: target.value }), { replace: true })
            }
          >
            {all.map((one) => (
              <option key={one} value={one}>
                {formatJour(`${one}-15`, 'mois')}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <UnMois key={mois} mois={mois} tell={tell} />
    </div>
  );
}

function UnMois({ mois, tell }: { mois: string; tell: Tell }) {
  const query = usePreparation(mois);
  const { jour } = useNow();
  const { data } = query;
  return (
    <>
      {jour <= joursDuMois(mois).au && (
        <p className="-mt-2 max-w-3xl font-medium">{MOIS.pasFini}</p>
      )}
      {data ? (
        <>
          <Doutes preparation={data} />
          <AFaireList preparation={data} tell={tell} />
        </>
      ) : query.isError ? (
        <Unreadable queries={[query]}>{MOIS.illisible}</Unreadable>
      ) : (
        <Loading />
      )}
      <Faits mois={mois} />
    </>
  );
}

const Loading = () => (
  <div aria-busy className="mt-6 flex flex-col gap-4">
    <Skeleton card className="h-24" />
    <Skeleton card className="h-60" />
  </div>
);

/** What is doubtful, each with its lessons. */
function Doutes({ preparation }: { preparation: Preparation }) {
  const nomPiste = useNomPiste();
  const found = DOUTES.filter((doute) => preparation[doute].total > 0);
  const { credits = [] } = preparation;
  return (
    <Card aria-labelledby="titre-doutes">
      <h2 id="titre-doutes">{MOIS.douteux}</h2>
      {found.length === 0 && credits.length === 0 ? (
        <p className="mt-1 flex items-start gap-2">
          <CircleCheck aria-hidden className="mt-0.5 size-5 shrink-0 text-libre-ink" />
          {MOIS.rienDeDouteux}
        </p>
      ) : (
        <div className="mt-2 grid gap-4 lg:grid-cols-2">
          {found.map((doute) => {
            const { total, lecons } = preparation[doute];
            return (
              <Doute
                key={doute}
                id={doute}
                titre={MOIS.doutes[doute].titre(total)}
                aide={MOIS.doutes[doute].aide}
                autres={total > lecons.length && MOIS.autresLecons(total - lecons.length)}
              >
                {lecons.map((lecon) => (
                  <li key={lecon.id} className="py-1">
                    <Link to={leconLink(lecon)} className="link">
                      {formatJour(lecon.date_reservation, 'moyen')}, {lecon.heure_debut}
                    </Link>{' '}
                    {nomPiste(lecon.type_piste)}, <bdi>{lecon.noms.join(', ')}</bdi>
                  </li>
                ))}
              </Doute>
            );
          })}
          {credits.length > 0 && (
            <Doute id="credits" titre={MOIS.credits.titre(credits.length)} aide={MOIS.credits.aide}>
              {credits.map(({ client, jour, libelle, cavalier, montant }, n) => (
                <li key={n} className="py-1">
                  <Link to={ficheLink(client.id)} className="link">
                    <bdi>{client.nom}</bdi>
                  </Link>
                  <span>
                    {MOIS.credits.ligne({
                      montant,
                      cavalier,
                      libelle,
                      jour: formatJour(jour, 'moyen'),
                    })}
                  </span>
                </li>
              ))}
            </Doute>
          )}
        </div>
      )}
    </Card>
  );
}

/** One kind of doubt, with its list. */
function Doute({
  id,
  titre,
  aide,
  autres,
  children,
}: {
  id: string;
  titre: string;
  aide: string;
  autres?: string | false;
  children: ReactNode;
}) {
  return (
    <section aria-labelledby={`doute-${id}`}>
      <h3 id={`doute-${id}`} className="flex items-start gap-2 text-base text-partiel-ink">
        <CircleAlert aria-hidden className="mt-0.5 size-5 shrink-0" />
        {titre}
      </h3>
      <p className="text-sm text-muted">{aide}</p>
      <ul className="mt-1 max-h-60 overflow-y-auto text-sm">{children}</ul>
      {autres && <p className="text-sm text-muted">{autres}</p>}
    </section>
  );
}

function AFaireList({ preparation, tell }: { preparation: Preparation; tell: Tell }) {
  const { clients, mois } = preparation;
  const heading = useRef<HTMLHeadingElement>(null);
  const [asked, ask] = useState<Asked | null>(null);
  /** Who gets no email of those that were made in this tab, also after a reload. */
  const [sans, setSans] = useEcrit<readonly AFaire[]>(
    useUser().id,
    `imprimer.${mois}.1`,
    (kept) => kept ?? [],
  );
  const columns: readonly Column<AFaire>[] = [
    {
      header: MOIS.client,
      bare: true,
      cell: ({ id, nom }) => (
        <Link to={ficheLink(id)} className="link font-semibold wrap-anywhere">
          <bdi>{nom}</bdi>
        </Link>
      ),
    },
    { header: MOIS.lignes, cell: ({ lignes }) => lignes },
    {
      header: MOIS.montant,
      cell: ({ montant }) => <span className="whitespace-nowrap">{formatEuros(montant)}</span>,
    },
    {
      header: MOIS.part,
      cell: ({ compte }) => (compte ? MOIS.parEmail : <strong>{MOIS.aImprimer}</strong>),
    },
    {
      header: MOIS.actions,
      bare: true,
      cell: (client) => (
        <Button
          variant="secondary"
          size="small"
          onClick={() => ask({ clients: [client], all: false })}
        >
          {client.compte ? MOIS.envoyerUn : MOIS.faireUn}
          <span className="sr-only">{MOIS.envoyerA(client.nom)}</span>
        </Button>
      ),
    },
  ];
  return (
    <section aria-labelledby="titre-a-faire">
      <div className="flex flex-wrap items-end justify-between gap-3">
        <div>
          <h2 ref={heading} id="titre-a-faire" tabIndex={-1} className="rounded-field">
            {MOIS.aFaire}
          </h2>
          <p className="text-muted">
            {clients.length === 0
              ? MOIS.rienAFaire
              : MOIS.resume(clients.length, sumOf(clients.map(({ montant }) => montant)))}
          </p>
        </div>
        {clients.length > 0 && (
          <Button
            icon={<Send aria-hidden className="size-5 shrink-0" />}
            onClick={() => ask({ clients, all: true })}
          >
            {MOIS.envoyer}
          </Button>
        )}
      </div>
      {sans.length > 0 && <AImprimer sans={sans} mois={mois} />}
      {clients.length > 0 && (
        <div className="mt-3">
          <Table
            dense
            label={MOIS.aFaire}
            columns={columns}
            rows={clients}
            keyOf={({ id }) => id}
            empty={null}
          />
        </div>
      )}
      <Envoi
        mois={mois}
        asked={asked}
        fallback={heading}
        tell={tell}
        onDone={(made) => setSans((before) => [...before, ...made.filter((one) => !one.compte)])}
        onClose={() => ask(null)}
      />
    </section>
  );
}

/** The statements that were just made and are sent to nobody. */
function AImprimer({ sans, mois }: { sans: readonly AFaire[]; mois: string }) {
  const ids = new Set(sans.map(({ id }) => id));
  return (
    <Card aria-labelledby="titre-a-imprimer" className="mt-3">
      <h3 id="titre-a-imprimer" className="text-base">
        {MOIS.aImprimerTitre}
      </h3>
      <p className="text-sm text-muted">{MOIS.aImprimerAide}</p>
      <p className="mt-1 wrap-anywhere">
        <Noms comptes={sans} />
      </p>
      <PrintButton
        className="mt-3"
        html={async () => {
          const { centre, releves } = await readReleves(mois);
          return releveReport(
            releves.filter(({ payeur }) => ids.has(payeur)),
            centre,
            { centre: centre.nom },
          );
        }}
      >
        {MOIS.imprimerCeux}
      </PrintButton>
    </Card>
  );
}

const moisDeLAnnee = (mois: string): string[] =>
  Array.from({ length: 12 }, (_, n) => `${mois.slice(0, 4)}-${String(n + 1).padStart(2, '0')}`);

type ExporterProps = { nom: string; mois: readonly string[]; children: string };

/** The file of the statements of some months for the accountant (REL-80). */
function Exporter({ nom, mois, children }: ExporterProps) {
  const [busy, setBusy] = useState(false);
  const write = async () => {
    setBusy(true);
    try {
      const read: Releves[] = [];
      for (const one of mois) read.push(...(await readReleves(one)).releves);
      download(`releves_${nom}.csv`, csvOfReleves(read), 'text/csv;charset=utf-8');
    } catch (error) {
      toast('error', sentenceOf(error, MOIS.exportEchec));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button
      variant="secondary"
      busy={busy}
      icon={<Download aria-hidden className="size-5 shrink-0" />}
      onClick={() => void write()}
    >
      {children}
    </Button>
  );
}

/** The statements of the month that are made. */
function Faits({ mois }: { mois: string }) {
  const paging = usePage('page');
  const [page, turn] = paging;
  const query = useReleves(mois, page);
  const { data } = query;
  useFirstPageIfEmpty(data?.releves, paging);
  const heading = useRef<HTMLHeadingElement>(null);
  const [ouvert, open] = useState<Ouvert | null>(null);
  const columns: readonly Column<Releves>[] = [
    {
      header: MOIS.numero,
      cell: ({ numero }) => <span className="whitespace-nowrap">{numero}</span>,
    },
    {
      header: MOIS.client,
      bare: true,
      cell: ({ nom }) => <bdi className="font-semibold wrap-anywhere">{nom}</bdi>,
    },
    { header: MOIS.fait, cell: ({ jour }) => formatJour(jour, 'court') },
    { header: MOIS.ceMois, cell: ({ ce_mois }) => formatEuros(ce_mois) },
    {
      header: MOIS.aPayer,
      cell: ({ a_payer }) => <strong className="whitespace-nowrap">{formatEuros(a_payer)}</strong>,
    },
    {
      header: MOIS.actions,
      bare: true,
      cell: (releve) => (
        <div className="flex flex-wrap gap-2">
          <Button variant="secondary" size="small" onClick={() => open(releve)}>
            {MOIS.ouvrir}
            <span className="sr-only">{MOIS.deReleve(releve.numero)}</span>
          </Button>
          <PrintReleve id={releve.id} numero={releve.numero} />
        </div>
      ),
    },
  ];
  return (
    <section aria-labelledby="titre-faits">
      <div className="flex flex-wrap items-end justify-between gap-3">
        <h2 ref={heading} id="titre-faits" tabIndex={-1} className="rounded-field">
          {MOIS.dejaFaits}
        </h2>
        {data && data.total > 0 && (
          <div className="flex flex-col gap-3 sm:flex-row">
            <PrintButton
              html={async () => {
                const { centre, releves } = await readReleves(mois);
                return releveReport(releves, centre, { centre: centre.nom });
              }}
            >
              {MOIS.imprimerTous}
            </PrintButton>
            <Exporter nom={mois} mois={[mois]}>
              {MOIS.exporterMois}
            </Exporter>
            <Exporter nom={mois.slice(0, 4)} mois={moisDeLAnnee(mois)}>
              {MOIS.exporterAnnee}
            </Exporter>
          </div>
        )}
      </div>
      <div className="mt-3">
        {query.isError && !data ? (
          <Unreadable queries={[query]}>{MOIS.relevesIllisibles}</Unreadable>
        ) : (
          <Table
            dense
            label={MOIS.dejaFaits}
            columns={columns}
            rows={data?.releves ?? []}
            keyOf={({ id }) => id}
            loading={!data}
            expected={2}
            empty={<p className="text-muted">{MOIS.aucunFait}</p>}
          />
        )}
      </div>
      <Pagination
        label={MOIS.pages}
        page={page}
        pages={data ? Math.ceil(data.total / PAR_PAGE) : null}
        hasNext={data ? page * PAR_PAGE < data.total : false}
        onPage={(next) => {
          turn(next);
          heading.current?.focus();
        }}
      />
      <ReleveDialog ouvert={ouvert} fallback={heading} onClose={() => open(null)} />
    </section>
  );
}
