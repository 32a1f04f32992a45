import { Download } from 'lucide-react';
import { csvOfLecons, csvOf, type Statistiques } from '#domain/statistiques.ts';
import { useExportLecons } from '#web/data/queriesStatistiques.ts';
import { Button } from '#web/ui/Button.tsx';
import { FieldError } from '#web/ui/Field.tsx';
import { download } from './download.ts';
import { TEXTES } from './textes.ts';
import type { Filtre } from './useFiltre.ts';

type ExportsProps = { statistiques: Statistiques; demande: Filtre['demande']; disabled: boolean };

/** The two CSV files: the totals per rider and type, and one line per lesson (PRICE-11). */
export function Exports({ statistiques, demande, disabled }: ExportsProps) {
  const lecture = useExportLecons();
  const save = (quoi: string, texte: string) => download(`${quoi}_${demande.du ?? 'debut'}_${demande.au ?? 'fin'}.csv`, texte, 'text/csv;charset=utf-8');
  const bouton = { variant: 'secondary', disabled, className: 'sm:self-start', icon: <Download aria-hidden className="size-5 shrink-0" /> } as const;
  return (
    <>
      <Button {...bouton} onClick={() => save('statistiques', csvOf(statistiques))}>{TEXTES.exporter}</Button>
      <Button
        {...bouton}
        busy={lecture.isPending}
        busyLabel={TEXTES.exportEnCours}
        onClick={() => lecture.mutate(demande, { onSuccess: (lecons) => save('lecons', csvOfLecons(lecons)) })}
      >
        {TEXTES.exporterLecons}
      </Button>
      <div role="alert" className="w-full empty:hidden sm:text-right">
        {lecture.isError && <FieldError className="sm:justify-end">{TEXTES.exportEchoue}</FieldError>}
      </div>
    </>
  );
}
