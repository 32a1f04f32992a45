import { CloudOff } from 'lucide-react';
import { formatJour, type Moment } from '#domain/core/calendrier.ts';

/** UI-56: when the shown data was read, by the centre's clock. */
export function ReadAt({ lu, maintenant }: { lu: Moment; maintenant: Moment }) {
  return (
    <p className="mt-1 flex items-center gap-2 text-sm font-semibold text-partiel-ink">
      <CloudOff aria-hidden className="size-4 shrink-0" />
      Lu {lu.jour !== maintenant.jour && `le ${formatJour(lu.jour, 'long')} `}à {lu.heure}, hors
      connexion
    </p>
  );
}
