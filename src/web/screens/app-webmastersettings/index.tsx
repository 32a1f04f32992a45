import { Mails, ScrollText } from 'lucide-react';
import { Link } from 'react-router';
import { useResumeCourriels } from '#web/data/queries/courriels.ts';
import { UnseenFailures } from '#web/parts/UnseenFailures.tsx';
import { FAILED_COURRIELS, PATHS, BACK_LINKS } from '#web/paths/paths.ts';
import { buttonStyle } from '#web/ui/buttonStyle.ts';
import { PageHeading } from '#web/ui/PageHeading.tsx';
import { StickyBanner } from '#web/ui/StickyBanner.tsx';
import { useBanner } from '#web/ui/useBanner.ts';
import { Administrators } from './Administrators.tsx';
import { Controles } from './Controles.tsx';
import { ParametresForm } from './ParametresForm.tsx';
import { Sauvegardes } from './Sauvegardes.tsx';
import { SystemInfo } from './SystemInfo.tsx';
import { TEXTES } from './textes.ts';
import { TypesLecons } from './TypesLecons.tsx';

/** /app/webmastersettings (SET-01). */
export default function WebmasterSettings() {
  const [message, say] = useBanner();
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
      <StickyBanner message={message} />
      <ParametresForm say={say}>
        <TypesLecons say={say} />
      </ParametresForm>
      <Administrators say={say} />
      <Sauvegardes say={say} />
      <Controles />
      <SystemInfo />
    </div>
  );
}
