import { X } from 'lucide-react';
import type { Role } from '#domain/users.ts';
import type { Affiche } from '#web/data/centre.ts';
import { Brand } from '#web/ui/Brand.tsx';
import { Drawer } from '#web/ui/Drawer.tsx';
import { Menu } from './Menu.tsx';

type MobileMenuProps = { role: Role; affiche: Affiche; open: boolean; onClose: () => void };

/** §2, §9: on a small screen the menu covers the height of the page, 18rem wide. */
export function MobileMenu({ role, affiche, open, onClose }: MobileMenuProps) {
  return (
    <Drawer label="Menu" open={open} onClose={onClose} className="w-72 bg-sand-soft">
      <div className="flex min-h-full flex-col gap-6 p-4">
        <div className="flex items-center justify-between gap-2">
          <Brand nom={affiche.nom} ville={affiche.ville} />
          <button type="button" onClick={onClose} aria-label="Fermer le menu" className="grid size-11 shrink-0 place-items-center rounded-field text-muted hover:bg-sand hover:text-ink">
            <X aria-hidden className="size-5" />
          </button>
        </div>
        <div className="flex-1"><Menu role={role} onNavigate={onClose} /></div>
        <p className="px-3 text-sm text-muted">
          Ouvert tous les jours<br />de {affiche.horaires.ouverture} à {affiche.horaires.fermeture}
        </p>
      </div>
    </Drawer>
  );
}
