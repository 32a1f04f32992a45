// chunk: statement
import type { ReactNode } from 'react';
import { formatJour } from '#domain/core/calendrier.ts';
import {
  AUTRES_LIGNES,
  type CentreImprime,
  type LigneImprimee,
  montantSigne,
  notesOf,
  paiementOf,
  periodeOf,
  type ReleveImprime,
  SCANNEZ,
  signeOf,
  sommesOf,
} from '#domain/billing/releves.ts';
import { QrCode } from '#web/ui/pages/QrCode.tsx';

type ReleveProps = { releve: ReleveImprime; centre: CentreImprime };

/**
 * A statement as it was made, below a heading with its number (REL-70). `Titre`: one level below that
 * heading.
 */
export function Releve({
  releve,
  centre,
  Titre = 'h3',
  action,
}: ReleveProps & {
  Titre?: 'h2' | 'h3';
  /** What is beside a line, by its block and its place in it. */
  action?: (bloc: number, ligne: number) => ReactNode;
}) {
  return (
    <div className="@container">
      <p className="text-muted">
        {periodeOf(releve)}, fait le {formatJour(releve.jour, 'annee')} pour{' '}
        <bdi className="wrap-anywhere">{releve.nom}</bdi>
      </p>
      {releve.blocs.map(({ cavalier, lignes, total }, n) => (
        <section key={n} aria-labelledby={`bloc-${releve.numero}-${n}`} className="mt-4">
          <Titre id={`bloc-${releve.numero}-${n}`} className="text-base">
            <bdi className="wrap-anywhere">{cavalier ?? AUTRES_LIGNES}</bdi>
          </Titre>
          <ul className="divide-y divide-hairline border-y border-hairline">
            {lignes.map((ligne, i) => (
              <Ligne key={i} ligne={ligne} action={action?.(n, i)} />
            ))}
          </ul>
          <p className="flex justify-between gap-4 py-1.5 font-semibold">
            <span>Total</span>
            <span>{montantSigne(total)}</span>
          </p>
        </section>
      ))}
      <dl className="mt-4 ms-auto max-w-sm">
        {sommesOf(releve).map(([nom, montant], n, all) => (
          <div
            key={nom}
            className={
              n === all.length - 1
                ? 'flex flex-wrap justify-between gap-x-4 border-t-2 border-ink pt-2 text-xl font-semibold'
                : 'flex flex-wrap justify-between gap-x-4 py-1'
            }
          >
            <dt>{nom}</dt>
            <dd className="ms-auto whitespace-nowrap">{montant}</dd>
          </div>
        ))}
      </dl>
      <Virement releve={releve} centre={centre} />
    </div>
  );
}

function Ligne({ ligne, action }: { ligne: LigneImprimee; action: ReactNode }) {
  const [sign, notes] = [signeOf(ligne), notesOf(ligne)];
  return (
    <li className="flex flex-wrap items-baseline justify-between gap-x-4 py-1.5">
      <span className="min-w-0 wrap-anywhere">
        <span className="text-muted">{formatJour(ligne.jour, 'court')}, </span>
        {sign !== '' && <strong aria-hidden>{sign} </strong>}
        <bdi>{ligne.libelle}</bdi>
        {notes !== '' && (
          <span className="text-sm text-muted">
            {' '}
            (<bdi>{notes}</bdi>)
          </span>
        )}
      </span>
      <span className="ms-auto flex items-baseline gap-3 whitespace-nowrap">
        {montantSigne(ligne.montant, ligne.ecart)}
        {action}
      </span>
    </li>
  );
}

function Virement({ releve, centre }: ReleveProps) {
  const paiement = paiementOf(releve, centre);
  if (paiement.code === undefined) return <p className="mt-4 font-semibold">{paiement.phrase}</p>;
  return (
    <div className="mt-4 flex flex-col items-center gap-4 rounded-card border border-hairline p-4 @md:flex-row">
      <QrCode
        text={paiement.code}
        label="QR code du virement"
        className="w-52 max-w-full shrink-0"
      />
      <div className="min-w-0">
        <dl className="grid gap-x-4 gap-y-1 @md:grid-cols-[auto_1fr]">
          {paiement.lignes.map(([nom, value]) => (
            <div key={nom} className="contents">
              <dt className="text-muted">{nom}</dt>
              <dd className="font-semibold wrap-anywhere select-all">
                <bdi>{value}</bdi>
              </dd>
            </div>
          ))}
        </dl>
        <p className="mt-3">{SCANNEZ}</p>
      </div>
    </div>
  );
}
