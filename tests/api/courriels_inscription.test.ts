/** A newcomer's details go to those who are administrators when the email leaves, and to nobody else (decisions 35, 38). */
import { sql } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { useCourrier } from '../support/courrier.ts';

const c = useCourrier();

beforeEach(() => c.t.services.db.execute(sql`update users set role = 'utilisateur'`));

async function twoAdminsAndANewcomer() {
  const admins = [await c.t.as({ role: 'admin' }), await c.t.as({ role: 'admin' })] as const;
  await c.t.services.db.execute(sql`update parametres set "adminEmail" = 'centre@essai.example'`);
  const email = `${crypto.randomUUID()}@essai.example`;
  await c.t.anonymous('POST', '/api/auth/sign-up/email', { prenom: 'Odile', nom: 'Secrète', email, password: 'selle-et-filet', telephone: '0470 99 88 77', adresse: null });
  await c.t.services.db.execute(sql`delete from courriels where sorte <> 'inscription'`);
  return admins;
}

const recipients = (): string[] => c.smtp.recus.flatMap(({ to }) => (Array.isArray(to) ? to : to ? [to] : []).flatMap(({ value }) => value.map(({ address = '' }) => address))).toSorted();

test.each([['rétrogradé', { role: 'utilisateur' }], ['désactivé', { statut: 'inactif' }]])('un administrateur %s depuis ne reçoit plus les coordonnées de qui s\'inscrit', async (_, change) => {
  const [admin, former] = await twoAdminsAndANewcomer();
  expect((await admin('PATCH', `/api/users/${former.id}`, change)).status).toBe(200);
  await c.round();
  expect(recipients()).toEqual([admin.email, 'centre@essai.example'].toSorted());
  const row = (await c.rows()).find(({ destinataire }) => destinataire === former.email);
  expect(row).toMatchObject({ statut: 'perime', derniere_erreur: "Son destinataire n'est plus administrateur." });
});

test('ce qui est parti vers un administrateur dont le compte n\'est plus ne se renvoie pas ; vers l\'adresse du centre, si', async () => {
  const [admin, former] = await twoAdminsAndANewcomer();
  await c.round();
  expect((await admin('DELETE', `/api/users/${former.id}`)).status).toBe(200);
  const { body: liste } = await admin('GET', '/api/courriels');
  const sentTo = (address: string) => liste.find(({ destinataire }: { destinataire: string }) => destinataire === address);
  expect([admin.email, former.email, 'centre@essai.example'].map((address) => sentTo(address).renvoyable)).toEqual([true, false, true]);
  expect((await admin('POST', `/api/courriels/${sentTo(former.email).id}/renvoi`)).body.code).toBe('courriel_non_renvoyable');
});
