// chunk: identity
import { Copy, Download, Printer } from 'lucide-react';
import { useState } from 'react';
import { Banner } from '#web/ui/messages/Banner.tsx';
import { Button } from '#web/ui/basics/Button.tsx';
import { buttonStyle } from '#web/ui/basics/buttonStyle.ts';
import { printInFrame } from '#web/ui/pages/printing.ts';

const ICON = 'size-5 shrink-0';

type CodesSecoursProps = {
  codes: readonly string[];
  /** The document to print. */
  printout: string;
  doneLabel: string;
  onDone: () => void;
};

/** Recovery codes, shown once (ACC-66), with buttons to copy, download and print them. */
export function CodesSecours({ codes, printout, doneLabel, onDone }: CodesSecoursProps) {
  const [copied, setCopied] = useState<boolean | null>(null);
  const text = `${codes.join('\n')}\n`;
  const copy = () =>
    void navigator.clipboard.writeText(text).then(
      () => setCopied(true),
      () => setCopied(false),
    );
  return (
    <div className="flex flex-col gap-4">
      <p>
        Gardez ces codes en lieu sûr, hors de votre téléphone. Chacun remplace une fois le code de
        l'application, si vous l'avez perdue. <strong>Ils ne seront plus affichés.</strong>
      </p>
      <ul
        aria-label="Codes de secours"
        className="grid gap-1 rounded-field border border-line bg-sand-soft px-4 py-3 font-mono text-sm"
      >
        {codes.map((code) => (
          <li key={code} className="whitespace-nowrap">
            {code}
          </li>
        ))}
      </ul>
      <div className="flex flex-col gap-2 sm:flex-row sm:flex-wrap">
        <Button variant="secondary" icon={<Copy aria-hidden className={ICON} />} onClick={copy}>
          Copier
        </Button>
        <a
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
          download="codes-de-secours.txt"
          className={buttonStyle('secondary')}
        >
          <Download aria-hidden className={ICON} /> Télécharger
        </a>
        <Button
          variant="secondary"
          icon={<Printer aria-hidden className={ICON} />}
          onClick={() => printInFrame(printout)}
        >
          Imprimer
        </Button>
      </div>
      <div role="status">
        {copied === true && (
          <Banner kind="success" spoken={false}>
            Les codes sont copiés.
          </Banner>
        )}
        {copied === false && (
          <Banner kind="error" spoken={false}>
            Les codes n'ont pas pu être copiés. Téléchargez-les.
          </Banner>
        )}
      </div>
      <Button onClick={onDone}>{doneLabel}</Button>
    </div>
  );
}
