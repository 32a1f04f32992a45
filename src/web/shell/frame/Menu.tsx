import {
  ArchiveRestore,
  CalendarDays,
  ChartColumn,
  CircleQuestionMark,
  Euro,
  History,
  LayoutDashboard,
  type LucideIcon,
  ScrollText,
  Settings,
  Users,
  Wallet,
} from 'lucide-react';
import { Link, useLocation } from '#web/ui/hooks/navigation.tsx';
import { isAdmin, type Role } from '#domain/people/users.ts';
import { type Carte, cartePath, PAGES, pageAt, type PathName } from '#web/paths/paths.ts';
import { useCentre } from '#web/data/queries.ts';
import { useResumeUsers } from '#web/nouns/people/users.ts';
import { cx } from '#web/ui/basics/cx.ts';
import { CALENDAR_CLOCK, MAIL } from '#web/ui/basics/sharedIcons.ts';
import { Tooltip } from '#web/ui/overlays/Tooltip.tsx';

const ICONS: Partial<Record<PathName, LucideIcon>> = {
  reservation: CalendarDays,
  mesLecons: History,
  mesReleves: Wallet,
  webmaster: LayoutDashboard,
  utilisateurs: Users,
  statistiques: ChartColumn,
  prix: Euro,
  facturation: Wallet,
  webmastersettings: Settings,
  courriels: MAIL,
  journal: ScrollText,
  supprimees: ArchiveRestore,
  aide: CircleQuestionMark,
};

/** For pages that the menu of a role lacks: the entry of the page that they lead back to. */
const ENTRIES: Partial<Record<PathName, PathName>> = {
  mesLecons: 'reservation',
  mesReleves: 'reservation',
  previewemail: 'utilisateurs',
  client: 'utilisateurs',
};

type Entry = {
  key: string;
  to: string;
  label: string;
  note?: string | undefined;
  Icon: LucideIcon | undefined;
  current: 'page' | 'true' | undefined;
};

/** The entries of a role: its pages and, for riders, cards of the profile. */
function useEntries(role: Role): Entry[] {
  const { pathname, hash } = useLocation();
  const centre = useCentre().data;
  const page = pageAt(pathname);
  const here = page?.[0];
  const above = here && ENTRIES[here];
  const shown = page?.[1].menu?.roles.includes(role) ? here : above;
  const pages = PAGES.flatMap(([name, { path, menu, facturation }]): Entry[] =>
    menu?.roles.includes(role) && (!facturation || centre?.facturation)
      ? [
          {
            key: name,
            to: path,
            label: menu.label,
            note: menu.note,
            Icon: ICONS[name],
            current: name !== shown ? undefined : name === here ? 'page' : 'true',
          },
        ]
      : [],
  );
  if (isAdmin(role)) return pages;
  const card = (carte: Carte, label: string, Icon: LucideIcon): Entry => ({
    key: carte,
    to: cartePath(carte),
    label,
    Icon,
    current: here === 'monprofil' && hash === `#${carte}` ? 'true' : undefined,
  });
  const isHelp = ({ key }: Entry) => key === 'aide';
  return [
    ...pages.filter((entry) => !isHelp(entry)),
    card('cavaliers', 'Mes cavaliers', Users),
    ...(centre?.regles.calendarFeeds ? [card('calendrier', 'Mon calendrier', CALENDAR_CLOCK)] : []),
    ...pages.filter(isHelp),
  ];
}

type MenuProps = { role: Role; collapsed?: boolean; onNavigate?: () => void };

/**
 * UI-03: the entries of a role, with the current one marked. If collapsed, each is an icon with a
 * tooltip.
 */
export function Menu({ role, collapsed = false, onNavigate }: MenuProps) {
  const entries = useEntries(role);
  return (
    <nav aria-label="Menu principal">
      <ul className="flex flex-col gap-1">
        {entries.map(({ key, to, label, note, Icon, current }) => (
          <li key={key}>
            <Tooltip label={label} disabled={!collapsed}>
              <Link
                to={to}
                onClick={onNavigate}
                aria-current={current}
                className={cx(
                  'relative flex min-h-11 items-center gap-3 rounded-field font-medium transition-colors',
                  collapsed ? 'w-11 justify-center' : 'px-3 max-[18rem]:px-2',
                  current ? 'bg-fir text-white' : 'text-ink hover:bg-sand',
                )}
              >
                {Icon && <Icon aria-hidden className="size-5 shrink-0 max-[18rem]:hidden" />}
                <span className={collapsed ? 'sr-only' : 'min-w-0 flex-1 leading-5 wrap-anywhere'}>
                  {label}
                  {note && (
                    <span
                      className={cx(
                        'block text-xs leading-4 font-normal',
                        !current && 'text-muted',
                      )}
                    >
                      {note}
                    </span>
                  )}
                </span>
                {key === 'utilisateurs' && <Waiting collapsed={collapsed} />}
              </Link>
            </Tooltip>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/**
 * How many accounts wait for a decision, updated live. Renders nothing if there is none or if it
 * cannot be read.
 */
function Waiting({ collapsed }: { collapsed: boolean }) {
  const count = useResumeUsers().data?.en_attente ?? 0;
  return (
    count > 0 && (
      <span
        className={cx(
          'rounded-full bg-cognac px-1.5 text-xs leading-5 font-semibold text-white',
          collapsed && 'absolute -end-1 -top-1',
        )}
      >
        {count}
        <span className="sr-only"> {count > 1 ? 'demandes' : 'demande'} en attente</span>
      </span>
    )
  );
}
