import type { ReactNode } from 'react';
import { Link } from '#web/ui/hooks/navigation.tsx';
import { useCentreInfo } from '#web/data/centre.ts';
import { useSession } from '#web/data/session.ts';
import { ReachCentre } from '#web/nouns/people/Contact.tsx';
import { PATHS } from '#web/paths/paths.ts';
import { donneesOf, TEXTES } from './textes.ts';

/**
 * /confidentialite: which data about people is kept, why, for how long, and what they can do
 * (PEOPLE-35).
 */
export function Confidentialite() {
  const { contact, periodes, facturation = false } = useCentreInfo();
  const { user } = useSession();
  return (
    <div className="mx-auto flex w-full max-w-3xl flex-col gap-8 px-4 py-6 md:px-8 md:py-10">
      <div>
        <h1>{PATHS.confidentialite.titre}</h1>
        <p className="mt-3 text-lg text-muted">{TEXTES.intro}</p>
      </div>
      {donneesOf(periodes, facturation).map(({ titre, quoi, pourquoi, duree }) => (
        <Part key={titre} title={titre}>
          <dl className="flex flex-col gap-2 [&_dt]:text-sm [&_dt]:font-semibold [&_dt]:text-muted">
            <div>
              <dt>{TEXTES.quoi}</dt>
              <dd>{quoi}</dd>
            </div>
            <div>
              <dt>{TEXTES.pourquoi}</dt>
              <dd>{pourquoi}</dd>
            </div>
            <div>
              <dt>{TEXTES.duree}</dt>
              <dd>{duree}</dd>
            </div>
          </dl>
        </Part>
      ))}
      <Part title={TEXTES.qui}>
        <p>{TEXTES.quiAdmins}</p>
        <p>{TEXTES.quiCavaliers}</p>
        <p>{TEXTES.quiDehors}</p>
      </Part>
      <Part title={TEXTES.base}>
        <p>{TEXTES.baseContrat}</p>
        <p>{TEXTES.baseInteret}</p>
        <p>{TEXTES.baseConsentement}</p>
      </Part>
      <Part title={TEXTES.droits}>
        <p>{TEXTES.droitsListe}</p>
        <p>{TEXTES.droitsProfil}</p>
        {user && (
          <p>
            <Link to={PATHS.monprofil.path} className="link inline-flex min-h-11 items-center">
              {TEXTES.droitsLien}
            </Link>
          </p>
        )}
        <p>
          {TEXTES.droitsAutre} <ReachCentre contact={contact} />
        </p>
        <p>{TEXTES.droitsPlainte}</p>
      </Part>
      <Part title={TEXTES.cookies}>
        <p>{TEXTES.cookiesIntro}</p>
        <ul className="list-disc ps-5">
          {TEXTES.cookiesListe.map((one) => (
            <li key={one}>{one}</li>
          ))}
        </ul>
        <p>{TEXTES.cookiesStockage}</p>
        <p>{TEXTES.horsConnexion}</p>
      </Part>
    </div>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="flex flex-col gap-3 rounded-card border border-hairline bg-card p-5 shadow-card sm:p-6">
      <h2>{title}</h2>
      {children}
    </section>
  );
}
