import type { Mouvement, ReleveResume } from '#contract/facturation.ts';
import { formatJour } from '#domain/core/calendrier.ts';
import { NOMS_MOYEN, titreOf } from '#domain/billing/facturation.ts';
import { enCoursInWords, montantSigne, type Prochain } from '#domain/billing/releves.ts';
import { formatEuros } from '#domain/prices.ts';
import { useMonCompte } from '#web/nouns/billing/mesReleves.ts';
import { PATHS, recordAt } from '#web/paths/paths.ts';
import { Boot } from '#web/ui/drawings/Boot.tsx';
import { Card } from '#web/ui/pages/Card.tsx';
import { EmptyState } from '#web/ui/messages/EmptyState.tsx';
import { Link, useLocation } from '#web/ui/hooks/navigation.tsx';
import { PageHeading } from '#web/ui/pages/PageHeading.tsx';
import { Skeleton } from '#web/ui/messages/Skeleton.tsx';
import { Unreadable } from '#web/ui/messages/Unreadable.tsx';
import { MonReleve } from './MonReleve.tsx';
import { TEXTES } from './textes.ts';

/** /app/mes-releves and /app/mes-releves/<id>: the person's own statements (REL-71). */
export default function MesReleves() {
  const id = recordAt(useLocation().pathname);
  return <div className="mx-auto max-w-3xl">{id === null ? <Liste /> : <MonReleve id={id} />}</div>;
}

function Liste() {
  const { read, needed, ready } = useMonCompte();
  const data = needed ? read.data : undefined;
  return (
    <>
      <PageHeading
        title={PATHS.mesReleves.titre}
        intro={TEXTES.intro}
        back={{ to: PATHS.reservation.path, label: TEXTES.retour }}
      />
      <div className="mt-4 flex flex-col gap-4" aria-busy={!ready && !read.isError}>
        {data ? (
          <>
            {data.paye_par_un_autre && <p className="font-medium">{TEXTES.autre}</p>}
            <Ouvert {...data} />
            <Releves releves={data.releves} />
            <Paiements paiements={data.paiements} />
          </>
        ) : ready && !needed ? (
          <Aucun />
        ) : read.isError ? (
          <Unreadable queries={[read]}>{TEXTES.illisible}</Unreadable>
        ) : (
          <>
            <p className="sr-only">{TEXTES.chargement}</p>
            <Skeleton card className="h-32" />
            <Skeleton card className="h-48" />
          </>
        )}
      </div>
    </>
  );
}

type OuvertProps = { solde: number; en_cours: number; prochain?: Prochain | undefined };

function Ouvert({ solde, en_cours, prochain }: OuvertProps) {
  return (
    <Card aria-labelledby="titre-ouvert" className="@container">
      <h2 id="titre-ouvert">{TEXTES.ouvert}</h2>
      <dl className="mt-2 grid gap-4 @sm:grid-cols-2">
        {solde < 0 ? (
          <Somme titre={TEXTES.credit} euros={-solde} aide={TEXTES.creditAide} />
        ) : (
          <Somme
            titre={TEXTES.aPayer}
            euros={solde}
            aide={solde === 0 ? TEXTES.rien : TEXTES.aPayerAide}
          />
        )}
        <Somme titre={TEXTES.enCours} euros={en_cours} aide={enCoursInWords('votre', prochain)} />
      </dl>
    </Card>
  );
}

const Somme = ({ titre, euros, aide }: { titre: string; euros: number; aide: string }) => (
  <div>
    <dt className="text-sm text-muted">{titre}</dt>
    <dd>
      <p className="font-title text-2xl font-semibold">{montantSigne(euros)}</p>
      <p className="text-sm text-muted">{aide}</p>
    </dd>
  </div>
);

const Aucun = () => (
  <EmptyState title={TEXTES.aucun} illustration={<Boot className="size-28" />}>
    {TEXTES.aucunAide}
  </EmptyState>
);

function Releves({ releves }: { releves: readonly ReleveResume[] }) {
  return (
    <Card aria-labelledby="titre-releves">
      <h2 id="titre-releves">{TEXTES.releves}</h2>
      {releves.length === 0 ? (
        <Aucun />
      ) : (
        <ul className="mt-1 divide-y divide-hairline">
          {releves.map(({ id, numero, mois, jour, ce_mois }) => (
            <li
              key={id}
              className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2"
            >
              <div className="min-w-0">
                <p className="font-semibold first-letter:uppercase">
                  {formatJour(`${mois}-15`, 'mois')}
                </p>
                <p className="text-sm text-muted">
                  {titreOf(numero)}, {TEXTES.faitLe(formatJour(jour, 'annee'))}
                </p>
              </div>
              <p className="ms-auto">
                <span className="text-sm text-muted">{TEXTES.ceMois}&#x202f;: </span>
                <strong>{formatEuros(ce_mois)}</strong>
              </p>
              <Link
                to={`${PATHS.mesReleves.path}/${id}`}
                className="link flex min-h-11 items-center"
              >
                {TEXTES.voir}
                <span className="sr-only">&#x202f;: {titreOf(numero)}</span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

function Paiements({ paiements }: { paiements: readonly Mouvement[] }) {
  return (
    <Card aria-labelledby="titre-paiements">
      <h2 id="titre-paiements">{TEXTES.paiements}</h2>
      {paiements.length === 0 ? (
        <p className="mt-2 text-muted">{TEXTES.aucunPaiement}</p>
      ) : (
        <ul className="mt-1 divide-y divide-hairline">
          {paiements.map(({ id, jour, moyen, montant, annule, annulation }) => (
            <li
              key={`${id} ${moyen}`}
              className="flex flex-wrap items-baseline justify-between gap-x-4 py-2"
            >
              <span className="min-w-0">
                {formatJour(jour, 'annee')},{' '}
                <span className="text-muted">
                  {annulation && `${TEXTES.annulation}, `}
                  {moyen === null ? TEXTES.arrondi : NOMS_MOYEN[moyen]}
                  {annule && `, ${TEXTES.annule}`}
                </span>
              </span>
              <span className="ms-auto font-medium">{montantSigne(montant)}</span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
