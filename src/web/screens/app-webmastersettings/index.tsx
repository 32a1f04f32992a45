import { Mails, Pencil, ScrollText } from 'lucide-react';
import { Link, useSearchParams } from '#web/ui/hooks/navigation.tsx';
import { useResumeCourriels } from '#web/nouns/emails/courrielsQueries.ts';
import { useParametres } from '#web/nouns/settings.ts';
import { UnseenFailures } from '#web/nouns/emails/UnseenFailures.tsx';
import { BACK_LINKS, FAILED_COURRIELS, ongletPath, PATHS } from '#web/paths/paths.ts';
import { buttonStyle } from '#web/ui/basics/buttonStyle.ts';
import { PageHeading } from '#web/ui/pages/PageHeading.tsx';
import { StickyBanner } from '#web/ui/messages/StickyBanner.tsx';
import { TabLinks } from '#web/ui/pages/TabLinks.tsx';
import { useBanner } from '#web/ui/messages/useBanner.ts';
import { ONGLETS } from './onglets.ts';
import { ParametresForm } from './ParametresForm.tsx';
import { TEXTES } from './shared/textes.ts';
import { useParametresDraft } from './useParametresDraft.ts';

/** /app/webmastersettings (SET-01). */
export default function WebmasterSettings() {
  const [message, say] = useBanner();
  const [params] = useSearchParams();
  const onglet = ONGLETS.find(({ nom }) => nom === params.get('onglet')) ?? ONGLETS[0];
  const parametres = useParametres();
  const { fields, unsaved } = useParametresDraft(parametres.data, onglet.nom);
  const echecs = useResumeCourriels().data?.echoue_non_vus ?? 0;
  return (
    <div className="mx-auto max-w-6xl">
      <PageHeading
        title={PATHS.webmastersettings.titre}
        intro={TEXTES.intro}
        back={{ to: BACK_LINKS.webmaster, label: TEXTES.retour }}
      >
        <Link
          to={echecs > 0 ? FAILED_COURRIELS : PATHS.courriels.path}
          className={buttonStyle('secondary')}
        >
          <Mails aria-hidden className="size-5 shrink-0" />
          {TEXTES.courriels}
          <UnseenFailures count={echecs} />
        </Link>
        <Link to={PATHS.journal.path} className={buttonStyle('secondary')}>
          <ScrollText aria-hidden className="size-5 shrink-0" />
          {TEXTES.journal}
        </Link>
      </PageHeading>
      <Onglets current={onglet.nom} unsaved={unsaved} />
      <StickyBanner message={message} />
      <div key={onglet.nom} className="mt-6 flex flex-col gap-6">
        {onglet.directes.map((Section, i) => (
          <Section key={i} say={say} />
        ))}
        {onglet.reglages.length > 0 && (
          <ParametresForm onglet={onglet} parametres={parametres} fields={fields} say={say} />
        )}
        {onglet.ensuite?.map((Section, i) => (
          <Section key={i} say={say} />
        ))}
      </div>
    </div>
  );
}

/** A tab whose changes are not saved is marked. */
function Onglets({ current, unsaved }: { current: string; unsaved: readonly string[] }) {
  return (
    <TabLinks
      label={TEXTES.onglets}
      className="grid-cols-[repeat(auto-fit,minmax(6.5rem,1fr))] sm:grid-cols-4 xl:flex"
      tabs={ONGLETS.map(({ nom, titre }) => ({
        to: ongletPath(nom),
        title: titre,
        current: nom === current,
        mark: unsaved.includes(nom) && (
          <>
            <Pencil aria-hidden className="ms-1.5 mb-0.5 inline size-4" />
            <span className="sr-only">, {TEXTES.nonSauvegarde}</span>
          </>
        ),
      }))}
    />
  );
}
