import { Eye, Mails } from 'lucide-react';
import { Link } from '#web/ui/hooks/navigation.tsx';
import { isUnreadable } from '#web/data/client.ts';
import { useResumeCourriels } from '#web/nouns/emails/courrielsQueries.ts';
import { useResumeUsers } from '#web/nouns/people/users.ts';
import { SearchField } from '#web/parts/SearchField.tsx';
import { UnseenFailures } from '#web/nouns/emails/UnseenFailures.tsx';
import { FAILED_COURRIELS, PATHS, BACK_LINKS } from '#web/paths/paths.ts';
import { buttonStyle } from '#web/ui/basics/buttonStyle.ts';
import { PageHeading } from '#web/ui/pages/PageHeading.tsx';
import { StickyBanner } from '#web/ui/messages/StickyBanner.tsx';
import { useBanner } from '#web/ui/messages/useBanner.ts';
import { useDebounced } from '#web/ui/hooks/useDebounced.ts';
import { useLeave } from '#web/ui/pages/useLeave.ts';
import { Clients } from './Clients.tsx';
import { Compteurs } from './Compteurs.tsx';
import { OpenDay } from './OpenDay.tsx';
import { Section } from './Section.tsx';
import { DUREE, foundText, SECTIONS, TEXTES } from './textes.ts';
import { useClientList } from './useClientList.ts';
import { useDecisions } from './useDecisions.tsx';
import { useUserList } from './useUserList.ts';
import { useView } from './useView.ts';

export { prefetchUsers as readFirst } from '#web/nouns/people/users.ts';

/** /app/utilisateurs (PEOPLE-01). */
export default function Utilisateurs() {
  const view = useView();
  const searching = useDebounced(view.query, DUREE.recherche).trim();
  const q = searching || undefined;
  const all = useResumeUsers(undefined);
  const found = useResumeUsers(q);
  const [message, say] = useBanner();
  const { decide, approveAll, correct, unsure } = useDecisions(say);
  const courriels = useResumeCourriels().data;
  const failures = courriels?.echoue_non_vus ?? 0;
  const total = found.data;
  const lists = {
    en_attente: useUserList(view, 'en_attente', q, total?.en_attente),
    approuve: useUserList(view, 'approuve', q, total?.approuves),
    refuse: useUserList(view, 'refuse', q, total?.refuses),
  };
  const clientList = useClientList(view, q);
  const { clients } = clientList;
  const readings = [all, found, clients, ...Object.values(lists).map(({ users }) => users)];
  useLeave(isUnreadable(readings.map(({ error }) => error)), PATHS.accueil.path, TEXTES.illisible);

  const nombre =
    total === undefined ? undefined : total.en_attente + total.approuves + total.refuses;
  return (
    <div className="mx-auto max-w-6xl">
      <PageHeading
        title={PATHS.utilisateurs.titre}
        intro={TEXTES.intro}
        back={{ to: BACK_LINKS.webmaster, label: TEXTES.retour }}
      >
        <Link to={PATHS.previewemail.path} className={buttonStyle('secondary')}>
          <Eye aria-hidden className="size-5 shrink-0" />
          {TEXTES.apercu}
        </Link>
        <Link
          to={failures > 0 ? FAILED_COURRIELS : PATHS.courriels.path}
          className={buttonStyle('secondary')}
        >
          <Mails aria-hidden className="size-5 shrink-0" />
          {PATHS.courriels.titre}
          <UnseenFailures count={failures} />
        </Link>
        <Link to={PATHS.imports.path} className={buttonStyle('secondary')}>
          {TEXTES.importer}
        </Link>
        <Link to={PATHS.averifier.path} className={buttonStyle('secondary')}>
          {PATHS.averifier.titre}
        </Link>
      </PageHeading>
      <StickyBanner message={message} />
      <Compteurs resume={all.data} />
      <search className="mt-6 flex flex-wrap items-end gap-x-4 gap-y-1.5">
        <SearchField
          label={TEXTES.recherche}
          hint={TEXTES.rechercheAide}
          query={view.query}
          onType={view.search}
        />
        <p role="status" className="text-muted sm:flex sm:min-h-11 sm:items-center">
          {q &&
            !found.isPlaceholderData &&
            !clients.isPlaceholderData &&
            !clients.isPending &&
            nombre !== undefined &&
            foundText(nombre, clients.data ? clientList.total : 0)}
        </p>
      </search>
      {SECTIONS.map((section) => (
        <Section
          key={section.cle}
          section={section}
          liste={lists[section.cle]}
          searching={q !== undefined}
          envoi={courriels?.envoi ?? false}
          decide={decide}
          approveAll={approveAll}
          correct={correct}
          say={say}
          unsure={unsure}
        />
      ))}
      <Clients liste={clientList} searching={q !== undefined} say={say} />
      <OpenDay />
    </div>
  );
}
