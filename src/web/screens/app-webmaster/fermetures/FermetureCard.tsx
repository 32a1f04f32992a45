import { CalendarX2, Pencil } from 'lucide-react';
import { type Fermeture, periodOfFermeture } from '#domain/closures.ts';
import { useNomPiste } from '#web/nouns/slots/pistes.ts';
import { Button } from '#web/ui/basics/Button.tsx';
import { TEXTES } from './textes.ts';

type CardProps = { fermeture: Fermeture; onEdit: () => void; onReopen: () => void };

/** The planning's card of a closure (FERM-04). */
export function FermetureCard({ fermeture, onEdit, onReopen }: CardProps) {
  const nomPiste = useNomPiste();
  const period = periodOfFermeture(fermeture);
  // Its buttons stand beside those of other closures.
  const which = <span className="sr-only">{TEXTES.laquelle(fermeture.motif ?? '', period)}</span>;
  return (
    <div className="p-4">
      <p className="font-title text-lg leading-6 font-semibold wrap-anywhere">
        {TEXTES.carte}&#x202f;: <bdi>{fermeture.motif}</bdi>
      </p>
      <p className="mt-1 first-letter:uppercase">{period}</p>
      <p className="text-sm text-muted">{fermeture.pistes.map(nomPiste).join(', ')}</p>
      <p className="mt-2 text-sm">{TEXTES.vue(fermeture.publique)}</p>
      <div className="mt-4 grid grid-cols-2 gap-2">
        <Button
          variant="secondary"
          onClick={onEdit}
          icon={<Pencil aria-hidden className="size-4.5" />}
        >
          {TEXTES.modifier}
          {which}
        </Button>
        <Button
          variant="secondary"
          onClick={onReopen}
          icon={<CalendarX2 aria-hidden className="size-4.5" />}
        >
          {TEXTES.rouvrir}
          {which}
        </Button>
      </div>
    </div>
  );
}
