import { Counters } from '#web/ui/pages/Counters.tsx';
import { SECTIONS } from './textes.ts';

type CompteursProps = {
  resume: { en_attente: number; approuves: number; refuses: number } | undefined;
};

/**
 * The three counters, of all accounts, independent of the search. Each is a link to its table
 * (PEOPLE-01).
 */
export function Compteurs({ resume }: CompteursProps) {
  return (
    <Counters
      label="Compteurs"
      counters={SECTIONS.map(({ cle, compteur, court }) => ({
        label: court,
        value: resume?.[compteur],
        href: `#titre-${cle}`,
      }))}
    />
  );
}
