import { libreInWords } from '#domain/lessons/messages.ts';
import { Link } from '#web/ui/hooks/navigation.tsx';
import { buttonStyle } from '#web/ui/basics/buttonStyle.ts';
import { Banner } from '#web/ui/messages/Banner.tsx';
import { usePistes } from '../slots/pistes.ts';

type Slot = Parameters<typeof libreInWords>[0] & { id: string; type_lecon: string };

type PlacesLibresProps<S> = {
  slots: readonly S[];
  linkOf: (slot: S) => string;
  /** Leaves them out until the screen is opened again. */
  onClose: (slot: S) => void;
};

/**
 * Slots that the person waited for and that are free, with 'Réserver' (RIDE-87). Not announced: a
 * toast announces those that become free while the screen is open (RIDE-64).
 */
export function PlacesLibres<S extends Slot>({ slots, linkOf, onClose }: PlacesLibresProps<S>) {
  const pistes = usePistes();
  return slots.map((slot) => (
    <Banner
      key={slot.id}
      kind="success"
      spoken={false}
      className="mt-3 print:hidden"
      action={
        <Link to={linkOf(slot)} className={buttonStyle('primary', '', 'small')}>
          Réserver
          <span className="sr-only">&#x202f;: {libreInWords(slot, pistes)}</span>
        </Link>
      }
      onClose={() => onClose(slot)}
    >
      {libreInWords(slot, pistes)}
    </Banner>
  ));
}
