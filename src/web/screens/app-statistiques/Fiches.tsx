import { Link } from '#web/ui/hooks/navigation.tsx';
import type { Fiche } from '#domain/statistics/orthographes.ts';
import { useFiches } from '#web/nouns/statistics/orthographes.ts';
import { PATHS } from '#web/paths/paths.ts';
import { Unreadable } from '#web/ui/messages/Unreadable.tsx';
import { TEXTES } from './textes.orthographes.ts';

/**
 * Which people a name is known to mean (RIDE-28). Several lines warn that lessons of different
 * people may be counted together.
 */
export function Fiches({ cle }: { cle: string }) {
  const fiches = useFiches(cle);
  if (fiches.isError && !fiches.data)
    return (
      <Unreadable queries={[fiches]} className="mb-3">
        {TEXTES.ficheIllisible}
      </Unreadable>
    );
  if (!fiches.data || fiches.data.length === 0) return null;
  return (
    <div className="mb-3 text-sm text-muted">
      {fiches.data.length > 1 && <p>{TEXTES.plusieurs}</p>}
      <ul>
        {fiches.data.map((fiche) => (
          <Line key={`${fiche.user_id} ${fiche.cavalier?.id}`} fiche={fiche} />
        ))}
      </ul>
    </div>
  );
}

/** The list of users contains only the accounts of riders. */
function Line({ fiche: { compte, role, cavalier } }: { fiche: Fiche }) {
  const nom = <bdi>{compte}</bdi>;
  return (
    <li className="py-1 wrap-anywhere">
      {cavalier ? TEXTES.cavalierDe : TEXTES.titulaire}{' '}
      {role === 'utilisateur' ? (
        <Link
          to={`${PATHS.utilisateurs.path}?${new URLSearchParams({ q: compte })}`}
          className="link"
        >
          {nom}
        </Link>
      ) : (
        nom
      )}
      {cavalier && cavalier.annee_naissance !== null && (
        <>
          {' '}
          · {TEXTES.annee} {cavalier.annee_naissance}
        </>
      )}
    </li>
  );
}
