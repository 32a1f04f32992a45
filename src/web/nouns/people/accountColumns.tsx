// chunk: people-lists
/**
 * Columns shared by the tables of accounts (PEOPLE-01). Texts written by people are isolated
 * (`bdi`), because they may be written right to left.
 */
import { Lock, MailWarning } from 'lucide-react';
import { formatJour, momentAt } from '#domain/core/calendrier.ts';
import { displayName, type User } from '#domain/people/users.ts';
import { Badge } from '#web/ui/messages/Badge.tsx';
import { Link } from '#web/ui/hooks/navigation.tsx';
import type { Column } from '#web/ui/pages/Table.tsx';
import { Avatar } from './Avatar.tsx';
import { EmailText } from './EmailText.tsx';
import { RoleBadge } from './RoleBadge.tsx';
import { UserStatutBadge } from './UserStatutBadge.tsx';

/**
 * In a table texts and badges share a line, and a text that is too long is cut. A card breaks them.
 */
const LINE = 'flex flex-wrap items-center gap-x-2 @4xl:flex-nowrap';
const CUT = 'wrap-anywhere @4xl:line-clamp-1 @4xl:break-all';

/**
 * Photo, name, email, and who pays if another does (CLI-07). Badges for an inactive account, one
 * that is locked for new devices, and an unconfirmed address (PEOPLE-02, ACC-58, PEOPLE-07). In a
 * table, two lines at most. `linkOf`: where the name leads.
 */
export const accountColumn = (linkOf?: (user: User) => string): Column<User> => ({
  header: 'Utilisateur',
  bare: true,
  className: '@4xl:w-70',
  cell: (user) => {
    const name = displayName(user);
    return (
      <div className="flex items-start gap-3">
        <Avatar person={user} size={40} />
        <div className="min-w-0">
          <p className={LINE}>
            {linkOf ? (
              <Link to={linkOf(user)} className={`link font-semibold @4xl:py-0 ${CUT}`}>
                <bdi>{name}</bdi>
              </Link>
            ) : (
              <bdi className={`font-semibold ${CUT}`}>{name}</bdi>
            )}
            {user.statut === 'inactif' && <UserStatutBadge statut="inactif" />}
          </p>
          <div className={LINE}>
            <p className={`text-sm text-muted *:block @4xl:*:inline ${CUT}`}>
              {name !== user.email && (
                <span>
                  <EmailText>{user.email}</EmailText>{' '}
                </span>
              )}
              {user.email_demande !== null && (
                <span>
                  <EmailText>{user.email_demande}</EmailText>{' '}
                  <span className="font-medium text-ink">(en attente de confirmation)</span>{' '}
                </span>
              )}
              {user.payeur && (
                <span className="text-ink">
                  Payé par <bdi className="font-medium">{user.payeur.nom}</bdi>
                </span>
              )}
            </p>
            {user.bloque && <Badge label="Connexion bloquée" Icon={Lock} tone="orange" />}
            {!user.email_confirme && (
              <Badge label="Email non confirmé" Icon={MailWarning} tone="orange" />
            )}
          </div>
        </div>
      </div>
    );
  },
});
export const ACCOUNT = accountColumn();

export const ROLE: Column<User> = { header: 'Rôle', cell: ({ role }) => <RoleBadge role={role} /> };

/** Characters of the longest usual telephone number; a longer text may break. */
const USUAL_LENGTH = 17;

export const TELEPHONE: Column<Pick<User, 'telephone'>> = {
  header: 'Téléphone',
  className: '@4xl:text-sm',
  cell: ({ telephone }) =>
    telephone ? (
      <span
        dir="ltr"
        className={telephone.length > USUAL_LENGTH ? 'wrap-anywhere' : 'whitespace-nowrap'}
      >
        {telephone}
      </span>
    ) : null,
};

export const ADRESSE: Column<User> = {
  header: 'Adresse',
  className: '@4xl:min-w-36 @4xl:text-sm',
  cell: ({ adresse }) =>
    adresse ? (
      <span
        dir="auto"
        title={adresse}
        className="wrap-anywhere whitespace-pre-line @max-4xl:whitespace-normal @4xl:line-clamp-2"
      >
        {adresse}
      </span>
    ) : null,
};

export const INSCRIPTION: Column<User> = {
  header: 'Inscription',
  className: '@4xl:text-sm',
  cell: ({ created_at }) => (
    <time dateTime={created_at} className="@4xl:whitespace-nowrap">
      {formatJour(momentAt(new Date(created_at)).jour, 'court')}
    </time>
  ),
};
