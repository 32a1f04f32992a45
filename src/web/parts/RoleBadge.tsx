import type { Role } from '#domain/users.ts';
import { cx } from '../ui/cx.ts';

/** Name and colours of each role. */
const ROLES: Record<Role, { nom: string; style: string }> = {
  utilisateur: { nom: 'Utilisateur', style: 'bg-fir-soft text-fir-dark' },
  webmaster: { nom: 'Webmaster', style: 'bg-sand text-ink' },
  admin: { nom: 'Administrateur', style: 'bg-cognac-soft text-cognac-dark' },
};

export function RoleBadge({ role }: { role: Role }) {
  const { nom, style } = ROLES[role];
  return <span className={cx('inline-block rounded-full px-2.5 py-0.5 text-sm font-semibold', style)}>{nom}</span>;
}
