import { useEffect, useRef, useState } from 'react';
import { useDoutes, useNomsSansClient, useSemblables } from '#web/nouns/customers/averifier.ts';
import { PATHS } from '#web/paths/paths.ts';
import { Boot } from '#web/ui/drawings/Boot.tsx';
import { EmptyState } from '#web/ui/messages/EmptyState.tsx';
import { PageHeading } from '#web/ui/pages/PageHeading.tsx';
import { StickyBanner } from '#web/ui/messages/StickyBanner.tsx';
import { useBanner } from '#web/ui/messages/useBanner.ts';
import { Doutes } from './Doutes.tsx';
import { SansClient } from './SansClient.tsx';
import type { Done } from './Section.tsx';
import { Semblables } from './Semblables.tsx';
import { TEXTES } from './textes.ts';

/** /app/averifier: what looks like one person, or like two (CLI-12 to CLI-14). */
export default function AVerifier() {
  const [message, say] = useBanner();
  const page = useRef<HTMLDivElement>(null);
  /** The section in which an action ended: its row took the focus with it. */
  const [ended, setEnded] = useState<{ section: string } | null>(null);
  useEffect(() => {
    const title = ended && page.current?.querySelector<HTMLElement>(`#${ended.section}`);
    if (ended) (title ?? page.current?.querySelector('h1'))?.focus();
  }, [ended]);
  const rien = [useNomsSansClient(), useSemblables(), useDoutes()].every(
    ({ data }) => data?.length === 0,
  );

  const tell: Done = (section, sentence) => {
    say({ kind: 'success', text: sentence, ms: TEXTES.duree });
    setEnded({ section });
  };
  const actions = { onTry: () => say(null), onDone: tell };
  return (
    <div ref={page} className="mx-auto max-w-6xl">
      <PageHeading
        title={PATHS.averifier.titre}
        intro={TEXTES.intro}
        back={{ to: PATHS.utilisateurs.path, label: TEXTES.retour }}
      />
      <StickyBanner message={message} />
      <div className="mt-4 flex flex-col gap-6">
        <SansClient {...actions} />
        <Semblables {...actions} />
        <Doutes {...actions} />
        {rien && (
          <EmptyState title={TEXTES.vide} illustration={<Boot className="size-28" />}>
            {TEXTES.videAide}
          </EmptyState>
        )}
      </div>
    </div>
  );
}
