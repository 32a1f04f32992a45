import type { ReactNode } from 'react';
import { Navigate, useLocation } from 'react-router';
import { useSession } from '#web/data/session.ts';
import { origineOf, PATHS } from '#web/paths.ts';
import { Verification } from './Verification.tsx';

/** Decision 3: without a session to /login, which remembers where one was going; who leaves on purpose, or whose account is gone, is not brought back. */
export function RequireSession({ children }: { children: ReactNode }) {
  const { etat, user, sortie, fin } = useSession();
  const { pathname, search, hash } = useLocation();
  if (etat === 'injoignable') return <Verification seule perdue />;
  if (user) return children;
  if (etat === 'lecture') return <Verification seule />;
  return <Navigate to={PATHS.login.path} replace state={sortie || fin ? null : { origine: pathname + search + hash }} />;
}

/** Decisions 1 and 3: who is signed in has nothing to do at /login, and goes where they were going, else to /. */
export function VisitorOnly({ children }: { children: ReactNode }) {
  const { etat, user } = useSession();
  const { state } = useLocation();
  if (!user) return children;
  if (etat !== 'lue') return <Verification seule perdue={etat === 'injoignable'} />;
  return <Navigate to={origineOf(state) ?? PATHS.accueil.path} replace />;
}
