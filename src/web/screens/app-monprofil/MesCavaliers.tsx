import { Plus, UserRound } from 'lucide-react';
import { useRef } from 'react';
import { CAVALIERS_MAX } from '#domain/riders/cavaliers.ts';
import { useMesCavaliers } from '#web/nouns/riders/cavaliers.ts';
import { useCavalierWrites } from '#web/nouns/riders/cavaliersWrites.ts';
import { useCavalierDialogs } from '#web/nouns/riders/CavalierDialogs.tsx';
import { CAVALIER } from '#web/nouns/riders/cavalierTexts.ts';
import { ShownBanner } from '#web/ui/messages/ShownBanner.tsx';
import { Button } from '#web/ui/basics/Button.tsx';
import { Card } from '#web/ui/pages/Card.tsx';
import { Skeleton } from '#web/ui/messages/Skeleton.tsx';
import { Unreadable } from '#web/ui/messages/Unreadable.tsx';
import { useBanner } from '#web/ui/messages/useBanner.ts';
import { TEXTES } from './textes.cavaliers.ts';
import { useArrival } from './useArrival.ts';

/** The riders whom the person books for: the list, and its dialogs (RIDE-20). */
export function MesCavaliers() {
  const cavaliers = useMesCavaliers();
  const [annonce, setAnnonce] = useBanner();
  const heading = useRef<HTMLHeadingElement>(null);
  useArrival('cavaliers', heading);
  const { edit, takeOut, dialogs } = useCavalierDialogs({
    writes: useCavalierWrites(),
    textes: TEXTES,
    cavaliers: cavaliers.data,
    heading,
    say: setAnnonce,
  });
  const { data } = cavaliers;
  return (
    <Card aria-labelledby="titre-cavaliers" aria-busy={cavaliers.isPending}>
      <div className="flex min-h-11 flex-wrap items-center justify-between gap-3">
        <h2 ref={heading} tabIndex={-1} id="titre-cavaliers" className="rounded-field">
          {TEXTES.titre}
        </h2>
        {data && data.length < CAVALIERS_MAX && (
          <Button
            variant="secondary"
            icon={<Plus aria-hidden className="size-5 shrink-0" />}
            onClick={() => edit()}
          >
            {CAVALIER.ajouter}
          </Button>
        )}
      </div>
      <p className="mt-1 text-muted">
        {TEXTES.aide} {data && data.length >= CAVALIERS_MAX && TEXTES.complet}
      </p>
      <ShownBanner message={annonce} className="mt-3" />
      {!data &&
        (cavaliers.isError ? (
          <Unreadable queries={[cavaliers]} className="mt-3">
            {TEXTES.illisible}
          </Unreadable>
        ) : (
          <Skeleton className="mt-3 h-16" />
        ))}
      {data?.length === 0 && <p className="mt-3">{TEXTES.vide}</p>}
      <ul className="mt-2 divide-y divide-hairline empty:hidden">
        {data?.map((one) => (
          <li key={one.id} className="flex min-h-17 flex-wrap items-center gap-3 py-2">
            <span className="grid size-11 shrink-0 place-items-center rounded-field bg-sand text-muted">
              <UserRound aria-hidden className="size-5" />
            </span>
            <div className="min-w-0 flex-1">
              <p className="font-medium wrap-anywhere">
                <bdi>{one.nom}</bdi>
                {one.annee_naissance !== null && (
                  <span className="font-normal text-muted"> · {one.annee_naissance}</span>
                )}
              </p>
              {one.note !== null && (
                <p dir="auto" className="text-sm wrap-anywhere whitespace-pre-line text-muted">
                  {one.note}
                </p>
              )}
            </div>
            <div className="grid w-full grid-cols-2 gap-2 sm:w-auto">
              <Button variant="secondary" onClick={() => edit(one)}>
                <span>
                  Modifier<span className="sr-only"> {one.nom}</span>
                </span>
              </Button>
              <Button variant="secondary" onClick={() => takeOut(one)}>
                <span>
                  {CAVALIER.retirer}
                  <span className="sr-only"> {one.nom}</span>
                </span>
              </Button>
            </div>
          </li>
        ))}
      </ul>
      {dialogs}
    </Card>
  );
}
