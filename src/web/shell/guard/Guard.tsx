import type { Drawn } from '#web/ui/basics/jsxRuntime.ts';
import { Navigate, useLocation } from '#web/ui/hooks/navigation.tsx';
import { readOffline } from '#web/data/offline.ts';
import { useSession } from '#web/data/session.ts';
import { originOf, PATHS } from '#web/paths/paths.ts';
import { Verification } from './Verification.tsx';

/**
 * ACC-06: without a session, redirects to /login, which remembers the address; not after a sign-out
 * or the deletion of the account. If the server does not answer, shows what this device has stored
 * for its person (UI-56).
 */
export function RequireSession({ children }: { children: Drawn }) {
  const { status, user, signedOut, fin } = useSession();
  const { pathname, search, hash } = useLocation();
  if (status === 'unreachable' && !(user && readOffline(user))) return <Verification alone lost />;
  if (user) return children;
  if (status === 'reading') return <Verification alone />;
  return (
    <Navigate
      to={PATHS.login.path}
      replace
      state={signedOut || fin === 'compte_supprime' ? null : { origine: pathname + search + hash }}
    />
  );
}

/**
 * ACC-03, ACC-26: redirects a signed-in person to the remembered address, otherwise to `/`. Without
 * a server, shows what this device has stored (UI-56).
 */
export function VisitorOnly({ children }: { children: Drawn }) {
  const { status, user } = useSession();
  const { state } = useLocation();
  if (!user) return children;
  if (status === 'unreachable' && readOffline(user))
    return <Navigate to={originOf(state) ?? '/app'} replace />;
  if (status !== 'read') return <Verification alone lost={status === 'unreachable'} />;
  return <Navigate to={originOf(state) ?? PATHS.accueil.path} replace />;
}
