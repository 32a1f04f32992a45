/**
 * Columns shared by the tables of accounts (PEOPLE-01). Texts written by people are isolated
 * (`bdi`), because they may be written right to left.
 */
import { Lock, MailWarning } from 'lucide-react';
import { formatJour, momentAt } from '#domain/core/calendrier.ts';
import { displayName, type User } from '#domain/people/users.ts';
import { Badge } from '../ui/Badge.tsx';
import type { Column } from '../ui/Table.tsx';
import { Avatar } from './Avatar.tsx';
import { EmailText } from './EmailText.tsx';
import { RoleBadge } from './RoleBadge.tsx';
import { UserStatutBadge } from './UserStatutBadge.tsx';

/**
 * Photo, name, email, and who pays if another does (CLI-07). Badges for an inactive account, one that is locked for new devices, and an
 * unconfirmed address (PEOPLE-02, ACC-58, PEOPLE-07).
 */
export const ACCOUNT: Column<User> = {
  header: 'Utilisateur',
  bare: true,
  className: '@4xl:w-70',
  cell: (user) => {
    const name = displayName(user);
    return (
      <div className="flex items-start gap-3">
        <Avatar person={user} size={40} />
        <div className="min-w-0">
          <p className="flex flex-wrap items-center gap-x-2">
            <bdi className="font-semibold wrap-anywhere">{name}</bdi>
            {user.statut === 'inactif' && <UserStatutBadge statut="inactif" />}
            {user.bloque && <Badge label="Connexion bloquée" Icon={Lock} tone="orange" />}
            {!user.email_confirme && (
              <Badge label="Email non confirmé" Icon={MailWarning} tone="orange" />
            )}
          </p>
          {name !== user.email && (
            <p className="text-sm text-muted">
              <EmailText>{user.email}</EmailText>
            </p>
          )}
          {user.email_demande !== null && (
            <p className="text-sm text-muted">
              <EmailText>{user.email_demande}</EmailText>{' '}
              <span className="font-medium text-ink">(en attente de confirmation)</span>
            </p>
          )}
          {user.payeur && (
            <p className="text-sm wrap-anywhere">
              Payé par <bdi className="font-medium">{user.payeur.nom}</bdi>
            </p>
          )}
        </div>
      </div>
    );
  },
};

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
      <span dir="auto" className="wrap-anywhere whitespace-pre-line">
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
