import { startTransition, useOptimistic } from 'react';
import type { Public } from '#documents/aide.ts';
import { isAdmin } from '#domain/people/users.ts';
import { useCentreInfo } from '#web/data/centre.ts';
import { useSession } from '#web/data/session.ts';
import { ReachCentre } from '#web/nouns/people/Contact.tsx';
import { PATHS } from '#web/paths/paths.ts';
import { Input } from '#web/ui/forms/Input.tsx';
import { Link, useSearchParams } from '#web/ui/hooks/navigation.tsx';
import { tachesWith } from './taches.ts';
import { TEXTES, TITRES } from './textes.ts';

/** /aide: the tasks, those of the person's own role first, and a field that filters them (UI-91). */
export function Aide() {
  const { contact, facturation } = useCentreInfo();
  const { user } = useSession();
  const [params, setParams] = useSearchParams();
  // The typed text is drawn immediately; the address follows.
  const [query, show] = useOptimistic((params.get('q') ?? '').slice(0, 100));
  const search = (q: string) =>
    startTransition(() => {
      show(q);
      setParams(q && { q }, { replace: true });
    });
  const found = tachesWith(query, facturation === true);
  const order: readonly Public[] =
    user && isAdmin(user.role) ? ['bureau', 'cavaliers'] : ['cavaliers', 'bureau'];
  return (
    <div className="mx-auto flex w-full max-w-4xl flex-col gap-8 px-edge py-6 md:px-8 md:py-10">
      <div>
        <h1>{PATHS.aide.titre}</h1>
        <p className="mt-2 text-muted">{TEXTES.intro}</p>
      </div>
      <search className="w-full max-w-md print:hidden">
        <label htmlFor="aide" className="font-medium">
          {TEXTES.chercher}
        </label>
        <Input
          id="aide"
          type="text"
          inputMode="search"
          enterKeyHint="search"
          autoComplete="off"
          spellCheck={false}
          maxLength={100}
          value={query}
          onChange={({ target }) => search(target.value)}
          className="mt-1.5"
        />
        <p role="status" className="mt-2">
          {found.length === 0 && TEXTES.rien}
        </p>
      </search>
      {order.map((pour) => {
        const taches = found.filter((tache) => tache.pour === pour);
        return (
          taches.length > 0 && (
            <section key={pour} aria-labelledby={`aide-${pour}`}>
              <h2 id={`aide-${pour}`}>{TITRES[pour]}</h2>
              <ul className="mt-3 grid gap-2 sm:grid-cols-2">
                {taches.map(({ nom, titre }) => (
                  <li key={nom}>
                    <Link
                      to={`${PATHS.aide.path}/${nom}`}
                      className="flex h-full min-h-14 items-center rounded-field border border-hairline bg-card px-4 py-2 font-semibold shadow-card hover:border-fir"
                    >
                      {titre}
                    </Link>
                  </li>
                ))}
              </ul>
            </section>
          )
        );
      })}
      <p>
        {TEXTES.question} <ReachCentre contact={contact} />
      </p>
    </div>
  );
}
