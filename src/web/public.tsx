/** The pages that anyone may see, besides /login. */
import type { ReactNode } from 'react';
import { Route, Routes } from 'react-router';
import { PAGE_NON_TROUVEE, PAGES, PATHS, type PathName } from './paths.ts';
import { Accueil } from './screens/accueil/Accueil.tsx';
import { ConfirmEmail } from './screens/confirm-email/ConfirmEmail.tsx';
import { ForgotPassword } from './screens/forgot-password/ForgotPassword.tsx';
import { Installation } from './screens/installation/Installation.tsx';
import { PageNonTrouvee } from './screens/page-non-trouvee/PageNonTrouvee.tsx';
import { Register } from './screens/register/Register.tsx';
import { ResetPassword } from './screens/reset-password/ResetPassword.tsx';
import { EntryShell } from './shell/EntryShell.tsx';
import { VisitorOnly } from './shell/Guard.tsx';
import { Page } from './shell/Page.tsx';
import { PublicShell } from './shell/PublicShell.tsx';

/** By these one comes in: they stand beside the arena, as /login does. */
const ENTREES: Partial<Record<PathName, ReactNode>> = {
  register: <Register />,
  installation: <Installation />,
  forgotPassword: <ForgotPassword />,
  resetPassword: <ResetPassword />,
  confirmEmail: <ConfirmEmail />,
};

/** Of these, the forms of many fields. */
const LONGUES: ReadonlySet<PathName> = new Set(['register', 'installation']);

/** The others. */
const SCREENS: Partial<Record<PathName, ReactNode>> = {
  accueil: <Accueil />,
};

const PUBLIQUES = PAGES.filter(([, { path, acces }]) => (acces === 'tous' || acces === 'visiteur') && path !== PATHS.login.path);

export default function Public() {
  return (
    <Routes>
      {PUBLIQUES.map(([name, { path, titre, acces }]) => {
        const entree = ENTREES[name];
        const page = <Page key={name} titre={titre}>{entree ?? SCREENS[name]}</Page>;
        const framed = entree ? <EntryShell long={LONGUES.has(name)}>{page}</EntryShell> : <PublicShell>{page}</PublicShell>;
        return <Route key={name} path={path} element={acces === 'visiteur' ? <VisitorOnly>{framed}</VisitorOnly> : framed} />;
      })}
      <Route path="*" element={<PublicShell><Page key="*" titre={PAGE_NON_TROUVEE}><PageNonTrouvee /></Page></PublicShell>} />
    </Routes>
  );
}
