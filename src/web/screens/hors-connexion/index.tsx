// chunk: offline
import { useState } from 'react';
import { autresComptes } from '#domain/lessons/autres_comptes.ts';
import { addDays, formatJour, type Moment } from '#domain/core/calendrier.ts';
import { isAhead } from '#domain/lessons/lecons_a_venir.ts';
import { closedHours, closedInWords } from '#domain/slots/creneaux.ts';
import { type Fermeture, fermeturesOfDay } from '#domain/closures.ts';
import { pistesOf } from '#domain/slots/pistes.ts';
import { comingOf } from '#domain/lessons/lecons_a_venir.ts';
import type { PlannedLecon } from '#domain/planning/planning.ts';
import { isAdmin } from '#domain/people/users.ts';
import { heuresOf } from '#domain/slots/creneaux.ts';
import { CENTRE } from '#web/data/centre.ts';
import { useNow } from '#web/data/horloge.ts';
import { type Kept, type Offline, readOffline } from '#web/data/offline.ts';
import { useUser } from '#web/data/session.ts';
import { ComingLecons } from '#web/nouns/lessons/ComingLecons.tsx';
import { ReachCentre } from '#web/nouns/people/Contact.tsx';
import {
  AutresComptes,
  BookedBy,
  Participants,
  Remarques,
} from '#web/nouns/lessons/Participants.tsx';
import { Pistes, usePistes } from '#web/nouns/slots/pistes.ts';
import { ReadAt } from '#web/parts/ReadAt.tsx';
import { ReservationCard } from '#web/nouns/lessons/ReservationCard.tsx';
import { StatutBadge } from '#web/nouns/lessons/StatutBadge.tsx';
import { TypeLeconIcon } from '#web/nouns/types/TypeLeconCards.tsx';
import { Button } from '#web/ui/basics/Button.tsx';
import { Card } from '#web/ui/pages/Card.tsx';
import { cx } from '#web/ui/basics/cx.ts';
import { PageHeading } from '#web/ui/pages/PageHeading.tsx';
import { TEXTES } from './textes.ts';

/**
 * UI-56: the data that this device read last. It replaces every screen while the server does not
 * answer.
 */
export default function HorsConnexion() {
  return (
    <>
      <PageHeading title={TEXTES.titre} intro={TEXTES.intro} />
      <KeptHere />
    </>
  );
}

/** The data, without a title, as `/` shows them. */
export function KeptHere() {
  const user = useUser();
  const maintenant = useNow();
  const [kept] = useState(() => readOffline(user));
  const pistes = (kept?.planning ?? kept?.miennes)?.pistes ?? CENTRE.pistes;
  const { telephone, email } = (kept?.miennes ?? kept?.planning)?.contact ?? CENTRE.contact;
  return (
    <Pistes value={pistes}>
      {/* An email would wait for the network too. */}
      <p className="mt-2">
        <ReachCentre contact={{ telephone, email: telephone === null ? email : null }} />
      </p>
      <div className="mt-4 flex flex-col gap-6">
        {isAdmin(user.role) && <Planning read={kept?.planning} maintenant={maintenant} />}
        <Mine read={kept?.miennes} maintenant={maintenant} />
      </div>
    </Pistes>
  );
}

function Mine({ read, maintenant }: { read: Offline['miennes']; maintenant: Moment }) {
  const aVenir = read && comingOf(read.lecons, maintenant);
  const next = aVenir?.find((lecon) => isAhead(lecon, maintenant));
  return (
    <Card className="@container" aria-labelledby="titre-miennes">
      <h2 id="titre-miennes">{TEXTES.miennes}</h2>
      {read && <ReadAt lu={read.lu} maintenant={maintenant} />}
      {!aVenir && <p className="mt-3 text-muted">{TEXTES.jamaisLu}</p>}
      {aVenir?.length === 0 && <p className="mt-3 text-muted">{TEXTES.aucune}</p>}
      {aVenir && (
        <ComingLecons
          lecons={aVenir}
          card={(lecon) => (
            <div
              className={
                lecon === next
                  ? '-mx-[min(0.75rem,3vw)] rounded-field bg-fir-soft px-[min(0.75rem,3vw)] pt-3'
                  : undefined
              }
            >
              {lecon === next && <p className="font-semibold text-fir">{TEXTES.prochaine}</p>}
              <ReservationCard reservation={lecon} type={lecon.type} />
            </div>
          )}
        />
      )}
      <Button disabled aria-describedby="pourquoi" className="mt-4">
        {TEXTES.reserver}
      </Button>
      <p id="pourquoi" className="mt-2 text-sm text-muted">
        {TEXTES.pourquoi}
      </p>
    </Card>
  );
}

