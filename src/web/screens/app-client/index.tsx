import type { QueryClient } from '@tanstack/react-query';
import { codeOf } from '#web/data/client.ts';
import { useCentre } from '#web/data/queries.ts';
import { useResumeCourriels } from '#web/nouns/emails/courrielsQueries.ts';
import { prefetchFiche, useFiche } from '#web/nouns/customers/fiche.ts';
import { useTypesOrDefaults } from '#web/nouns/types/typesLecons.ts';
import { PATHS, recordAt } from '#web/paths/paths.ts';
import { buttonStyle } from '#web/ui/basics/buttonStyle.ts';
import { FallenRail } from '#web/ui/drawings/FallenRail.tsx';
import { EmptyState } from '#web/ui/messages/EmptyState.tsx';
import { Link, useLocation } from '#web/ui/hooks/navigation.tsx';
import { PageHeading } from '#web/ui/pages/PageHeading.tsx';
import { Skeleton } from '#web/ui/messages/Skeleton.tsx';
import { StickyBanner } from '#web/ui/messages/StickyBanner.tsx';
import { Unreadable } from '#web/ui/messages/Unreadable.tsx';
import { useBanner } from '#web/ui/messages/useBanner.ts';
import { Cavaliers } from './Cavaliers.tsx';
import { Compte } from './Compte.tsx';
import { Contact } from './Contact.tsx';
import { Courriels } from './Courriels.tsx';
import { Journal } from './Journal.tsx';
import { Lecons } from './Lecons.tsx';
import { Montants } from './Montants.tsx';
import { TEXTES } from './textes.ts';

export const readFirst = async (queries: QueryClient, pathname: string): Promise<unknown> => {
  const id = recordAt(pathname);
  return id === null ? null : prefetchFiche(queries, id);
};

/** /app/clients/<id>: all about one customer (CLI-20). */
export default function Client() {
  const id = recordAt(useLocation().pathname);
  const fiche = useFiche(id);
  const types = useTypesOrDefaults();
  const envoi = useResumeCourriels().data?.envoi ?? false;
  const facturation = useCentre().data?.facturation;
  const [message, say] = useBanner();
  const unknown = id === null || codeOf(fiche.error) === 'client_inconnu';
  // While the names of the types are read, their stored values are not shown (UI-49).
  const client = unknown || !types ? undefined : fiche.data;
  const labelOf = (type: string) => types?.find(({ value }) => value === type)?.label ?? type;

  return (
    <div className="mx-auto max-w-6xl">
      <PageHeading
        title={client?.nom ?? PATHS.client.titre}
        intro={TEXTES.intro}
        back={{ to: PATHS.utilisateurs.path, label: TEXTES.retour }}
      />
      <StickyBanner message={message} />
      <div className="mt-4 flex flex-col gap-4" aria-busy={!client && !unknown && !fiche.isError}>
        {unknown ? (
          <EmptyState
            title={TEXTES.inconnu}
            illustration={<FallenRail className="w-48 max-w-full" />}
            action={
              <Link to={PATHS.utilisateurs.path} className={buttonStyle('primary')}>
                {TEXTES.versUtilisateurs}
              </Link>
            }
          >
            {TEXTES.inconnuAide}
          </EmptyState>
        ) : client ? (
          <>
            <Contact client={client} envoi={envoi} say={say} />
            {facturation && <Compte id={client.id} say={say} />}
            <div className="grid items-start gap-4 lg:grid-cols-2">
              <Cavaliers client={client} labelOf={labelOf} say={say} />
              <Montants client={client} />
            </div>
            <Lecons id={client.id} quand="a_venir" labelOf={labelOf} />
            <Lecons id={client.id} quand="passees" labelOf={labelOf} />
            <div className="grid items-start gap-4 lg:grid-cols-2">
              <Courriels client={client} />
              <Journal client={client} labelOf={labelOf} />
            </div>
          </>
        ) : fiche.isError ? (
          <Unreadable queries={[fiche]}>{TEXTES.illisible}</Unreadable>
        ) : (
          <>
            <Skeleton card className="h-44" />
            <div className="grid gap-4 lg:grid-cols-2">
              <Skeleton card className="h-40" />
              <Skeleton card className="h-40" />
            </div>
            <Skeleton card className="h-60" />
          </>
        )}
      </div>
    </div>
  );
}
