import { X } from 'lucide-react';
import type { Role } from '#domain/people/users.ts';
import type { CentreInfo } from '#web/data/centre.ts';
import { Brand } from '#web/ui/pages/Brand.tsx';
import { Drawer } from '#web/ui/overlays/Drawer.tsx';
import { IconButton } from '#web/ui/overlays/IconButton.tsx';
import { Menu } from './Menu.tsx';

type MobileMenuProps = { role: Role; affiche: CentreInfo; open: boolean; onClose: () => void };

/** UI-02: the menu of a small screen, a drawer of 18rem. */
export function MobileMenu({ role, affiche, open, onClose }: MobileMenuProps) {
  return (
    <Drawer label="Menu" open={open} onClose={onClose} className="w-72 bg-sand-soft">
      <div className="flex min-h-full flex-col gap-6 p-edge">
        <div className="flex flex-wrap items-center justify-between gap-2">
          <Brand name={affiche.nom} town={affiche.ville} />
          <IconButton Icon={X} label="Fermer le menu" onClick={onClose} className="ml-auto" />
        </div>
        <div className="flex-1">
          <Menu role={role} onNavigate={onClose} />
        </div>
        <p className="px-2 text-sm text-muted">
          {affiche.ouverture.titre}
          <br />
          {affiche.ouverture.heures}
        </p>
      </div>
    </Drawer>
  );
}
