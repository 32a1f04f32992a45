// chunk: app-courriels
import { Check, ChevronDown, Mails } from 'lucide-react';
import { useState } from 'react';
import { Link } from '#web/ui/hooks/navigation.tsx';
import type { Apercu } from '#contract/courriels.ts';
import { useApercuCourriels } from '#web/nouns/emails/courrielsQueries.ts';
import { CorpsCourriel } from '#web/nouns/emails/CorpsCourriel.tsx';
import { SORTES } from '#web/nouns/emails/courriels.ts';
import { PATHS } from '#web/paths/paths.ts';
import { buttonStyle } from '#web/ui/basics/buttonStyle.ts';
import { Card } from '#web/ui/pages/Card.tsx';
import { PageHeading } from '#web/ui/pages/PageHeading.tsx';
import { NoBreakText } from '#web/ui/messages/NoBreakText.tsx';
import { Skeleton } from '#web/ui/messages/Skeleton.tsx';
import { Unreadable } from '#web/ui/messages/Unreadable.tsx';
import { NOTES, TEXTES } from './textes.ts';

/** The two emails that the users page sends come first. */
const OF_ACCOUNTS = new Set<Apercu['sorte']>(['approbation', 'refus']);

/** /app/previewemail (MAIL-11). */
export default function PreviewEmail() {
  const apercus = useApercuCourriels();
  const { data, isError } = apercus;
  return (
    <div className="@container mx-auto max-w-6xl" aria-busy={!data && !isError}>
      <PageHeading
        title={PATHS.previewemail.titre}
        intro={TEXTES.intro}
        back={{ to: PATHS.utilisateurs.path, label: TEXTES.retour }}
      >
        <Link to={PATHS.courriels.path} className={buttonStyle('secondary')}>
          <Mails aria-hidden className="size-5 shrink-0" />
          {TEXTES.boite}
        </Link>
      </PageHeading>
      <Notes />
      {!data && isError && (
        <Unreadable queries={[apercus]} className="mt-4 @4xl:mt-6">
          {TEXTES.illisible}
        </Unreadable>
      )}
      {!data && !isError && (
        <div className="mt-4 grid gap-4 @4xl:mt-6 @4xl:grid-cols-2 @4xl:gap-6">
          <Skeleton className="h-160" />
          <Skeleton className="h-160" />
        </div>
      )}
      {data && <Apercus apercus={data} />}
    </div>
  );
}

function Notes() {
  return (
    <section
      aria-labelledby="titre-notes"
      className="mt-4 rounded-card bg-sand-soft p-4 @4xl:mt-6 sm:p-6"
    >
      <h2 id="titre-notes">{TEXTES.aSavoir}</h2>
      <ul className="mt-2 grid gap-2 @4xl:grid-cols-2 @4xl:gap-x-8">
        {NOTES.map((note) => (
          <li key={note} className="flex gap-2.5">
            <Check aria-hidden className="mt-1 size-4 shrink-0 text-fir" strokeWidth={3} />
            <span className="min-w-0 wrap-anywhere">{note}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Apercus({ apercus }: { apercus: readonly Apercu[] }) {
  return (
    <>
      <div className="mt-4 grid grid-cols-1 gap-4 @4xl:mt-6 @4xl:grid-cols-2 @4xl:gap-6">
        {apercus
          .filter(({ sorte }) => OF_ACCOUNTS.has(sorte))
          .map((apercu) => (
            <Card key={apercu.sorte} aria-labelledby={`titre-${apercu.sorte}`}>
              <h2 id={`titre-${apercu.sorte}`}>{SORTES[apercu.sorte]}</h2>
              <Content apercu={apercu} />
            </Card>
          ))}
      </div>
      <h2 className="mt-8">{TEXTES.autres}</h2>
      <p className="text-muted">{TEXTES.autresIntro}</p>
      <div className="mt-3 flex flex-col gap-3">
        {apercus
          .filter(({ sorte }) => !OF_ACCOUNTS.has(sorte))
          .map((apercu) => (
            <Other key={apercu.sorte} apercu={apercu} />
          ))}
      </div>
    </>
  );
}

function Content({ apercu: { sorte, sujet, html, texte: text } }: { apercu: Apercu }) {
  return (
    <>
      <p className="mt-1 mb-2">
        <span className="text-muted">Sujet&#x202f;: </span>
        <bdi className="font-medium">
          <NoBreakText>{sujet}</NoBreakText>
        </bdi>
      </p>
      <CorpsCourriel label={SORTES[sorte]} html={html} text={text} />
    </>
  );
}

/** The frame is drawn when it is opened, because nine frames at the same time are slow. */
function Other({ apercu }: { apercu: Apercu }) {
  const [open, setOpen] = useState(false);
  return (
    <details
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
      className="group rounded-card border border-hairline bg-card shadow-card"
    >
      <summary className="flex min-h-13 list-none items-center gap-3 rounded-card px-4 py-3 font-semibold hover:bg-sand-soft sm:px-6 [&::-webkit-details-marker]:hidden">
        <span className="min-w-0 flex-1 wrap-anywhere">{SORTES[apercu.sorte]}</span>
        <ChevronDown
          aria-hidden
          className="size-5 shrink-0 text-muted transition-transform group-open:rotate-180"
        />
      </summary>
      {open && (
        <div className="max-w-3xl px-4 pb-4 sm:px-6 sm:pb-6">
          <Content apercu={apercu} />
        </div>
      )}
    </details>
  );
}
