// chunk: access
/**
 * The token of the link that opened a page: emailed links (ACC-51) and the installation link
 * (ACC-48).
 */
import { useEffect } from 'react';
import { useLocation, useNavigate } from '#web/ui/hooks/navigation.tsx';

/**
 * Browsers never send the part after the # to a server. It is removed from the address immediately,
 * so that nobody can copy or read it there. The history entry keeps it, so that a reload still
 * works. '' if the address has none.
 */
export function useJeton(): string {
  const { hash, search, pathname, state } = useLocation();
  const navigate = useNavigate();
  // Emails of the previous version carry it in the query (?token=). The last of their links expires
  // 7 days after the update.
  const inAddress =
    new URLSearchParams(hash.slice(1)).get('token') ?? new URLSearchParams(search).get('token');
  useEffect(() => {
    if (inAddress !== null) navigate(pathname, { replace: true, state: { jeton: inAddress } });
  }, [inAddress, navigate, pathname]);
  return inAddress ?? (state as { jeton?: string } | null)?.jeton ?? '';
}
