import { Plus, UserRound } from 'lucide-react';
import { useRef, useState } from 'react';
import { type Cavalier, CAVALIERS_MAX } from '#domain/people/cavaliers.ts';
import { sentenceOf } from '#web/data/client.ts';
import { useMesCavaliers, useRemoveCavalier } from '#web/data/queries/cavaliers.ts';
import { UNSURE } from '#web/data/surely.ts';
import { AlertDialog } from '#web/ui/AlertDialog.tsx';
import { ShownBanner } from '#web/ui/ShownBanner.tsx';
import { Banner } from '#web/ui/Banner.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Card } from '#web/ui/Card.tsx';
import { FormDialog } from '#web/ui/FormDialog.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { Unreadable } from '#web/ui/Unreadable.tsx';
import { useBanner } from '#web/ui/useBanner.ts';
import { useLast } from '#web/ui/useLast.ts';
import { CavalierForm } from './CavalierForm.tsx';
import { DUREE_SUCCES } from './textes.ts';
import { TEXTES } from './textes.cavaliers.ts';
import { useArrival } from './useArrival.ts';

/** The riders whom the person books for: the list, and its dialogs (RIDE-20). */
export function MesCavaliers() {
  const cavaliers = useMesCavaliers();
  const remove = useRemoveCavalier();
  const [edited, setEdited] = useState<Cavalier | 'nouveau' | null>(null);
  const [removed, setRemoved] = useState<Cavalier | null>(null);
  const [annonce, setAnnonce] = useBanner();
  const heading = useRef<HTMLHeadingElement>(null);
  useArrival('cavaliers', heading);
  const [lastEdited, lastRemoved] = [useLast(edited), useLast(removed)];
  const { data } = cavaliers;
  const done = (text: string) => {
    setEdited(null);
    setAnnonce({ kind: 'success', text, ms: DUREE_SUCCES });
  };
  const confirmRemoval = () => {
    if (!removed) return;
    remove.mutate(
      { id: removed.id },
      {
        onSuccess: () => setAnnonce({ kind: 'success', text: TEXTES.retire, ms: DUREE_SUCCES }),
        onError: (error) =>
          setAnnonce({ kind: 'error', text: sentenceOf(error, TEXTES.retraitEchoue) }),
        onSettled: () => setRemoved(null),
      },
    );
  };
  const title = lastEdited === 'nouveau' ? TEXTES.ajouter : TEXTES.modifier;
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
            onClick={() => setEdited('nouveau')}
          >
            {TEXTES.ajouter}
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
              <Button variant="secondary" onClick={() => setEdited(one)}>
                <span>
                  Modifier<span className="sr-only"> {one.nom}</span>
                </span>
              </Button>
              <Button variant="secondary" onClick={() => setRemoved(one)}>
                <span>
                  {TEXTES.retirer}
                  <span className="sr-only"> {one.nom}</span>
                </span>
              </Button>
            </div>
          </li>
        ))}
      </ul>
      <FormDialog
        title={title}
        open={edited !== null}
        fallback={heading}
        onClose={() => setEdited(null)}
      >
        {lastEdited && (
          <CavalierForm
            cavalier={lastEdited === 'nouveau' ? null : lastEdited}
            onDone={() => done(lastEdited === 'nouveau' ? TEXTES.ajoute : TEXTES.modifie)}
            onClose={() => setEdited(null)}
          />
        )}
      </FormDialog>
      <AlertDialog
        title={TEXTES.retirerTitre}
        confirm={TEXTES.retirer}
        busyLabel={TEXTES.retraitEnCours}
        danger
        open={removed !== null}
        busy={remove.isPending}
        unsure={remove.unsure}
        fallback={heading}
        onConfirm={confirmRemoval}
        onClose={() => setRemoved(null)}
      >
        <p>
          <bdi className="font-semibold">{lastRemoved?.nom}</bdi> {TEXTES.retirerEffet}
        </p>
        {remove.unsure && <Banner kind="info">{UNSURE}</Banner>}
      </AlertDialog>
    </Card>
  );
}
