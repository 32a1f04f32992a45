import { KeyRound, ShieldCheck } from 'lucide-react';
import { useRef, useState } from 'react';
import type { CleAcces } from '#domain/signin/second_facteur.ts';
import type { User } from '#domain/people/users.ts';
import { useSecondFactor } from '#web/nouns/signin/secondFacteurQueries.ts';
import { Pill } from '#web/ui/messages/Badge.tsx';
import { ShownBanner } from '#web/ui/messages/ShownBanner.tsx';
import { Button } from '#web/ui/basics/Button.tsx';
import { Card } from '#web/ui/pages/Card.tsx';
import { Skeleton } from '#web/ui/messages/Skeleton.tsx';
import { Unreadable } from '#web/ui/messages/Unreadable.tsx';
import { useBanner } from '#web/ui/messages/useBanner.ts';
import { canUseKeys } from '#web/nouns/signin/passkeys.ts';
import { dayInWords } from './dates.ts';
import { type FactorAction, FactorDialog } from './FactorDialog.tsx';
import { KeyDialog } from './KeyDialog.tsx';
import { DUREE_SUCCES } from './textes.ts';
import { TEXTES } from './textes.facteur.ts';

const PLACE = 'grid size-11 shrink-0 place-items-center rounded-field bg-sand text-muted';

/**
 * The authenticator application, its recovery codes and the passkeys of the account (ACC-61,
 * ACC-64, ACC-66).
 */
export function SecondFactor({ profil }: { profil: User }) {
  const factor = useSecondFactor();
  const [action, setAction] = useState<FactorAction | null>(null);
  const [cle, setCle] = useState<CleAcces | 'nouvelle' | null>(null);
  const [annonce, setAnnonce] = useBanner();
  const heading = useRef<HTMLHeadingElement>(null);
  /** The pressed button may be gone: the focus moves to the title of the card. */
  const close = (done: string | null) => {
    setAction(null);
    setCle(null);
    if (done === null) return;
    setAnnonce({ kind: 'success', text: done, ms: DUREE_SUCCES });
    heading.current?.focus();
  };
  const { data } = factor;
  return (
    <Card aria-labelledby="titre-facteur" aria-busy={factor.isPending}>
      <h2
        ref={heading}
        tabIndex={-1}
        id="titre-facteur"
        className="flex min-h-11 items-center rounded-field"
      >
        {TEXTES.titre}
      </h2>
      <p className="mt-1 text-muted">{TEXTES.aide}</p>
      <ShownBanner message={annonce} className="mt-3" />
      {!data &&
        (factor.isError ? (
          <Unreadable queries={[factor]} className="mt-3">
            {TEXTES.illisible}
          </Unreadable>
        ) : (
          <Skeleton className="mt-3 h-16" />
        ))}
      {data && (
        <>
          <div className="mt-3 flex flex-wrap items-center gap-3">
            <span className={PLACE}>
              <ShieldCheck aria-hidden className="size-5" />
            </span>
            <div className="min-w-0 flex-1">
              {data.actif_at === null ? (
                <p>{TEXTES.inactive}</p>
              ) : (
                <>
                  <p className="flex flex-wrap items-center gap-x-2 font-medium">
                    Application d'authentification <Pill tone="green">Active</Pill>
                  </p>
                  <p className="text-sm text-muted">
                    Depuis le {dayInWords(data.actif_at)}. {codesLeft(data.codes_restants)}
                  </p>
                </>
              )}
              {data.exige && <p className="text-sm text-muted">{TEXTES.exige}</p>}
            </div>
            <div className="flex w-full flex-col gap-2 sm:w-auto sm:flex-row">
              {(data.actif_at === null
                ? (['activer'] as const)
                : (['nouveauxCodes', 'desactiver'] as const)
              ).map((one) => (
                <Button
                  key={one}
                  variant={one === 'activer' ? 'primary' : 'secondary'}
                  onClick={() => setAction(one)}
                >
                  {TEXTES[one]}
                </Button>
              ))}
            </div>
          </div>
          <div className="mt-5 flex flex-wrap items-center justify-between gap-3 border-t border-hairline pt-4">
            <h3>{TEXTES.cles}</h3>
            {canUseKeys() && (
              <Button variant="secondary" onClick={() => setCle('nouvelle')}>
                {TEXTES.ajouterCle}
              </Button>
            )}
          </div>
          <p className="mt-1 text-muted">
            {TEXTES.clesAide} {!canUseKeys() && TEXTES.clesSansAppareil}
          </p>
          <ul className="mt-2 divide-y divide-hairline">
            {data.cles.map((one) => (
              <li key={one.id} className="flex min-h-17 flex-wrap items-center gap-3 py-2">
                <span className={PLACE}>
                  <KeyRound aria-hidden className="size-5" />
                </span>
                <div className="min-w-0 flex-1">
                  <p className="font-medium wrap-anywhere">
                    <bdi>{one.nom}</bdi>
                  </p>
                  <p className="text-sm text-muted">
                    Ajoutée le {dayInWords(one.created_at)},{' '}
                    {one.utilise_at === null
                      ? TEXTES.jamais
                      : `utilisée le ${dayInWords(one.utilise_at)}`}
                  </p>
                </div>
                <Button variant="secondary" onClick={() => setCle(one)}>
                  <span>
                    {TEXTES.retirer}
                    <span className="sr-only"> la clé {one.nom}</span>
                  </span>
                </Button>
              </li>
            ))}
          </ul>
        </>
      )}
      {action && <FactorDialog action={action} profil={profil} onClose={close} />}
      {cle && <KeyDialog cle={cle} application={Boolean(data?.actif_at)} onClose={close} />}
    </Card>
  );
}

const codesLeft = (n: number): string =>
  n === 0
    ? "Il n'y a plus de code de secours."
    : `${n} code${n > 1 ? 's' : ''} de secours ${n > 1 ? 'restants' : 'restant'}.`;
