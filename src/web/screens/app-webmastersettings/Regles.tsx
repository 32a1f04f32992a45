import { Card } from '#web/ui/Card.tsx';
import { type ChampsReglages, Nombre } from './ReglesChamp.tsx';
import { Interrupteur } from './ReglesInterrupteur.tsx';
import { REGLAGES } from './reglagesTextes.ts';

/** How many lessons and how far ahead a rider may book (SET-05). */
export function Regles({ champs }: { champs: ChampsReglages }) {
  return (
    <Card aria-labelledby="titre-regles">
      <h2 id="titre-regles">{REGLAGES.regles}</h2>
      <div className="mt-4 grid items-start gap-x-10 gap-y-5 md:grid-cols-2">
        <div>
          <Nombre champ="maxBookingsPerDay" champs={champs} min={1} max={100} aide={REGLAGES.quota} />
          <Interrupteur champ="maxBookingsPerDayApplied" champs={champs} court={REGLAGES.appliquer} className="mt-1" />
        </div>
        <div>
          <Nombre champ="advanceBookingDays" champs={champs} min={1} max={730} aide={REGLAGES.delai} />
          <Interrupteur champ="advanceBookingDaysApplied" champs={champs} court={REGLAGES.appliquer} className="mt-1" />
        </div>
      </div>
    </Card>
  );
}
