import { Link } from '#web/ui/hooks/navigation.tsx';
import type { Ligne } from '#contract/journal.ts';
import { type ActionJournal, ACTIONS_JOURNAL, entreeOf } from '#domain/journal/journal.ts';
import { NOMS_CATEGORIE } from '#domain/journal/categories.ts';
import { leconOf, phraseOf, precisionsOf } from '#domain/journal/phrases.ts';
import { useTypesOrDefaults } from '#web/nouns/types/typesLecons.ts';
import { deviceOf } from '#web/nouns/signin/device.ts';
import { usePistes } from '#web/nouns/slots/pistes.ts';
import { PATHS } from '#web/paths/paths.ts';
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
          <p className="font-semibold wrap-anywhere">
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
      ),
    },
    {
      header: TEXTES.categorie,
      cell: ({ action }) =>
        action in ACTIONS_JOURNAL
          ? NOMS_CATEGORIE[entreeOf(action as ActionJournal).categorie]
          : null,
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

/**
 * A link to the object of a line: the day of the lesson, the deleted lessons, or all lines about
 * the account.
 */
function ToObject({ ligne: { action, objet_id, compte, details } }: { ligne: Ligne }) {
  const lecon = leconOf(details);
  if (compte)
    return (
      <Link
        to={`${PATHS.journal.path}?${new URLSearchParams({ q: compte.id })}`}
        className="link inline-block py-1 text-sm"
      >
        {TEXTES.voirCompte}
      </Link>
    );
  if (!lecon) return null;
  if (action === 'reservation.supprimee')
    return (
      <Link to={PATHS.supprimees.path} className="link inline-block py-1 text-sm">
        {TEXTES.voirSupprimees}
      </Link>
    );
  const moved = (details as { changements?: { date_reservation?: [string, string] } }).changements
    ?.date_reservation;
  const search = new URLSearchParams({
    jour: moved?.[1] ?? lecon.date_reservation,
    ...(objet_id && { lecon: objet_id }),
  });
  return (
    <Link to={`${PATHS.webmaster.path}?${search}`} className="link inline-block py-1 text-sm">
      {TEXTES.voirJour}
    </Link>
  );
}
