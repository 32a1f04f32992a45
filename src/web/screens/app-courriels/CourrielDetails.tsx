import { CalendarPlus } from 'lucide-react';
import { formatInstant } from '#domain/core/calendrier.ts';
import { failureCauseOf } from '#domain/emails/failures.ts';
import { readingSentenceOf, sentenceOf } from '#web/data/client.ts';
import { useCourriel, useResendCourriel } from '#web/nouns/emails/courrielsQueries.ts';
import { CorpsCourriel } from '#web/nouns/emails/CorpsCourriel.tsx';
import { SORTES } from '#web/nouns/emails/courriels.ts';
import { EmailText } from '#web/nouns/people/EmailText.tsx';
import { StatutCourrielBadge } from '#web/nouns/emails/StatutCourrielBadge.tsx';
import { Announced, Banner } from '#web/ui/messages/Banner.tsx';
import { Button } from '#web/ui/basics/Button.tsx';
import { NoBreakText } from '#web/ui/messages/NoBreakText.tsx';
import { buttonStyle } from '#web/ui/basics/buttonStyle.ts';
import { Skeleton } from '#web/ui/messages/Skeleton.tsx';
import { Unreadable } from '#web/ui/messages/Unreadable.tsx';
import { attemptsInWords, nextDateOf, TEXTES } from './textes.ts';
import { Lien } from './Lien.tsx';
import { useSeen } from './useSeen.ts';

/** One email: recipient, dates, state and content. */
export function CourrielDetails({ id }: { id: string }) {
  const courriel = useCourriel(id);
  const { data, error } = courriel;
  const resend = useResendCourriel();
  useSeen(data ? [data] : []);
  if (!data) {
    if (!error)
      return (
        <div className="mt-3 flex flex-col gap-3" aria-busy>
          <Skeleton className="h-24" />
          <Skeleton className="h-96" />
        </div>
      );
    return (
      <Unreadable queries={[courriel]} className="mt-3">
        {readingSentenceOf(error, TEXTES.courrielIllisible)}
      </Unreadable>
    );
  }

  const nextDate = nextDateOf(data);
  const attempts = attemptsInWords(data.essais);
  const failure = data.derniere_erreur ? failureCauseOf(data.derniere_erreur) : null;
  return (
    <div className="mt-1 flex flex-col gap-4">
      <p className="font-semibold wrap-anywhere">
        <bdi>
          <NoBreakText>{data.sujet}</NoBreakText>
        </bdi>
      </p>
      <dl className="grid grid-cols-1 min-[18rem]:grid-cols-[max-content_minmax(0,1fr)] gap-x-4 gap-y-1.5 [&>dt]:text-muted">
        <dt>Destinataire</dt>
        <dd className="wrap-anywhere">
          {data.destinataire_nom && (
            <>
              <bdi>{data.destinataire_nom}</bdi>
              {', '}
            </>
          )}
          {data.destinataire === '' ? (
            TEXTES.adresseEffacee
          ) : (
            <EmailText>{data.destinataire}</EmailText>
          )}
        </dd>
        <dt>État</dt>
        <dd className="flex flex-wrap items-center gap-x-2">
          <StatutCourrielBadge statut={data.statut} />
          {attempts && <span>{attempts}</span>}
        </dd>
        {data.statut !== 'planifie' && (
          <>
            <dt>Écrit le</dt>
            <dd>{formatInstant(data.created_at)}</dd>
          </>
        )}
        {nextDate && (
          <>
            <dt>{nextDate[0]}</dt>
            <dd>{formatInstant(nextDate[1])}</dd>
          </>
        )}
        {failure && (
          <>
            <dt>{TEXTES.cause}</dt>
            <dd>
              <NoBreakText>{failure.cause}</NoBreakText>
            </dd>
          </>
        )}
        {failure?.raw && (
          <>
            <dt>{TEXTES.reponse}</dt>
            <dd dir="auto" className="text-sm wrap-anywhere text-muted">
              {failure.raw}
            </dd>
          </>
        )}
      </dl>
      <Announced urgent={resend.isError}>
        {resend.data &&
          (resend.data.email_envoye ? (
            <Banner kind="success" spoken={false}>
              {TEXTES.renvoye}
            </Banner>
          ) : (
            <Banner kind="info" spoken={false}>
              {TEXTES.renvoyeGarde}
            </Banner>
          ))}
        {resend.isError && (
          <Banner kind="error">{sentenceOf(resend.error, TEXTES.renvoiEchoue)}</Banner>
        )}
      </Announced>
      {(data.renvoyable || data.calendrier !== null || resend.isPending) && (
        <div className="flex flex-wrap gap-3">
          {(data.renvoyable || resend.isPending) && (
            <Button
              busy={resend.isPending}
              busyLabel={TEXTES.renvoiEnCours}
              onClick={() => resend.mutate({ id })}
            >
              {TEXTES.renvoyer}
            </Button>
          )}
          {data.calendrier !== null && (
            <a
              href={`data:text/calendar;charset=utf-8,${encodeURIComponent(data.calendrier)}`}
              download="lecon.ics"
              className={buttonStyle('secondary')}
            >
              <CalendarPlus aria-hidden className="size-5 shrink-0" />
              {TEXTES.calendrier}
            </a>
          )}
        </div>
      )}
      {data.lien && <Lien id={id} />}
      <CorpsCourriel label={SORTES[data.sorte]} html={data.html} text={data.texte} />
    </div>
  );
}
