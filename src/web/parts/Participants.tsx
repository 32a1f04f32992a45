import { UserRound } from 'lucide-react';
import { cx } from '../ui/cx.ts';
import { Telephone } from './Contact.tsx';

/** Who rides, on as few lines as they need. What a person wrote is isolated, whatever way it is read. */
export function Participants({ noms, className }: { noms: readonly string[]; className?: string }) {
  return (
    <ul aria-label="Participants" className={cx('flex flex-wrap', className)}>
      {noms.map((nom, i) => (
        <li key={i} className="min-w-0">
          <bdi className="wrap-anywhere">{nom}</bdi>
          {i < noms.length - 1 && <span aria-hidden className="mr-1">,</span>}
        </li>
      ))}
    </ul>
  );
}

/** What was remarked on a lesson, as it was written. */
export function Remarques({ children }: { children: string | null }) {
  return children && <p dir="auto" className="mt-2 border-s-2 border-hairline ps-3 text-sm wrap-anywhere whitespace-pre-line text-muted">{children}</p>;
}

type ReserveParProps = { nom_client: string; telephone: string | null | undefined; className?: string };

/** Who booked, and the number of their account, to be called with one press. */
export function ReservePar({ nom_client, telephone, className }: ReserveParProps) {
  return (
    <p className={cx('flex items-start gap-1.5 text-sm text-muted', className)}>
      <UserRound aria-hidden className="mt-0.5 size-4 shrink-0" />
      <span className="min-w-0">
        Réservé par <bdi className="wrap-anywhere">{nom_client}</bdi>
        {telephone && <> · <Telephone numero={telephone} className="link -my-1 inline-block py-1" /></>}
      </span>
    </p>
  );
}
