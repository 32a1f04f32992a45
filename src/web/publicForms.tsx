/**
 * Sign-up, installation and link pages: a separate chunk, so that the landing page does not load
 * their forms.
 */
import type { ReactNode } from 'react';
import { PATHS, type PathName } from './paths/paths.ts';
import { ConfirmEmail } from './screens/confirm-email/ConfirmEmail.tsx';
import { Deblocage } from './screens/deblocage/Deblocage.tsx';
import { ForgotPassword } from './screens/forgot-password/ForgotPassword.tsx';
import { Register } from './screens/register/Register.tsx';
import { ResetPassword } from './screens/reset-password/ResetPassword.tsx';
import { EntryShell } from './shell/EntryShell.tsx';
import { VisitorOnly } from './shell/guard/Guard.tsx';
import { Page } from './shell/frame/Page.tsx';
import { lazyPart } from './ui/pages/lazyPart.tsx';

/** Shown once in the life of a centre. */
const { Part: Installation } = lazyPart(
  'page',
  () => import('./screens/installation/Installation.tsx'),
);

const SCREENS: Partial<Record<PathName, ReactNode>> = {
  register: <Register />,
  installation: <Installation />,
  forgotPassword: <ForgotPassword />,
  resetPassword: <ResetPassword />,
  confirmEmail: <ConfirmEmail />,
  deblocage: <Deblocage />,
};

/** Pages with long forms. */
const LONG_NAMES: ReadonlySet<PathName> = new Set(['register', 'installation']);

/** One of these pages, in the same frame as /login. */
export default function Entree({ name }: { name: PathName }) {
  const { titre, access } = PATHS[name];
  const framed = (
    <EntryShell long={LONG_NAMES.has(name)}>
      <Page key={name} titre={titre}>
        {SCREENS[name]}
      </Page>
    </EntryShell>
  );
  return access === 'visiteur' ? <VisitorOnly>{framed}</VisitorOnly> : framed;
}
