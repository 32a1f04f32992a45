import { Fragment } from 'react';
import { Tabs } from '#web/ui/pages/Tabs.tsx';

type CorpsCourrielProps = {
  /** Which email it is, for screen readers. */
  label: string;
  html: string;
  text: string;
};

/**
 * An email as it is sent. The frame is sandboxed: no scripts, no forms, and its links do nothing.
 * Links in the plain text open in a new tab: without SMTP, an administrator opens emailed links
 * here (MAIL-03).
 */
export function CorpsCourriel({ label, html, text }: CorpsCourrielProps) {
  return (
    <Tabs
      label={`${label}\u202f: formats`}
      tabs={[
        {
          title: 'Email',
          content: (
            <iframe
              sandbox=""
              title={`Email\u202f: ${label}`}
              srcDoc={`<base target="_blank">${html}`}
              className="h-[min(35rem,75dvh)] w-full rounded-field border border-hairline bg-paper"
            />
          ),
        },
        {
          title: 'Texte',
          content: (
            <p
              dir="auto"
              className="rounded-field border border-hairline bg-sand-soft p-4 text-sm leading-6 wrap-anywhere whitespace-pre-wrap"
            >
              {withLinks(text)}
            </p>
          ),
        },
      ]}
    />
  );
}

/** Plain text with its URLs as links. */
function withLinks(text: string) {
  return text.split(/(https?:\/\/[^\s<>"]+)/).map((part, i) => (
    <Fragment key={i}>
      {i % 2 === 1 ? (
        <a href={part} target="_blank" rel="noreferrer" className="link">
          {part}
        </a>
      ) : (
        part
      )}
    </Fragment>
  ));
}
