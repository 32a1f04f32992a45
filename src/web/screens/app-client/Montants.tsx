import type { FicheClient } from '#contract/fiche.ts';
import { formatJour } from '#domain/core/calendrier.ts';
import { NOMS_MOTIF } from '#domain/billing/lignes.ts';
import { formatEuros } from '#domain/prices.ts';
import { useNow } from '#web/data/horloge.ts';
import { Card } from '#web/ui/pages/Card.tsx';
import { Others } from './Contact.tsx';
import { MONTANTS } from './textes.ts';

/** What is billed this month and this year (CLI-23). */
export function Montants({
  client: { mois, annee, lignes, payeur, paie_pour },
}: {
  client: FicheClient;
}) {
  const { jour } = useNow();
  return (
    <Card aria-labelledby="titre-montants" className="@container">
      <h2 id="titre-montants">{MONTANTS.titre}</h2>
      <p className="text-sm text-muted">{MONTANTS.aide}</p>
      {payeur && (
        <p className="text-sm">
          {MONTANTS.payeur}
          <Others clients={[payeur]} />
        </p>
      )}
      {paie_pour.length > 0 && (
        <p className="text-sm">
          {MONTANTS.avec}
          <Others clients={paie_pour} />
        </p>
      )}
      <dl className="mt-2 grid gap-4 @sm:grid-cols-2">
        <Periode titre={formatJour(`${jour.slice(0, 7)}-15`, 'mois')} montants={mois} />
        <Periode titre={jour.slice(0, 4)} montants={annee} />
      </dl>
      {lignes.length > 0 && (
        <>
          <h3 className="mt-4 text-base">{MONTANTS.lignes}</h3>
          <ul className="mt-1 divide-y divide-hairline text-sm">
            {lignes.map(({ id, jour: day, nom, libelle, motif, prix }) => (
              <li key={id} className="flex flex-wrap items-baseline justify-between gap-x-4 py-1.5">
                <span className="min-w-0 wrap-anywhere">
                  {formatJour(day, 'complet')}, {libelle} <bdi>({nom})</bdi>, {NOMS_MOTIF[motif]}
                </span>
                <span className="ms-auto font-medium">{formatEuros(prix)}</span>
              </li>
            ))}
          </ul>
        </>
      )}
    </Card>
  );
}

function Periode({
  titre,
  montants: { nombre, en_attente, non_facturees, total, retard },
}: {
  titre: string;
  montants: FicheClient['mois'];
}) {
  return (
    <div>
      <dt className="text-sm text-muted first-letter:uppercase">{titre}</dt>
      <dd>
        <p className="font-title text-2xl font-semibold">{formatEuros(total)}</p>
        <p className="text-sm">{MONTANTS.facture(nombre)}</p>
        {en_attente > 0 && <p className="text-sm text-muted">{MONTANTS.attente(en_attente)}</p>}
        {non_facturees > 0 && (
          <p className="text-sm text-muted">{MONTANTS.absences(non_facturees)}</p>
        )}
        {retard > 0 && (
          <p className="text-sm">
            {MONTANTS.retard}
            <strong>{formatEuros(retard)}</strong>
          </p>
        )}
      </dd>
    </div>
  );
}
