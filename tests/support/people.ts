/** People for tests: stored directly, signed in with the product's own call. */
import { hash } from '@node-rs/argon2';
import type { Role, StatutUser } from '#domain/people/users.ts';
import type { Db } from '#server/platform/db.ts';
import { sessions } from '#server/platform/schema/schema.ts';
import { insertAccount } from '#server/stores/people/users.ts';

export const PASSWORD = 'selle-et-filet';

// Deliberately cheap: the product is tested, not the cost of argon2.
export const passwordHash = await hash(PASSWORD, { memoryCost: 1024, timeCost: 1 });

let n = 0;

/**
 * Acts as if the owner of every open session had given the password again at an instant (ACC-100),
 * for tests of something else.
 */
export async function confirmSessions(db: Db, confirme_at = new Date()): Promise<void> {
  await db.update(sessions).set({ confirme_at });
}

/** Stores an account. Every call makes another person. */
export async function createPerson(
  db: Db,
  {
    role = 'utilisateur',
    statut = 'actif',
    prenom = 'Camille',
    nom = 'Lambert',
  }: { role?: Role; statut?: StatutUser; prenom?: string; nom?: string } = {},
): Promise<{ id: string; email: string }> {
  n += 1;
  const email = `personne${n}.${process.pid}@essai.example`;
  const id = await db.transaction((tx) =>
    insertAccount(tx, { email, prenom, nom, role, statut, passwordHash }),
  );
  if (id === null) throw new Error(`${email} is taken`);
  return { id, email };
}
