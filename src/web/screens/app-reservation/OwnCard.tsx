import { CalendarPlus } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatHeure, formatJour } from '#domain/core/calendrier.ts';
import type { TypeLecon } from '#domain/settings/types_lecons.ts';
import { readingSentenceOf } from '#web/data/client.ts';
import { useAgenda } from '#web/data/queries/agenda.ts';
import type { MaReservation } from '#web/data/queries/mesReservations.ts';
import { ReservationCard } from '#web/parts/ReservationCard.tsx';
import { download } from '#web/ui/download.ts';
import { IconButton } from '#web/ui/IconButton.tsx';
import { cx } from '#web/ui/cx.ts';

const FICHIER = 'lecon.ics';
const TEXTES = {
  ajouter: 'Ajouter à mon agenda',
  pret: `Le fichier «\u202f${FICHIER}\u202f» est prêt\u202f: ouvrez-le pour ajouter la leçon à votre agenda.`,
  echec: "Le fichier de la leçon n'a pas pu être préparé. Veuillez réessayer.",
} as const;

type OwnCardProps = { lecon: MaReservation; type: TypeLecon | null; children?: ReactNode };

/**
 * One of the person's own lessons to come. 'Ajouter à mon agenda' stands below its day, where it
 * makes the card no higher.
 */
export function OwnCard({ lecon, type, children }: OwnCardProps) {
  const agenda = useAgenda();
  const { id, date_reservation: jour, heure_debut, statut } = lecon;
  return (
    <ReservationCard
      reservation={lecon}
      type={type}
      belowDay={
        statut !== 'annulee' && (
          <IconButton
            Icon={CalendarPlus}
            label={`${TEXTES.ajouter}\u202f: leçon du ${formatJour(jour, 'long')} à ${formatHeure(heure_debut)}`}
            tip={TEXTES.ajouter}
            aria-disabled={agenda.isPending || undefined}
            className="max-[18rem]:self-start print:hidden"
            onClick={() => {
              if (!agenda.isPending)
                agenda.mutate({ id }, { onSuccess: (file) => download(FICHIER, file, file.type) });
            }}
          />
        )
      }
    >
      {children}
      <p
        role="status"
        className={cx('text-sm empty:absolute', agenda.isError ? 'text-danger' : 'text-muted')}
      >
        {agenda.isSuccess && TEXTES.pret}
        {agenda.isError && readingSentenceOf(agenda.error, TEXTES.echec)}
      </p>
    </ReservationCard>
  );
}