function Planning({ read, maintenant }: { read: Offline['planning']; maintenant: Moment }) {
  const readJours = read ? [read.lu.jour, addDays(read.lu.jour, 1)] : [];
  return (
    <Card className="@container" aria-labelledby="titre-planning">
      <h2 id="titre-planning">{TEXTES.planning}</h2>
      {read && <ReadAt lu={read.lu} maintenant={maintenant} />}
      {[maintenant.jour, addDays(maintenant.jour, 1)].map((jour, i) => (
        <section key={jour} className="mt-5" aria-label={formatJour(jour, 'long')}>
          <h3 className="text-lg">
            {i === 0 ? TEXTES.aujourdhui : TEXTES.demain}, {formatJour(jour, 'long')}
          </h3>
          {read && readJours.includes(jour) ? (
            <Jour
              lecons={read.lecons.filter(({ date_reservation }) => date_reservation === jour)}
              fermetures={fermeturesOfDay(read.fermetures ?? [], jour)}
            />
          ) : (
            <p className="mt-1 text-muted">{TEXTES.jamaisLu}</p>
          )}
        </section>
      ))}
    </Card>
  );
}

function Jour({
  lecons,
  fermetures,
}: {
  lecons: readonly Kept<PlannedLecon>[];
  fermetures: readonly Fermeture[];
}) {
  const pistes = pistesOf(usePistes(), lecons);
  return (
    <div
      className={cx(
        'mt-2 grid items-start gap-x-6 gap-y-4',
        pistes.length > 1 && '@3xl:grid-cols-2',
      )}
    >
      {pistes.map(({ id, nom }) => {
        const here = lecons.filter(({ type_piste }) => type_piste === id);
        return (
          <div key={id} className="min-w-0">
            <h4 className="font-semibold">{nom}</h4>
            {fermetures
              .filter(({ pistes: closed }) => closed.includes(id))
              .map((fermeture) => (
                <p key={fermeture.id} className="font-medium text-partiel-ink">
                  {closedInWords(fermeture.motif, closedHours(fermeture))}
                </p>
              ))}
            {here.length === 0 && <p className="text-muted">{TEXTES.aucuneIci}</p>}
            <ul className="divide-y divide-hairline">
              {here.map((lecon) => (
                <li key={lecon.id} className="py-3">
                  <Lecon lecon={lecon} />
                </li>
              ))}
            </ul>
          </div>
        );
      })}
    </div>
  );
}

function Lecon({ lecon }: { lecon: Kept<PlannedLecon> }) {
  const { type, type_lecon, statut, noms_participants, nom_client, telephone, remarques } = lecon;
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <p className="font-semibold">{heuresOf(lecon)}</p>
        <StatutBadge statut={statut} />
      </div>
      <p className="mt-1 flex items-start gap-2">
        {type && <TypeLeconIcon type={type} className="size-6 rounded-md text-sm" />}
        <bdi className="min-w-0 font-medium wrap-break-word">{type?.label ?? type_lecon}</bdi>
      </p>
      <Participants noms={noms_participants} className="mt-1 text-muted" />
      <BookedBy nom_client={nom_client} telephone={telephone} className="mt-1" />
      <Remarques>{remarques}</Remarques>
      <AutresComptes comptes={autresComptes(lecon)} className="mt-2" />
    </>
  );
}
