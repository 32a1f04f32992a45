import { titreOf } from '#domain/billing/facturation.ts';
import { CENTRE } from '#web/data/centre.ts';
import { codeOf } from '#web/data/client.ts';
import { useMonReleve } from '#web/nouns/billing/mesReleves.ts';
import { Releve } from '#web/nouns/billing/Releve.tsx';
import { PATHS } from '#web/paths/paths.ts';
import { Card } from '#web/ui/pages/Card.tsx';
import { FallenRail } from '#web/ui/drawings/FallenRail.tsx';
import { EmptyState } from '#web/ui/messages/EmptyState.tsx';
import { PageHeading } from '#web/ui/pages/PageHeading.tsx';
import { PrintButton } from '#web/ui/pages/PrintButton.tsx';
import { Skeleton } from '#web/ui/messages/Skeleton.tsx';
import { Unreadable } from '#web/ui/messages/Unreadable.tsx';
import { TEXTES } from './textes.ts';

const GONE: ReadonlySet<string | null> = new Set(['releve_introuvable', 'facturation_fermee']);

/** One statement of the person, with its QR code, to read and to print (REL-71). */
export function MonReleve({ id }: { id: string }) {
  const read = useMonReleve(id);
  const { data } = read;
  const gone = GONE.has(codeOf(read.error));
  return (
    <>
      <PageHeading
        title={data ? titreOf(data.releve.numero) : PATHS.mesReleves.titre}
        intro={TEXTES.intro}
        back={{ to: PATHS.mesReleves.path, label: TEXTES.tous }}
      />
      <div className="mt-4 flex flex-col gap-4" aria-busy={!data && !read.isError}>
        {gone ? (
          <EmptyState
            title={TEXTES.inconnu}
            illustration={<FallenRail className="w-48 max-w-full" />}
          >
            {TEXTES.inconnuAide}
          </EmptyState>
        ) : data ? (
          <>
            <Card aria-label={titreOf(data.releve.numero)}>
              <Releve releve={data.releve} centre={data.centre} Titre="h2" />
            </Card>
            <PrintButton
              html={async () =>
                (await import('#documents/prints/releves.ts')).releveReport(
                  [data.releve],
                  data.centre,
                  { centre: CENTRE.nom },
                )
              }
            >
              {TEXTES.imprimer}
            </PrintButton>
          </>
        ) : read.isError ? (
          <Unreadable queries={[read]}>{TEXTES.releveIllisible}</Unreadable>
        ) : (
          <Skeleton card className="h-96" />
        )}
      </div>
    </>
  );
}
