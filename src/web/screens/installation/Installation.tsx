import { Suspense, useEffect, useState } from 'react';
import { Link } from '#web/ui/hooks/navigation.tsx';
import { PEOPLE_REFUS } from '#domain/errors/people.ts';
import type { Inscription } from '#domain/people/users.ts';
import { VISITEUR } from '#web/data/ecrits.ts';
import { newId } from '#web/data/newId.ts';
import { canInstall, install, type Restaurable } from '#web/data/signUp.ts';
import { useEcrit } from '#web/data/useEcrit.ts';
import { useJeton } from '#web/nouns/signin/useJeton.ts';
import { AccountForm } from '#web/nouns/people/AccountForm.tsx';
import { NO_TEXTS, type Texts } from '#web/nouns/people/accountForm.ts';
import { PATHS } from '#web/paths/paths.ts';
import { Button } from '#web/ui/basics/Button.tsx';
import { buttonStyle } from '#web/ui/basics/buttonStyle.ts';
import { FallenRail } from '#web/ui/drawings/FallenRail.tsx';
import { Horseshoe } from '#web/ui/drawings/Horseshoe.tsx';
import { lazyPart } from '#web/ui/pages/lazyPart.tsx';
import { Outcome } from '#web/ui/messages/Outcome.tsx';
import { Skeleton } from '#web/ui/messages/Skeleton.tsx';
import { Tabs } from '#web/ui/pages/Tabs.tsx';
import { TEXTES } from './textes.ts';

type State = 'lecture' | 'ouverte' | 'close' | 'injoignable' | 'faite' | 'restauree';

/** Name of the stored draft (UI-70). */
const DRAFT = 'installation.1';

const { Part: Restauration } = lazyPart('part', () => import('./Restauration.tsx'));

/**
 * Creates the first administrator with the link printed at start (ACC-38), or restores a backup
 * (OPS-30). The key resets the state when another link is opened.
 */
export default function Installation() {
  const jeton = useJeton();
  return <WithToken key={jeton} jeton={jeton} />;
}

function WithToken({ jeton }: { jeton: string }) {
  const [state, setState] = useState<State>(jeton === '' ? 'close' : 'lecture');
  const [sauvegardes, setSauvegardes] = useState<readonly Restaurable[] | null>(null);
  const [texts, setTexts, forget] = useEcrit<Texts>(VISITEUR, DRAFT, (kept) => kept ?? NO_TEXTS);
  const [ecriture] = useState(newId);
  /**
   * A restore was started here and its connection lost: if the link then no longer works, the
   * restore has succeeded.
   */
  const [lost, setLost] = useState(false);

  useEffect(() => {
    if (state !== 'lecture') return;
    let gone = false;
    const settle = (next: State, found: readonly Restaurable[] | null = null) => {
      if (gone) return;
      setSauvegardes(found);
      setState(next);
    };
    canInstall(jeton).then(
      (answer) =>
        settle(answer.ouverte ? 'ouverte' : lost ? 'restauree' : 'close', answer.sauvegardes),
      () => settle('injoignable'),
    );
    return () => {
      gone = true;
    };
  }, [state, jeton, lost]);

  const submit = async (inscription: Inscription) => {
    const refus = await install(jeton, { ...inscription, ecriture });
    if (refus && refus.code !== 'installation_close') return refus.message;
    forget();
    setState(refus ? 'close' : 'faite');
    return null;
  };

  if (state === 'close') {
    return (
      <Outcome
        title={PEOPLE_REFUS.installation_close.message}
        summary="Il sert une seule fois, tant que le centre n'a pas d'administrateur. Ouvrez-le tel qu'il est affiché au démarrage du service, ou connectez-vous si votre compte existe déjà."
        illustration={<FallenRail className="w-52" />}
      >
        <Link to={PATHS.login.path} className={buttonStyle('primary', 'mt-2 w-full')}>
          Se connecter
        </Link>
      </Outcome>
    );
  }
  if (state === 'faite') {
    return (
      <Outcome
        title="Le premier administrateur est créé"
        summary="Connectez-vous avec l'email et le mot de passe que vous venez de choisir."
        illustration={<Horseshoe className="size-20" />}
      >
        <Link to={PATHS.login.path} replace className={buttonStyle('primary', 'mt-2 w-full')}>
          Se connecter
        </Link>
      </Outcome>
    );
  }
  if (state === 'restauree') {
    return (
      <Outcome
        title={TEXTES.restauree}
        summary={TEXTES.restaureeDetail}
        illustration={<Horseshoe className="size-20" />}
      >
        <Link to={PATHS.login.path} replace className={buttonStyle('primary', 'mt-2 w-full')}>
          Se connecter
        </Link>
      </Outcome>
    );
  }
  if (state === 'injoignable') {
    return (
      <Outcome
        title="Le service ne répond pas"
        summary="Ce lien d'installation n'a pas pu être vérifié."
        illustration={<FallenRail className="w-52" />}
      >
        <Button className="mt-2 w-full" onClick={() => setState('lecture')}>
          Réessayer
        </Button>
      </Outcome>
    );
  }
  const form = (
    <>
      <p className="mt-1 text-muted">
        Ce compte ouvre tout&#x202f;: les réservations, les comptes, les prix et les paramètres.
        D'autres administrateurs pourront s'y ajouter ensuite.
      </p>
      <AccountForm
        title={TEXTES.premier}
        texts={texts}
        onTexts={setTexts}
        submitLabel="Créer l'administrateur"
        busyLabel="Création en cours…"
        strong
        onSubmit={submit}
      />
    </>
  );
  const checkAgain = (begun: boolean) => {
    setLost(begun);
    setState('lecture');
  };
  return (
    <>
      <h1>{PATHS.installation.titre}</h1>
      {state === 'lecture' && <Loading />}
      {state === 'ouverte' && sauvegardes === null && form}
      {state === 'ouverte' && sauvegardes !== null && (
        <Tabs
          label={TEXTES.choix}
          className="mt-5"
          tabs={[
            { title: TEXTES.nouveau, content: form },
            {
              title: TEXTES.restaurer,
              content: (
                <Suspense fallback={<Loading />}>
                  <Restauration
                    jeton={jeton}
                    sauvegardes={sauvegardes}
                    onRestored={() => setState('restauree')}
                    onCheck={checkAgain}
                  />
                </Suspense>
              ),
            },
          ]}
        />
      )}
    </>
  );
}

/** Shown while the link is checked. */
function Loading() {
  return (
    <div role="status" className="mt-6 flex flex-col gap-5">
      <span className="sr-only">Vérification du lien…</span>
      {[0, 1, 2, 3].map((row) => (
        <Skeleton key={row} className="h-18" />
      ))}
    </div>
  );
}
