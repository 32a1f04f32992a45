import { LogOut, UserRound } from 'lucide-react';
import { Link } from '#web/ui/hooks/navigation.tsx';
import { displayName, type Personne } from '#domain/people/users.ts';
import { useProfil } from '#web/data/queries.ts';
import { Avatar } from '#web/nouns/people/Avatar.tsx';
import { ThemeChoice } from '#web/parts/ThemeChoice.tsx';
import { PATHS } from '#web/paths/paths.ts';
import { Popover } from '#web/ui/overlays/Popover.tsx';
import { useSignOut } from './useSignOut.ts';

const ENTRY =
  'flex min-h-11 w-full items-center gap-3 rounded-slot px-3 text-left font-medium hover:bg-sand';

/** UI-04: opened by the photo or the initials. */
export function AccountMenu({ user }: { user: Personne }) {
  const { leave, leaving } = useSignOut();
  const photo = useProfil().data?.profile_image_url ?? null;
  const name = displayName(user);
  return (
    <Popover
      className="fixed top-15 right-edge left-auto max-h-[calc(100dvh-4rem)] w-68 max-w-[calc(100vw-2*var(--spacing-edge))] overflow-y-auto p-2 md:right-8"
      trigger={(props) => (
        <button
          {...props}
          type="button"
          className="grid size-11 shrink-0 place-items-center rounded-full hover:ring-3 hover:ring-hairline"
        >
          <Avatar person={{ ...user, profile_image_url: photo }} size={44} />
          <span className="sr-only">Mon compte</span>
        </button>
      )}
    >
      <div className="border-b border-hairline px-3 pt-1 pb-3">
        <p className="font-semibold wrap-anywhere" dir="auto">
          {name}
        </p>
        {name !== user.email && (
          <p className="text-sm wrap-anywhere text-muted" dir="auto">
            {user.email}
          </p>
        )}
      </div>
      <ThemeChoice />
      <ul className="border-t border-hairline pt-2">
        <li>
          <Link to={PATHS.monprofil.path} className={ENTRY}>
            <UserRound aria-hidden className="size-5 text-muted max-[18rem]:hidden" />
            {PATHS.monprofil.titre}
          </Link>
        </li>
        <li>
          <button
            type="button"
            onClick={leave}
            aria-disabled={leaving || undefined}
            className={ENTRY}
          >
            <LogOut aria-hidden className="size-5 text-muted max-[18rem]:hidden" />
            Se déconnecter
          </button>
        </li>
      </ul>
    </Popover>
  );
}
