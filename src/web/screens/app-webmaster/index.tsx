import { LogOut, Settings } from 'lucide-react';
import { useState } from 'react';
import { Link } from '#web/ui/navigation.tsx';
import { quit } from '#web/data/quit.ts';
import { PATHS } from '#web/paths/paths.ts';
import { Button } from '#web/ui/Button.tsx';
import { buttonStyle } from '#web/ui/buttonStyle.ts';
import { PageHeading } from '#web/ui/PageHeading.tsx';
import { StickyBanner } from '#web/ui/StickyBanner.tsx';
import { useBanner } from '#web/ui/useBanner.ts';
import { Compteurs } from './Compteurs.tsx';
import { FailedEmails } from './FailedEmails.tsx';
import type { Tell } from './MovedLecon.tsx';
import { Planning } from './Planning.tsx';
import { KeptRaisons } from './KeptRaisons.tsx';
import { SansClient } from './SansClient.tsx';
import { DUREE_SUCCES, TEXTES } from './textes.ts';
import { VueDuJour } from './VueDuJour.tsx';
import { WaitingAccounts } from './WaitingAccounts.tsx';

export { prefetchPlanning as readFirst } from '#web/data/queries/reservations.ts';

/** /app/webmaster (DESK-01). */
export default function Webmaster() {
  const [leaving, setLeaving] = useState(false);
  const [message, say] = useBanner();
  const tell: Tell = (text, stays = false) =>
    say(text === null ? null : { kind: 'success', text, ms: stays ? undefined : DUREE_SUCCES });
  const leave = async () => {
    setLeaving(true);
    // After a success the page is replaced. The button stays busy until then.
    if (!(await quit())) setLeaving(false);
  };
  return (
    <>
      <PageHeading title={PATHS.webmaster.titre} intro={TEXTES.sousTitre}>
        <Link to={PATHS.webmastersettings.path} className={buttonStyle('secondary')}>
          <Settings aria-hidden className="size-5 shrink-0" />
          {TEXTES.parametres}
        </Link>
        <Button
          variant="secondary"
          busy={leaving}
          busyLabel={TEXTES.deconnexionEnCours}
          onClick={() => void leave()}
          icon={<LogOut aria-hidden className="size-5 shrink-0" />}
        >
          {TEXTES.deconnexion}
        </Button>
      </PageHeading>
      <StickyBanner message={message} />
      <WaitingAccounts />
      <FailedEmails />
      <SansClient onDone={tell} />
      <Compteurs />
      <div className="mt-6 flex flex-col gap-6">
        <KeptRaisons>
          <Planning onDone={tell} />
          <VueDuJour onDone={tell} />
        </KeptRaisons>
      </div>
    </>
  );
}
