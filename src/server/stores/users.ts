import { eq, like, sql } from 'drizzle-orm';
import type { Role, StatutUser } from '#domain/users.ts';
import type { Reader, Tx } from '../platform/db.ts';
import { accounts, users } from '../platform/schema.ts';

/** A person's status, waiting for whoever is changing it right now; null when the profile is gone. */
export async function lockStatut(reader: Reader, id: string): Promise<StatutUser | null> {
  const [row] = await reader.select({ statut: users.statut }).from(users).where(eq(users.id, id)).for('share');
  return row?.statut ?? null;
}

export type NouveauCompte = {
  email: string;
  prenom: string;
  nom: string;
  telephone?: string | null;
  adresse?: string | null;
  role: Role;
  statut: StatutUser;
  passwordHash: string;
};

/** Account and profile in one go; the id, or null when the address is taken. */
export async function insertCompte(tx: Tx, compte: NouveauCompte): Promise<string | null> {
  const { passwordHash, prenom, nom, ...profil } = compte;
  const [user] = await tx
    .insert(users)
    .values({ ...profil, prenom, nom, name: `${prenom} ${nom}`, emailVerified: true })
    .onConflictDoNothing()
    .returning({ id: users.id });
  if (!user) return null;
  await tx.insert(accounts).values({ userId: user.id, accountId: user.id, providerId: 'credential', password: passwordHash });
  return user.id;
}

export async function countUsers(reader: Reader): Promise<{ total: number; admins: number }> {
  const [row] = await reader
    .select({
      total: sql<number>`count(*)::int`,
      admins: sql<number>`count(*) filter (where ${users.role} = 'admin')::int`,
    })
    .from(users);
  return row ?? { total: 0, admins: 0 };
}

/** True while an account of this email domain exists. */
export async function hasDomain(reader: Reader, domain: string): Promise<boolean> {
  const [row] = await reader.select({ id: users.id }).from(users).where(like(users.email, `%@${domain}`)).limit(1);
  return row !== undefined;
}
