import { Download } from 'lucide-react';
import { csvOfLecons, csvOf, type Statistiques } from '#domain/statistics/statistiques.ts';
import { useExportLecons } from '#web/nouns/statistics/statistiques.ts';
import { usePistes } from '#web/nouns/slots/pistes.ts';
import { Button } from '#web/ui/basics/Button.tsx';
import { download } from '#web/ui/pages/download.ts';
import { FieldError } from '#web/ui/forms/Field.tsx';
import { TEXTES } from './textes.ts';
import type { Filter } from './useFilter.ts';

type ExportsProps = { statistiques: Statistiques; input: Filter['input']; disabled: boolean };

/** The two CSV files: the totals per rider and type, and one line per lesson (PRICE-11). */
export function Exports({ statistiques, input, disabled }: ExportsProps) {
  const reading = useExportLecons();
  const pistes = usePistes();
  const save = (what: string, text: string) =>
    download(
      `${what}_${input.du ?? 'debut'}_${input.au ?? 'fin'}.csv`,
      text,
      'text/csv;charset=utf-8',
    );
  const button = {
    variant: 'secondary',
    disabled,
    className: 'sm:self-start',
    icon: <Download aria-hidden className="size-5 shrink-0" />,
  } as const;
  return (
    <>
      <Button {...button} onClick={() => save('statistiques', csvOf(statistiques))}>
        {TEXTES.exporter}
      </Button>
      <Button
        {...button}
        busy={reading.isPending}
        busyLabel={TEXTES.exportEnCours}
        onClick={() =>
          reading.mutate(input, {
            onSuccess: (lecons) => save('lecons', csvOfLecons(lecons, pistes)),
          })
        }
      >
        {TEXTES.exporterLecons}
      </Button>
      <div role="alert" className="w-full empty:absolute sm:text-right">
        {reading.isError && (
          <FieldError className="sm:justify-end">{TEXTES.exportEchoue}</FieldError>
        )}
      </div>
    </>
  );
}
