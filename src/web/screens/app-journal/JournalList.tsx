import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { Link } from '#web/ui/hooks/navigation.tsx';
import type { Ligne } from '#contract/journal.ts';
import { entreeOf, isAction } from '#domain/journal/journal.ts';
import { NOMS_CATEGORIE } from '#domain/journal/categories.ts';
import {
  leconOf,
  type LigneLue,
  lignesOf,
  type Names,
  nombreInWords,
  phraseOf,
  precisionsOf,
} from '#domain/journal/phrases.ts';
import { useTypesOrDefaults } from '#web/nouns/types/typesLecons.ts';
import { deviceOf } from '#web/nouns/signin/device.ts';
import { usePistes } from '#web/nouns/slots/pistes.ts';
import { PATHS } from '#web/paths/paths.ts';
import { cx } from '#web/ui/basics/cx.ts';
import { EmptyState } from '#web/ui/messages/EmptyState.tsx';
import { NoBreakText } from '#web/ui/messages/NoBreakText.tsx';
import { type Column, Table } from '#web/ui/pages/Table.tsx';
import { Boot } from '#web/ui/drawings/Boot.tsx';
import { instantInWords, TEXTES } from './textes.ts';

/** One line each: the action in plain French, when, and from where (ACC-74). */
export function JournalList({ lignes }: { lignes: readonly Ligne[] | undefined }) {
  const types = useTypesOrDefaults();
  const labelOf = (type: string) => types?.find(({ value }) => value === type)?.label ?? type;
  const names = { labelOf, pistes: usePistes() };
  const columns: Column<Ligne>[] = [
    {
      header: 'Action',
      bare: true,
      className: '@4xl:w-1/2',
      cell: (ligne) => (
        <>
          <About ligne={ligne} names={names} className="font-semibold" />
          <Lignes ligne={ligne} names={names} />
        </>
      ),
    },
    {
      header: TEXTES.categorie,
      cell: ({ action }) => (isAction(action) ? NOMS_CATEGORIE[entreeOf(action).categorie] : null),
    },
    {
      header: 'Date',
      className: '@4xl:whitespace-nowrap',
      cell: ({ survenu_at }) => <time dateTime={survenu_at}>{instantInWords(survenu_at)}</time>,
    },
    {
      header: "D'où",
      className: '@4xl:w-1/5',
      cell: ({ serveur, ip, user_agent }) => {
        if (serveur) return TEXTES.serveur;
        if (!ip && !user_agent) return null;
        return (
          <>
            {ip && (
              <p dir="ltr" className="wrap-anywhere">
                {ip}
              </p>
            )}
            {user_agent && <p className="text-sm text-muted">{deviceOf(user_agent)}</p>}
          </>
        );
      },
    },
  ];
  return (
    <Table
      label={TEXTES.table}
      columns={columns}
      rows={lignes ?? []}
      keyOf={({ id }) => String(id)}
      loading={!lignes || !types}
      empty={
        <EmptyState title={TEXTES.vide} illustration={<Boot className="size-28" />}>
          {TEXTES.videAide}
        </EmptyState>
      }
    />
  );
}

type AboutProps = { ligne: LigneLue; names: Names; className?: string };

/** The sentence of a line, its details and the way to its object. */
function About({ ligne, names, className }: AboutProps) {
  return (
    <>
      <p className={cx('wrap-anywhere', className)}>
        <bdi>
          <NoBreakText>{phraseOf(ligne, names)}</NoBreakText>
        </bdi>
      </p>
      {precisionsOf(ligne, names).map((text) => (
        <p key={text} className="text-sm wrap-anywhere text-muted">
          <bdi>
            <NoBreakText>{text}</NoBreakText>
          </bdi>
        </p>
      ))}
      <ToObject ligne={ligne} />
    </>
  );
}

/** The lines of an act, closed at first (ACC-76). */
function Lignes({ ligne, names }: AboutProps) {
  const [open, setOpen] = useState(false);
  const nombre = nombreInWords(ligne);
  if (nombre === '') return null;
  return (
    <details
      open={open}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
      className="group"
    >
      <summary className="inline-flex min-h-11 list-none items-center gap-1 text-sm">
        <ChevronDown
          aria-hidden
          className="size-4 shrink-0 text-muted transition-transform group-open:rotate-180"
        />
        <span className="link">
          {TEXTES.voir} {nombre}
        </span>
      </summary>
      {open && (
        <ul className="divide-y divide-hairline border-y border-hairline text-sm">
          {lignesOf(ligne).map((one, n) => (
            <li key={n} className="py-2">
              <About ligne={one} names={names} />
            </li>
          ))}
        </ul>
      )}
    </details>
  );
}

/**
 * A link to the object of a line: the day of the lesson, the deleted lessons, or all lines about
 * the account or customer. None of several.
 */
function ToObject({ ligne }: { ligne: LigneLue }) {
  const { action, objet_id, compte, details } = ligne;
  const lecon = leconOf(details);
  const isClient = isAction(action) && entreeOf(action).objet === 'client';
  const about = isClient ? objet_id : compte?.id;
  if (lignesOf(ligne).some((one) => one.objet_id === objet_id)) return null;
  if (about)
    return (
      <Link
        to={`${PATHS.journal.path}?${new URLSearchParams({ q: about })}`}
        className="link inline-block py-1 text-sm"
      >
        {isClient ? TEXTES.voirClient : TEXTES.voirCompte}
      </Link>
    );
  const moved = details.changements?.['date_reservation']?.[1] ?? details['jour'];
  const jour = typeof moved === 'string' ? moved : lecon?.date_reservation;
  if (!jour) return null;
  if (action === 'reservation.supprimee')
    return (
      <Link to={PATHS.supprimees.path} className="link inline-block py-1 text-sm">
        {TEXTES.voirSupprimees}
      </Link>
    );
  const search = new URLSearchParams({ jour, ...(objet_id && { lecon: objet_id }) });
  return (
    <Link to={`${PATHS.webmaster.path}?${search}`} className="link inline-block py-1 text-sm">
      {TEXTES.voirJour}
    </Link>
  );
}
