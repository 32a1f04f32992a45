// chunk: people-lists
import type { Role } from '#domain/people/users.ts';
import { Pill, type PillTone } from '#web/ui/messages/Badge.tsx';

/** Name and colours of each role. */
const ROLES: Record<Role, { label: string; tone: PillTone }> = {
  utilisateur: { label: 'Utilisateur', tone: 'fir' },
  webmaster: { label: 'Webmaster', tone: 'sand' },
  admin: { label: 'Administrateur', tone: 'cognac' },
};

export function RoleBadge({ role }: { role: Role }) {
  const { label, tone } = ROLES[role];
  return <Pill tone={tone}>{label}</Pill>;
}
