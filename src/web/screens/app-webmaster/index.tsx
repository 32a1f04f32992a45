// chunk: app-webmaster
import { LogOut, Settings } from 'lucide-react';
import { useState } from 'react';
import { Link } from '#web/ui/hooks/navigation.tsx';
import { useNow } from '#web/data/horloge.ts';
import { signOutEverywhere } from '#web/data/signOutEverywhere.ts';
import { PATHS } from '#web/paths/paths.ts';
import { Button } from '#web/ui/basics/Button.tsx';
import { buttonStyle } from '#web/ui/basics/buttonStyle.ts';
import { StickyBanner } from '#web/ui/messages/StickyBanner.tsx';
import { AFaire } from './home/AFaire.tsx';
import { Compteurs } from './home/Compteurs.tsx';
import { DeskHeading } from './DeskHeading.tsx';
import { Planning } from './Planning.tsx';
import { useDay } from './shared/searchParams.ts';
import { TEXTES } from './shared/textes.ts';
import { useDeskUndo } from './useDeskUndo.tsx';
import { VueDuJour } from './VueDuJour.tsx';

export { prefetchPlanning as readFirst } from '#web/nouns/planning/planning.ts';

/** /app/webmaster (DESK-01). */
export default function Webmaster() {
  const day = useDay(useNow().jour);
  const [leaving, setLeaving] = useState(false);
  const { tell, message, action, undoer } = useDeskUndo();
  const leave = async () => {
    setLeaving(true);
    // After a success the page is replaced. The button stays busy until then.
    if (!(await signOutEverywhere())) setLeaving(false);
  };
  return (
    <>
      <DeskHeading
        buttons={
          <>
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
          </>
        }
        counters={<Compteurs />}
      >
        <AFaire />
      </DeskHeading>
      <StickyBanner message={message} action={action} />
      {undoer}
      <div className="mt-1.5 flex flex-col gap-6">
        <Planning day={day} onDone={tell} />
        <VueDuJour day={day} onDone={tell} />
      </div>
    </>
  );
}
