import { LoaderCircle, ShieldCheck, UserRound } from 'lucide-react';
import { type RefObject, useState } from 'react';
import { displayName, type User } from '#domain/people/users.ts';
import { AdresseDite } from '#web/nouns/people/AdresseDite.tsx';
import { Button } from '#web/ui/basics/Button.tsx';
import { cx } from '#web/ui/basics/cx.ts';
import { Dialog } from '#web/ui/overlays/Dialog.tsx';
import { CHOIX, type RoleDonne, TEXTES } from './textes.ts';

type ApprobationDialogProps = {
  user: User | null;
  busy: boolean;
  /** Whether emails can be sent (MAIL-03). */
  envoi: boolean;
  fallback: RefObject<HTMLElement | null>;
  onChoose: (role: RoleDonne) => void;
  onClose: () => void;
};

const SIGNES = { utilisateur: UserRound, admin: ShieldCheck } as const;

/** Asks for the role of an account that is being approved (PEOPLE-03). */
export function ApprobationDialog({
  user,
  busy,
  envoi,
  fallback,
  onChoose,
  onClose,
}: ApprobationDialogProps) {
  return (
    <Dialog
      title="Approuver cette demande"
      open={user !== null}
      onClose={onClose}
      busy={busy}
      fallback={fallback}
    >
      {user && (
        <RoleChoice user={user} busy={busy} envoi={envoi} onChoose={onChoose} onClose={onClose} />
      )}
    </Dialog>
  );
}

type RoleChoiceProps = Pick<ApprobationDialogProps, 'busy' | 'envoi' | 'onChoose' | 'onClose'> & {
  user: User;
};

function RoleChoice({ user, busy, envoi, onChoose, onClose }: RoleChoiceProps) {
  const [chosen, setChosen] = useState<RoleDonne | null>(null);
  const nom = displayName(user);
  const choose = (role: RoleDonne) => {
    if (busy) return;
    setChosen(role);
    onChoose(role);
  };
  return (
    <>
      <p className="mt-2">
        Quel accès donner à <bdi className="font-semibold wrap-anywhere">{nom}</bdi>&#x202f;?
      </p>
      {nom !== user.email && (
        <p className="text-sm wrap-anywhere text-muted" dir="ltr">
          {user.email}
        </p>
      )}
      {!user.email_confirme && envoi && (
        <p className="mt-2 text-sm text-muted">{TEXTES.aConfirmer}</p>
      )}
      <AdresseDite user={user} />
      <ul className="mt-4 flex flex-col gap-3">
        {CHOIX.map(({ role, nom: titre, acces, detail }) => {
          const pending = busy && chosen === role;
          const Signe = pending ? LoaderCircle : SIGNES[role];
          return (
            <li key={role}>
              <button
                type="button"
                onClick={() => choose(role)}
                aria-disabled={busy || undefined}
                aria-busy={pending || undefined}
                className="flex w-full items-center gap-4 rounded-field border border-line bg-card p-edge text-start transition-colors not-aria-disabled:hover:border-fir not-aria-disabled:hover:bg-fir-soft aria-disabled:bg-sand-soft"
              >
                <Signe
                  aria-hidden
                  className={cx(
                    'size-7 shrink-0 text-fir max-[18rem]:hidden',
                    pending && 'animate-spin',
                  )}
                />
                <span className="min-w-0">
                  <span className="block">
                    <span className="font-semibold">{titre}</span>{' '}
                    <span className="text-muted">({acces})</span>
                  </span>
                  <span className="block text-sm text-muted">
                    {pending ? 'Approbation en cours…' : detail}
                  </span>
                </span>
              </button>
            </li>
          );
        })}
      </ul>
      <Button
        variant="secondary"
        className="mt-5 w-full sm:w-auto"
        onClick={onClose}
        disabled={busy}
      >
        Annuler
      </Button>
    </>
  );
}
