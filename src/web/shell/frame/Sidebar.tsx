import { PanelLeftClose, PanelLeftOpen } from 'lucide-react';
import { Link } from '#web/ui/hooks/navigation.tsx';
import type { Role } from '#domain/people/users.ts';
import { PATHS } from '#web/paths/paths.ts';
import { Brand } from '#web/ui/pages/Brand.tsx';
import { cx } from '#web/ui/basics/cx.ts';
import { Horseshoe } from '#web/ui/drawings/Horseshoe.tsx';
import { IconButton } from '#web/ui/overlays/IconButton.tsx';
import { Tooltip } from '#web/ui/overlays/Tooltip.tsx';
import { SIDEBAR } from './frame.ts';
import { Menu } from './Menu.tsx';
import type { CentreInfo } from '#web/data/centre.ts';

type SidebarProps = { role: Role; affiche: CentreInfo; open: boolean; onToggle: () => void };

/** UI-02: the menu beside the page; 16rem, or 3rem when collapsed. */
export function Sidebar({ role, affiche, open, onToggle }: SidebarProps) {
  const label = open ? 'Réduire le menu' : 'Agrandir le menu';
  return (
    <aside className={cx(SIDEBAR, open ? 'w-64 px-3' : 'w-12')}>
      <div className={cx('flex items-center gap-1', open ? 'justify-between' : 'flex-col gap-3')}>
        <Tooltip label={affiche.nom} disabled={open}>
          <Link
            to={PATHS.accueil.path}
            aria-label={open ? undefined : `${affiche.nom}, accueil`}
            className="flex min-h-11 min-w-0 items-center rounded-field"
          >
            {open ? (
              <Brand name={affiche.nom} town={affiche.ville} note="Accueil" />
            ) : (
              <Horseshoe className="size-9" />
            )}
          </Link>
        </Tooltip>
        <IconButton
          Icon={open ? PanelLeftClose : PanelLeftOpen}
          label={label}
          tip={`${label} (Ctrl+B)`}
          onClick={onToggle}
          aria-expanded={open}
        />
      </div>
      <div className={cx('flex-1', !open && 'flex flex-col items-center')}>
        <Menu role={role} collapsed={!open} />
      </div>
      {open && (
        <p className="px-3 text-sm text-muted">
          {affiche.ouverture.titre}
          <br />
          {affiche.ouverture.heures}
        </p>
      )}
    </aside>
  );
}
