import { DatabaseBackup, Download } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { formatInstant } from '#domain/core/calendrier.ts';
import type { FichierSauvegarde, SauvegardeFaite } from '#domain/backups.ts';
import { sizeInWords } from '#domain/core/tailles.ts';
import { sentenceOf } from '#web/data/client.ts';
import { useBeginSauvegarde, useSauvegardes } from '#web/nouns/backups/sauvegardes.ts';
import { Banner } from '#web/ui/messages/Banner.tsx';
import { Button } from '#web/ui/basics/Button.tsx';
import { Card } from '#web/ui/pages/Card.tsx';
import { Skeleton } from '#web/ui/messages/Skeleton.tsx';
import { Unreadable } from '#web/ui/messages/Unreadable.tsx';
import type { useBanner } from '#web/ui/messages/useBanner.ts';
import { DownloadSauvegarde } from './DownloadSauvegarde.tsx';
import { DUREE } from '../shared/textes.ts';
import { TEXTES } from './textes.sauvegardes.ts';

const ICON = 'size-5 shrink-0';

/**
 * The last and the next backup, their files, and a button that makes one immediately (OPS-21 to
 * OPS-23).
 */
export function Sauvegardes({ say }: { say: ReturnType<typeof useBanner>[1] }) {
  const query = useSauvegardes();
  const begin = useBeginSauvegarde();
  const [wanted, setWanted] = useState<string | null>(null);
  const { data } = query;
  const last = data?.derniere;
  const running = last?.fin_at === null;
  const newest = data?.fichiers.find(({ avant }) => avant === null);
  return (
    <Card aria-labelledby="titre-sauvegardes">
      <h2 id="titre-sauvegardes">{TEXTES.titre}</h2>
      <p className="mt-1 text-sm text-muted">{TEXTES.aide}</p>
      {query.isError && !data ? (
        <Unreadable queries={[query]} className="mt-3">
          {TEXTES.illisible}
        </Unreadable>
      ) : (
        <>
          <div role="status">
            {running && (
              <Banner kind="info" spoken={false} className="mt-4">
                {TEXTES.enCours}
                {formatInstant(last.debut_at)}.
              </Banner>
            )}
          </div>
          {last && last.erreur !== null && (
            <Banner kind="error" className="mt-4">
              <p className="wrap-anywhere">
                {TEXTES.echec}
                {last.erreur}
              </p>
            </Banner>
          )}
          <dl aria-busy={query.isPending} className="mt-4 grid gap-x-10 gap-y-3 sm:grid-cols-2">
            <Row term={TEXTES.derniere}>
              {data && <Last reussie={data.reussie} fichiers={data.fichiers} />}
            </Row>
            <Row term={TEXTES.prochaine}>{data && formatInstant(data.prochaine_at)}</Row>
            <Row term={TEXTES.fichiers}>{data && totalOf(data.fichiers)}</Row>
            <Row term={TEXTES.chiffrement}>
              {data && (data.chiffrees ? TEXTES.chiffrees : TEXTES.enClair)}
            </Row>
            <Row term={TEXTES.dossier}>{data?.dossier}</Row>
          </dl>
          {begin.isError && (
            <Banner kind="error" className="mt-4">
              {sentenceOf(begin.error, TEXTES.pasCommencee)}
            </Banner>
          )}
          <div className="mt-5 flex flex-col gap-3 sm:flex-row sm:flex-wrap">
            <Button
              icon={<DatabaseBackup aria-hidden className={ICON} />}
              busy={begin.isPending || running}
              busyLabel={TEXTES.pendant}
              onClick={() => begin.mutate({})}
            >
              {TEXTES.maintenant}
            </Button>
            {newest && (
              <Button
                variant="secondary"
                icon={<Download aria-hidden className={ICON} />}
                onClick={() => setWanted(newest.nom)}
              >
                {TEXTES.telecharger}
              </Button>
            )}
          </div>
          {data && data.fichiers.length > 0 && (
            <Files fichiers={data.fichiers} onDownload={setWanted} />
          )}
        </>
      )}
      {wanted !== null && (
        <DownloadSauvegarde
          nom={wanted}
          onClose={(done) => {
            setWanted(null);
            if (done) say({ kind: 'success', text: TEXTES.telechargee, ms: DUREE.message });
          }}
        />
      )}
    </Card>
  );
}

const totalOf = (fichiers: readonly FichierSauvegarde[]): string =>
  `${fichiers.length} ${fichiers.length > 1 ? 'fichiers' : 'fichier'}, ${sizeInWords(fichiers.reduce((sum, { octets }) => sum + octets, 0))}`;

/** Without children: a placeholder while the value is being read. */
function Row({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-sm text-muted">{term}</dt>
      <dd className="font-medium wrap-anywhere">{children ?? <Skeleton className="h-6 w-40" />}</dd>
    </div>
  );
}

/** The last backup that succeeded. */
function Last({
  reussie,
  fichiers,
}: {
  reussie: SauvegardeFaite | null;
  fichiers: readonly FichierSauvegarde[];
}) {
  if (reussie === null) return <>{TEXTES.aucune}</>;
  const { debut_at, octets, nom, non_verifiee: unproved } = reussie;
  return (
    <>
      {formatInstant(debut_at)}
      {octets !== null && `, ${sizeInWords(octets)}`}
      <span className="block font-normal">
        {unproved === null ? TEXTES.verifiee : `${TEXTES.nonVerifiee}${unproved}.`}
      </span>
      {!fichiers.some((file) => file.nom === nom) && (
        <span className="block font-normal">{TEXTES.ailleurs}</span>
      )}
    </>
  );
}

function Files({
  fichiers,
  onDownload,
}: {
  fichiers: readonly FichierSauvegarde[];
  onDownload: (nom: string) => void;
}) {
  return (
    <details className="mt-5">
      <summary className="link inline-flex min-h-11 cursor-pointer items-center">
        {TEXTES.toutes} ({fichiers.length})
      </summary>
      <ul className="mt-2 divide-y divide-hairline">
        {fichiers.map(({ nom, creee_at, octets, avant }) => (
          <li key={nom} className="flex flex-wrap items-center justify-between gap-x-4 py-1">
            <span>
              {formatInstant(creee_at)}, {sizeInWords(octets)}
              {avant !== null && ` (${TEXTES.avant[avant]})`}
            </span>
            <Button
              variant="ghost"
              icon={<Download aria-hidden className={ICON} />}
              onClick={() => onDownload(nom)}
            >
              {TEXTES.telechargerUne}
              <span className="sr-only"> celle du {formatInstant(creee_at)}</span>
            </Button>
          </li>
        ))}
      </ul>
    </details>
  );
}
