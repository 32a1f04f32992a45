import { ChevronDown } from 'lucide-react';
import { useRef, useState } from 'react';
import { formatJour, momentAt } from '#domain/core/calendrier.ts';
import { NOMS_MOYEN } from '#domain/billing/facturation.ts';
import { formatEuros } from '#domain/prices.ts';
import { useCompteEfface, useEffaces } from '#web/nouns/billing/facturation.ts';
import { Button } from '#web/ui/basics/Button.tsx';
import { Boot } from '#web/ui/drawings/Boot.tsx';
import { EmptyState } from '#web/ui/messages/EmptyState.tsx';
import { Skeleton } from '#web/ui/messages/Skeleton.tsx';
import { Unreadable } from '#web/ui/messages/Unreadable.tsx';
import { type Ouvert, PrintReleve, ReleveDialog } from './ReleveDialog.tsx';
import { EFFACES, MOIS, soldeInWords } from './textes.ts';

type Efface = NonNullable<ReturnType<typeof useEffaces>['data']>[number];

/** The accounts of erased customers, as long as the law keeps them (REL-58). */
export function Effaces() {
  const effaces = useEffaces();
  const heading = useRef<HTMLHeadingElement>(null);
  const [ouvert, open] = useState<Ouvert | null>(null);
  return (
    <section aria-labelledby="titre-effaces" className="mt-6">
      <h2 ref={heading} id="titre-effaces" tabIndex={-1} className="rounded-field">
        {EFFACES.titre}
      </h2>
      <p className="max-w-3xl text-muted">{EFFACES.aide}</p>
      <div className="mt-4" aria-busy={!effaces.data && !effaces.isError}>
        {effaces.data ? (
          effaces.data.length === 0 ? (
            <EmptyState title={EFFACES.vide} illustration={<Boot className="w-28" />}>
              {EFFACES.videAide}
            </EmptyState>
          ) : (
            <ul aria-label={EFFACES.titre} className="flex flex-col gap-2.5">
              {effaces.data.map((efface) => (
                <Ligne key={efface.id} efface={efface} onOpen={open} />
              ))}
            </ul>
          )
        ) : effaces.isError ? (
          <Unreadable queries={[effaces]}>{EFFACES.illisible}</Unreadable>
        ) : (
          <Skeleton card className="h-24" />
        )}
      </div>
      <ReleveDialog ouvert={ouvert} fallback={heading} onClose={() => open(null)} />
    </section>
  );
}

type LigneProps = { efface: Efface; onOpen: (releve: Ouvert) => void };

/** One account; its statements and payments are read when it is opened. */
function Ligne({ efface: { id, nom, adresse, efface_le, solde, releves }, onOpen }: LigneProps) {
  const [open, setOpen] = useState(false);
  return (
    <li>
      <details
        open={open}
        onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
        className="group rounded-card border border-hairline bg-card"
      >
        <summary className="flex min-h-14 list-none items-center gap-3 rounded-card px-4 py-3 -outline-offset-4 hover:bg-sand-soft sm:px-5">
          <ChevronDown
            aria-hidden
            className="size-5 shrink-0 text-muted transition-transform group-open:rotate-180"
          />
          <span className="min-w-0 flex-1">
            <bdi className="block font-semibold wrap-anywhere">{nom}</bdi>
            <span className="block text-sm text-muted wrap-anywhere">
              {EFFACES.efface(formatJour(momentAt(new Date(efface_le)).jour, 'annee'))},{' '}
              {EFFACES.releves(releves)}
              {adresse !== null && (
                <>
                  {' · '}
                  <bdi>{adresse}</bdi>
                </>
              )}
            </span>
          </span>
          <span className="shrink-0 text-lg font-semibold">{soldeInWords(solde)}</span>
        </summary>
        {open && (
          <div className="border-t border-hairline px-4 pt-3 pb-4 sm:px-5">
            <Compte id={id} onOpen={onOpen} />
          </div>
        )}
      </details>
    </li>
  );
}

function Compte({ id, onOpen }: { id: string; onOpen: (releve: Ouvert) => void }) {
  const compte = useCompteEfface(id);
  const { data } = compte;
  if (!data)
    return compte.isError ? (
      <Unreadable queries={[compte]}>{EFFACES.compteIllisible}</Unreadable>
    ) : (
      <Skeleton className="h-20" />
    );
  return (
    <div className="grid gap-4 lg:grid-cols-2">
      <section>
        <h3 className="text-base">{EFFACES.relevesTitre}</h3>
        <ul className="mt-1 divide-y divide-hairline">
          {data.releves.map((releve) => (
            <li
              key={releve.id}
              className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-1.5"
            >
              <span>
                {releve.numero}, {formatEuros(releve.ce_mois)}
              </span>
              <span className="flex flex-wrap gap-2">
                <Button variant="secondary" size="small" onClick={() => onOpen(releve)}>
                  {MOIS.ouvrir}
                  <span className="sr-only">{MOIS.deReleve(releve.numero)}</span>
                </Button>
                <PrintReleve id={releve.id} numero={releve.numero} />
              </span>
            </li>
          ))}
        </ul>
      </section>
      <section>
        <h3 className="text-base">{EFFACES.paiementsTitre}</h3>
        {data.mouvements.length === 0 ? (
          <p className="mt-1 text-muted">{EFFACES.aucunPaiement}</p>
        ) : (
          <ul className="mt-1 divide-y divide-hairline">
            {data.mouvements.map(({ id: key, moyen, jour, montant, annule, annulation }) => (
              <li key={`${key} ${moyen}`} className="flex justify-between gap-4 py-1.5">
                <span>
                  {formatJour(jour, 'court')}, {moyen ? NOMS_MOYEN[moyen] : EFFACES.arrondi}
                  {(annule || annulation) &&
                    ` (${annulation ? EFFACES.annulation : EFFACES.annule})`}
                </span>
                <span className="whitespace-nowrap">{formatEuros(montant)}</span>
              </li>
            ))}
          </ul>
        )}
      </section>
    </div>
  );
}
