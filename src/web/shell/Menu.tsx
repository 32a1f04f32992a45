import {
  ArchiveRestore,
  CalendarDays,
  ChartColumn,
  Euro,
  LayoutDashboard,
  type LucideIcon,
  ScrollText,
  Settings,
  Users,
} from 'lucide-react';
import { Link, useLocation } from '#web/ui/navigation.tsx';
import type { Role } from '#domain/people/users.ts';
import { PAGES, pageAt, type PathName } from '#web/paths/paths.ts';
import { useResumeUsers } from '#web/data/queries/users.ts';
import { cx } from '#web/ui/cx.ts';
import { MAIL } from '#web/ui/sharedIcons.ts';
import { Tooltip } from '#web/ui/Tooltip.tsx';

const ICONS: Partial<Record<PathName, LucideIcon>> = {
  reservation: CalendarDays,
  webmaster: LayoutDashboard,
  utilisateurs: Users,
  statistiques: ChartColumn,
  prix: Euro,
  webmastersettings: Settings,
  courriels: MAIL,
  journal: ScrollText,
  supprimees: ArchiveRestore,
};

/** For pages without a menu entry: the entry of the page that they lead back to. */
const ENTRIES: Partial<Record<PathName, PathName>> = {
  mesLecons: 'reservation',
  previewemail: 'utilisateurs',
  client: 'utilisateurs',
};

type MenuProps = { role: Role; collapsed?: boolean; onNavigate?: () => void };

/**
 * UI-03: the entries of a role, with the current one marked. If collapsed, each is an icon with a
 * tooltip.
 */
export function Menu({ role, collapsed = false, onNavigate }: MenuProps) {
  const { pathname } = useLocation();
  const here = pageAt(pathname)?.[0];
  const entry = here && (ENTRIES[here] ?? here);
  return (
    <nav aria-label="Menu principal">
      <ul className="flex flex-col gap-1">
        {PAGES.map(([name, { path, menu }]) => {
          if (!menu?.roles.includes(role)) return null;
          const Icon = ICONS[name];
          const active = name === entry;
          return (
            <li key={name}>
              <Tooltip label={menu.label} disabled={!collapsed}>
                <Link
                  to={path}
                  onClick={onNavigate}
                  aria-current={active ? (name === here ? 'page' : 'true') : undefined}
                  className={cx(
                    'relative flex min-h-11 items-center gap-3 rounded-field font-medium transition-colors',
                    collapsed ? 'w-11 justify-center' : 'px-3 max-[18rem]:px-2',
                    active ? 'bg-fir text-white' : 'text-ink hover:bg-sand',
                  )}
                >
                  {Icon && <Icon aria-hidden className="size-5 shrink-0 max-[18rem]:hidden" />}
                  <span
                    className={collapsed ? 'sr-only' : 'min-w-0 flex-1 leading-5 wrap-anywhere'}
                  >
                    {menu.label}
                    {menu.note && (
                      <span
                        className={cx(
                          'block text-xs leading-4 font-normal',
                          !active && 'text-muted',
                        )}
                      >
                        {menu.note}
                      </span>
                    )}
                  </span>
                  {name === 'utilisateurs' && <Waiting collapsed={collapsed} />}
                </Link>
              </Tooltip>
            </li>
          );
        })}
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
