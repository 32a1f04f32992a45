import { Monitor, Smartphone } from 'lucide-react';
import { useRef, useState } from 'react';
import type { OpenSession } from '#contract/profil.ts';
import { formatInstant } from '#domain/core/calendrier.ts';
import { sentenceOf } from '#web/data/client.ts';
import { useEndSessions, useSessions } from '#web/nouns/people/profil.ts';
import { deviceOf, isMobile } from '#web/nouns/signin/device.ts';
import { Pill } from '#web/ui/messages/Badge.tsx';
import { ShownBanner } from '#web/ui/messages/ShownBanner.tsx';
import { Button } from '#web/ui/basics/Button.tsx';
import { Card } from '#web/ui/pages/Card.tsx';
import { Skeleton } from '#web/ui/messages/Skeleton.tsx';
import { Unreadable } from '#web/ui/messages/Unreadable.tsx';
import { useBanner } from '#web/ui/messages/useBanner.ts';
import { DUREE_SUCCES, TEXTES } from './textes.ts';

/** How many are shown before the person asks for the others. */
const FIRST = 5;

/** The open sessions, each with a button that ends it (PEOPLE-17). */
export function OpenSessions() {
  const sessions = useSessions();
  const end = useEndSessions();
  const [all, setAll] = useState(false);
  const [annonce, setAnnonce] = useBanner();
  const heading = useRef<HTMLHeadingElement>(null);

  /** The pressed button is removed with its session: the focus moves to the title of the card. */
  const endOne = async (id: string) => {
    setAnnonce(null);
    try {
      await end.mutateAsync(id);
      setAnnonce({
        kind: 'success',
        text: id === 'autres' ? TEXTES.terminees : TEXTES.terminee,
        ms: DUREE_SUCCES,
      });
      heading.current?.focus();
    } catch (error) {
      setAnnonce({ kind: 'error', text: sentenceOf(error, TEXTES.nonTerminee) });
    }
  };

  const list = sessions.data?.toSorted((a, b) => Number(b.courante) - Number(a.courante));
  return (
    <Card aria-labelledby="titre-sessions" aria-busy={sessions.isPending}>
      <div className="flex min-h-11 flex-wrap items-center justify-between gap-3">
        <h2 ref={heading} tabIndex={-1} id="titre-sessions" className="rounded-field">
          Sessions ouvertes
        </h2>
        {list && list.length > 1 && (
          <Button
            variant="secondary"
            busy={end.isPending && end.variables === 'autres'}
            onClick={() => void endOne('autres')}
          >
            {TEXTES.terminerAutres}
          </Button>
        )}
      </div>
      <p className="mt-1 text-muted">{TEXTES.sessionsAide}</p>
      <ShownBanner message={annonce} className="mt-3" />
      {!list && !sessions.isError && <Skeleton className="mt-3 h-16" />}
      {!list && sessions.isError && (
        <Unreadable queries={[sessions]} className="mt-3">
          {TEXTES.sessionsIllisibles}
        </Unreadable>
      )}
      {list && (
        <ul className="mt-2 divide-y divide-hairline">
          {(all ? list : list.slice(0, FIRST)).map((session) => (
            <Session
              key={session.id}
              session={session}
              busy={end.isPending && end.variables === session.id}
              onEnd={() => void endOne(session.id)}
            />
          ))}
        </ul>
      )}
      {list && list.length > FIRST && (
        <Button
          variant="secondary"
          className="mt-3 w-full"
          aria-expanded={all}
          onClick={() => setAll(!all)}
        >
          {all ? 'Voir moins' : `Voir les ${list.length} sessions`}
        </Button>
      )}
    </Card>
  );
}

type SessionProps = { session: OpenSession; busy: boolean; onEnd: () => void };

function Session({ session: { user_agent, created_at, courante }, busy, onEnd }: SessionProps) {
  const Icon = isMobile(user_agent) ? Smartphone : Monitor;
  const appareil = deviceOf(user_agent);
  const opened = formatInstant(created_at);
  return (
    <li className="flex min-h-17 items-center gap-3 py-2">
      <span className="grid size-11 shrink-0 place-items-center rounded-field bg-sand text-muted">
        <Icon aria-hidden className="size-5" />
      </span>
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 font-medium">
          {appareil}
          {courante && <Pill tone="green">{TEXTES.cetteSession}</Pill>}
        </p>
        <p className="text-sm text-muted">Ouverte le {opened}</p>
      </div>
      {!courante && (
        <Button variant="secondary" busy={busy} onClick={onEnd}>
          <span>
            {TEXTES.terminer}
            <span className="sr-only">
              {' '}
              la session {appareil} du {opened}
            </span>
          </span>
        </Button>
      )}
    </li>
  );
}
