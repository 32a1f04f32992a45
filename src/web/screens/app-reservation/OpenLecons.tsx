// chunk: open
import { memo } from 'react';
import { useLeconsOuvertes } from '#web/nouns/alerts/ouvertes.ts';
import { LeconsOuvertes } from '#web/nouns/alerts/LeconsOuvertes.tsx';
import { PATHS } from '#web/paths/paths.ts';
import { jump } from '#web/ui/pages/jump.ts';
import { Link } from '#web/ui/hooks/navigation.tsx';

const LINK = 'link inline-flex min-h-11 items-center';

/**
 * The lessons that the person may join (RIDE-76), with a way to the booking form. `elsewhere`: the
 * form is on another screen. Not drawn again with each key of the form.
 */
export default memo(function OpenLecons({ elsewhere = false }: { elsewhere?: boolean }) {
  return (
    <LeconsOuvertes {...useLeconsOuvertes()}>
      {elsewhere ? (
        <Link to={PATHS.reservation.path} className={LINK}>
          Réserver une leçon
        </Link>
      ) : (
        <a href="#titre-reservation" className={LINK} onClick={jump}>
          Réserver une leçon
        </a>
      )}
    </LeconsOuvertes>
  );
});
