// chunk: admin-frame
import { useRef } from 'react';
import { formatHeure, formatJour, momentAt } from '#domain/core/calendrier.ts';
import { sentenceOf } from '#web/data/client.ts';
import { useConfirmHorloge, useHorloge } from '#web/nouns/health/horloge.ts';
import { Banner } from '#web/ui/messages/Banner.tsx';
import { Button } from '#web/ui/basics/Button.tsx';
import { useHandOver } from '#web/ui/hooks/useHandOver.ts';
import { CONTENT } from '../frame/SkipLink.tsx';

function jourOf(instant: string): string {
  return formatJour(momentAt(new Date(instant)).jour, 'annee');
}

/** SET-16: on every screen of an administrator while the server's clock may be wrong. */
export function HorlogeBanner() {
  const { data } = useHorloge();
  if (!data || data.juste) return null;
  return <Doubt {...data} />;
}

function Doubt({ maintenant, dernier: last }: { maintenant: string; dernier: string | null }) {
  const { mutate, isPending, error } = useConfirmHorloge();
  const button = useRef<HTMLButtonElement>(null);
  useHandOver(button, () => document.getElementById(CONTENT));
  return (
    <Banner kind="error" className="mb-6">
      <p>
        L'horloge du serveur indique le {jourOf(maintenant)} à{' '}
        {formatHeure(momentAt(new Date(maintenant)).heure)}
        {last !== null && <>, bien plus tard que la dernière activité connue (le {jourOf(last)})</>}
        .
      </p>
      <p className="mt-1 font-normal">
        En attendant d'en être sûr, aucun rappel n'est envoyé, aucun email n'est périmé et rien
        n'est effacé (sessions terminées, anciens emails). Si cette date est fausse, corrigez
        l'horloge du serveur&#x202f;: tout reprendra de lui-même.
      </p>
      {error && (
        <p className="mt-1">
          {sentenceOf(error, "La confirmation n'a pas pu être enregistrée. Veuillez réessayer.")}
        </p>
      )}
      <Button
        ref={button}
        variant="secondary"
        className="mt-3"
        busy={isPending}
        onClick={() => mutate(undefined)}
      >
        L'horloge est juste
      </Button>
    </Banner>
  );
}
