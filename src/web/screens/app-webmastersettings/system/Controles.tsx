import { CircleAlert, CircleCheck, Stethoscope, TriangleAlert } from 'lucide-react';
import { type Controle, ETATS_CONTROLE, type EtatControle } from '#domain/health/controles.ts';
import { readingSentenceOf } from '#web/data/client.ts';
import { useRunControles } from '#web/nouns/health/controles.ts';
import { badgesOf } from '#web/ui/messages/Badge.tsx';
import { Banner } from '#web/ui/messages/Banner.tsx';
import { Button } from '#web/ui/basics/Button.tsx';
import { Card } from '#web/ui/pages/Card.tsx';
import { NoBreakText } from '#web/ui/messages/NoBreakText.tsx';
import { Skeleton } from '#web/ui/messages/Skeleton.tsx';
import { EN_CLAIR, TEXTES } from './textes.controles.ts';

const EtatBadge = badgesOf<EtatControle>({
  ok: { label: 'OK', Icon: CircleCheck, tone: 'green' },
  attention: { label: 'Attention', Icon: TriangleAlert, tone: 'orange' },
  panne: { label: 'En panne', Icon: CircleAlert, tone: 'red' },
});

/** The state of the service, checked when the button is pressed (OPS-68). */
export function Controles() {
  const run = useRunControles();
  return (
    <Card aria-labelledby="titre-controles">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="grow basis-60">
          <h2 id="titre-controles">{TEXTES.titre}</h2>
          <p className="text-muted">{TEXTES.intro}</p>
        </div>
        <Button
          variant="secondary"
          busy={run.isPending}
          busyLabel={TEXTES.enCours}
          icon={<Stethoscope aria-hidden className="size-5 shrink-0" />}
          onClick={() => run.mutate({})}
        >
          {TEXTES.verifier}
        </Button>
      </div>
      {run.isError && (
        <Banner kind="error" className="mt-4">
          {readingSentenceOf(run.error, TEXTES.echec)}
        </Banner>
      )}
      <p role="status" className={run.data ? 'mt-4 font-semibold' : ''}>
        {run.data && summaryOf(run.data)}
      </p>
      {run.isPending && <Skeleton className="mt-4 h-40" />}
      {run.data && (
        <ul className="mt-2">
          {worstFirst(run.data).map((controle) => (
            <Ligne key={controle.nom} {...controle} />
          ))}
        </ul>
      )}
    </Card>
  );
}

function Ligne({ nom, etat, constat, remede }: Controle) {
  return (
    <li className="grid grid-cols-[1fr_auto] gap-x-4 border-t border-hairline pt-3 pb-1 sm:grid-cols-[7rem_1fr]">
      <div className="col-start-2 row-start-1 sm:col-start-1">
        <EtatBadge statut={etat} />
      </div>
      <h3 className="col-start-1 row-start-1 font-sans text-base font-semibold sm:col-start-2">
        {nom}
      </h3>
      <div className="col-span-2 min-w-0 sm:col-span-1 sm:col-start-2">
        <p>{EN_CLAIR[nom]?.[etat === 'ok' ? 'ok' : 'sinon']}</p>
        <details>
          <summary className="inline-flex min-h-11 items-center text-sm text-muted underline underline-offset-4">
            {TEXTES.details}
            <span className="sr-only">{`, ${nom}`}</span>
          </summary>
          <p className="wrap-anywhere">
            <NoBreakText>{constat}</NoBreakText>
          </p>
          {remede !== null && (
            <p className="mt-1 wrap-anywhere">
              <span className="font-semibold">{TEXTES.aFaire}</span>{' '}
              <NoBreakText>{remede}</NoBreakText>
            </p>
          )}
        </details>
      </div>
    </li>
  );
}

/** What is to be done stands first. */
const worstFirst = (controles: readonly Controle[]): Controle[] =>
  controles.toSorted((a, b) => ETATS_CONTROLE.indexOf(b.etat) - ETATS_CONTROLE.indexOf(a.etat));

function summaryOf(controles: readonly Controle[]): string {
  const count = (wanted: EtatControle): number =>
    controles.filter(({ etat }) => etat === wanted).length;
  const [pannes, attentions] = [count('panne'), count('attention')];
  return (
    [pannes > 0 && TEXTES.pannes(pannes), attentions > 0 && TEXTES.attentions(attentions)]
      .filter(Boolean)
      .join(' ') || TEXTES.bien
  );
}
