import type { ReactNode } from 'react';
import { Navigate, useLocation } from 'react-router';
import { useSession } from '#web/data/session.ts';
import { origineOf, PATHS } from '#web/paths.ts';
import { Verification } from './Verification.tsx';

/** ACC-06: without a session, leads to /login, which remembers the address; not after a sign-out or the deletion of the account. */
export function RequireSession({ children }: { children: ReactNode }) {
  const { etat, user, sortie, fin } = useSession();
  const { pathname, search, hash } = useLocation();
  if (etat === 'injoignable') return <Verification seule perdue />;
  if (user) return children;
  if (etat === 'lecture') return <Verification seule />;
  return <Navigate to={PATHS.login.path} replace state={sortie || fin ? null : { origine: pathname + search + hash }} />;
}

/** ACC-03, ACC-26: a signed-in person goes on to the remembered address, else to `/`. */
export function VisitorOnly({ children }: { children: ReactNode }) {
  const { etat, user } = useSession();
  const { state } = useLocation();
  if (!user) return children;
  if (etat !== 'lue') return <Verification seule perdue={etat === 'injoignable'} />;
  return <Navigate to={origineOf(state) ?? PATHS.accueil.path} replace />;
}
