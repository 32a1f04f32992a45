import { UserRound } from 'lucide-react';
import { cx } from '../ui/cx.ts';
import { Telephone } from './Contact.tsx';

/** The names of the participants. Names are isolated (`bdi`): they may run right to left. */
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

/** The remarks of a lesson. */
export function Remarques({ children }: { children: string | null }) {
  return children && <p dir="auto" className="mt-2 border-s-2 border-hairline ps-3 text-sm wrap-anywhere whitespace-pre-line text-muted">{children}</p>;
}

type BookedByProps = { nom_client: string; telephone: string | null | undefined; className?: string };

/** Who booked, and the telephone number of their account. */
export function BookedBy({ nom_client, telephone, className }: BookedByProps) {
  return (
    <p className={cx('flex items-start gap-1.5 text-sm text-muted', className)}>
      <UserRound aria-hidden className="mt-0.5 size-4 shrink-0" />
      <span className="min-w-0">
        Réservé par <bdi className="wrap-anywhere">{nom_client}</bdi>
        {telephone && <> · <Telephone number={telephone} className="link -my-1 inline-block py-1" /></>}
      </span>
    </p>
  );
}
