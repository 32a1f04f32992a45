import { CalendarDays, ChartColumn, Euro, LayoutDashboard, type LucideIcon, Settings, Users } from 'lucide-react';
import { NavLink } from 'react-router';
import type { Role } from '#domain/users.ts';
import { PAGES, type PathName } from '#web/paths.ts';
import { cx } from '#web/ui/cx.ts';
import { Tooltip } from '#web/ui/Tooltip.tsx';

const ICONS: Partial<Record<PathName, LucideIcon>> = {
  reservation: CalendarDays,
  webmaster: LayoutDashboard,
  utilisateurs: Users,
  statistiques: ChartColumn,
  prix: Euro,
  webmastersettings: Settings,
};

type MenuProps = { role: Role; collapsed?: boolean; onNavigate?: () => void };

/** UI-03: the entries of a role. Collapsed, each is an icon with a tooltip. */
export function Menu({ role, collapsed = false, onNavigate }: MenuProps) {
  return (
    <nav aria-label="Menu principal">
      <ul className="flex flex-col gap-1">
        {PAGES.map(([name, { path, menu }]) => {
          if (!menu?.roles.includes(role)) return null;
          const Icon = ICONS[name];
          return (
            <li key={name}>
              <Tooltip label={menu.label} disabled={!collapsed}>
                <NavLink
                  to={path}
                  onClick={onNavigate}
                  className={({ isActive }) => cx(
                    'flex min-h-11 items-center gap-3 rounded-field font-medium transition-colors',
                    collapsed ? 'w-11 justify-center' : 'px-3',
                    isActive ? 'bg-fir text-white' : 'text-ink hover:bg-sand',
                  )}
                >
                  {Icon && <Icon aria-hidden className="size-5 shrink-0" />}
                  <span className={collapsed ? 'sr-only' : undefined}>{menu.label}</span>
                </NavLink>
              </Tooltip>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
