import { type ReactNode, type Ref, useEffect, useRef, useState } from 'react';
import { PATHS } from '#web/paths/paths.ts';
import { Card } from '#web/ui/pages/Card.tsx';
import { PageHeading } from '#web/ui/pages/PageHeading.tsx';
import { StickyBanner } from '#web/ui/messages/StickyBanner.tsx';
import { useBanner } from '#web/ui/messages/useBanner.ts';
import { Apercu } from './Apercu.tsx';
import { ChooseFile } from './ChooseFile.tsx';
import { Colonnes } from './Colonnes.tsx';
import { Imports } from './Imports.tsx';
import { TEXTES } from './textes.ts';
import { useImport } from './useImport.tsx';

/** /app/import (IMP-01). */
export default function ImportDeClients() {
  const [message, say] = useBanner();
  const steps = useImport(say);
  const { fichier, apercu, fault, reading, planning, creating } = steps;
  const [top, plan] = [useRef<HTMLHeadingElement>(null), useRef<HTMLHeadingElement>(null)];
  /** The step whose title gets the focus once it is drawn. */
  const [entered, enter] = useState<{ heading: typeof top } | null>(null);
  useEffect(() => entered?.heading.current?.focus(), [entered]);
  const faultOf = (step: 'fichier' | 'colonnes') => (fault?.step === step ? fault.text : null);

  return (
    <div className="mx-auto max-w-6xl">
      <PageHeading
        title={PATHS.imports.titre}
        intro={TEXTES.intro}
        back={{ to: PATHS.utilisateurs.path, label: TEXTES.retour }}
      />
      <StickyBanner message={message} />
      <Step titre={`1. ${TEXTES.fichier}`} heading={top}>
        <ChooseFile
          fichier={fichier}
          error={faultOf('fichier')}
          busy={reading}
          disabled={planning || creating}
          onChoose={(file) => void steps.choose(file)}
        />
      </Step>
      {fichier && (
        <Step titre={`2. ${TEXTES.colonnes}`}>
          <Colonnes
            colonnes={fichier.colonnes}
            cibles={steps.cibles}
            error={faultOf('colonnes')}
            busy={planning}
            disabled={reading || creating}
            done={apercu !== null}
            onMatch={steps.match}
            onPreview={() => void steps.preview().then((done) => done && enter({ heading: plan }))}
          />
        </Step>
      )}
      {fichier && apercu && (
        <Step titre={`3. ${TEXTES.apercu}`} heading={plan}>
          <Apercu
            plan={apercu.plan}
            titres={fichier.colonnes.map(({ titre }) => titre)}
            busy={creating}
            onImport={() =>
              void steps
                .commit()
                .then((next) => next && enter({ heading: next === 'apercu' ? plan : top }))
            }
          />
        </Step>
      )}
      <Imports say={say} />
    </div>
  );
}

function Step({
  titre,
  heading,
  children,
}: {
  titre: string;
  heading?: Ref<HTMLHeadingElement>;
  children: ReactNode;
}) {
  return (
    <Card aria-label={titre} className="mt-4">
      <h2 ref={heading} tabIndex={-1} className="scroll-mt-20 rounded-field">
        {titre}
      </h2>
      {children}
    </Card>
  );
}
