/**
 * A newcomer's details are sent to the administrators at the time of sending, and to nobody else
 * (MAIL-04).
 */
import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { useCourrier } from '../../support/courrier.ts';
import { confirmSessions } from '../../support/people.ts';

const c = useCourrier();

/**
 * With as many senders as the server has: each delivery takes a tenth of a second, in which a mail
 * server waits for clients that talk too early.
 */
const round = () => Promise.all(Array.from({ length: 4 }, () => c.round()));

beforeEach(async () => {
  await c.t.services.db.execute(sql`update users set role = 'utilisateur'`);
  await c.t.services.db.execute(sql`delete from essais`);
});

async function twoAdminsAndANewcomer() {
  const admins = [await c.t.as({ role: 'admin' }), await c.t.as({ role: 'admin' })] as const;
  await c.t.services.db.execute(sql`update parametres set "adminEmail" = 'centre@essai.example'`);
  await confirmSessions(c.t.services.db, c.t.clock.now);
  const email = `${crypto.randomUUID()}@essai.example`;
  await c.t.anonymous('POST', '/api/auth/sign-up/email', {
    prenom: 'Odile',
    nom: 'Secrète',
    email,
    password: 'selle-et-filet',
    telephone: '0470 99 88 77',
    adresse: null,
  });
  await c.t.services.db.execute(sql`delete from courriels where sorte <> 'inscription'`);
  return admins;
}

const recipients = (): string[] =>
  c.smtp.recus
    .flatMap(({ to }) =>
      (Array.isArray(to) ? to : to ? [to] : []).flatMap(({ value }) =>
        value.map(({ address = '' }) => address),
      ),
    )
    .toSorted();

test.each([
  ['rétrogradé', { role: 'utilisateur' }],
  ['désactivé', { statut: 'inactif' }],
])(
  "un administrateur %s depuis ne reçoit plus les coordonnées de qui s'inscrit",
  async (_, change) => {
    const [admin, former] = await twoAdminsAndANewcomer();
    expect((await admin('PATCH', `/api/users/${former.id}`, change)).status).toBe(200);
    await round();
    expect(recipients()).toEqual([admin.email, 'centre@essai.example'].toSorted());
    const row = (await c.rows()).find(({ destinataire: recipient }) => recipient === former.email);
    expect(row).toMatchObject({
      statut: 'perime',
      derniere_erreur: "Son destinataire n'est plus administrateur.",
    });
  },
);

test("ce qui est parti vers un administrateur dont le compte n'est plus est effacé ; ce qui est parti vers l'adresse du centre se renvoie", async () => {
  const [admin, former] = await twoAdminsAndANewcomer();
  await round();
  const sentToFormer = (await c.rows()).find(
    ({ destinataire: recipient }) => recipient === former.email,
  )!;
  expect((await admin('DELETE', `/api/users/${former.id}`)).status).toBe(200);
  const { body: list } = await admin('GET', '/api/courriels');
  const sentTo = (address: string) =>
    list.find(
      ({ sorte, destinataire: recipient }: Record<'sorte' | 'destinataire', string>) =>
        sorte === 'inscription' && recipient === address,
    );
  expect(
    [admin.email, former.email, 'centre@essai.example'].map(
      (address) => sentTo(address)?.renvoyable,
    ),
  ).toEqual([true, undefined, true]);
  expect((await admin('POST', `/api/courriels/${sentToFormer.id}/renvoi`)).body.code).toBe(
    'courriel_introuvable',
  ); // PEOPLE-31
});

describe("beaucoup d'inscriptions en peu de temps", () => {
  // MAIL-04, LIM-38
  /** Each from its own /64, all in one /48. Returns how many were accepted. */
  async function signUpMany(n: number, from = 0): Promise<number> {
    const statuses = await Promise.all(
      Array.from(
        { length: n },
        async (_, i) =>
          (
            await c.t.anonymous(
              'POST',
              '/api/auth/sign-up/email',
              {
                prenom: 'Zoé',
                nom: `Nombreuse${from + i}x`,
                email: `${crypto.randomUUID()}@essai.example`,
                password: 'selle-et-filet',
                telephone: null,
                adresse: null,
              },
              { 'x-forwarded-for': `2001:db8:77:${((from + i) * 97).toString(16)}::1` },
            )
          ).status,
      ),
    );
    return statuses.filter((status) => status === 201).length;
  }
  const kinds = async (): Promise<Record<string, number>> => {
    const rows = (await c.rows()).filter(({ sorte }) => sorte.startsWith('inscription'));
    return Object.fromEntries(
      ['inscription', 'inscriptions_groupees'].map((sorte) => [
        sorte,
        rows.filter((row) => row.sorte === sorte).length,
      ]),
    );
  };
  /** The names in the emails to an address, each once. */
  const namesSentTo = (address: string): string[] =>
    c.smtp.recus
      .filter(({ to }) =>
        (Array.isArray(to) ? to : to ? [to] : []).some(({ value }) =>
          value.some((one) => one.address === address),
        ),
      )
      .flatMap(({ text }) => [...new Set(text!.match(/Nombreuse\d+x/g) ?? [])])
      .toSorted();
  const named = (...ns: number[]): string[] => ns.map((n) => `Nombreuse${n}x`).toSorted();
  const upTo = (n: number): number[] => [...Array(n).keys()];

  async function twoAdmins() {
    const admins = [await c.t.as({ role: 'admin' }), await c.t.as({ role: 'admin' })] as const;
    await c.t.services.db.execute(sql`update parametres set "adminEmail" = 'centre@essai.example'`);
    await c.t.services.db.execute(sql`delete from courriels`);
    return admins;
  }

  test("quatre-vingts d'un même /48 : quarante comptes, et à chaque administrateur cinq emails et un résumé de tous les autres", async () => {
    const admins = await twoAdmins();
    let accepted = 0;
    for (let n = 0; n < 80; n += 20) accepted += await signUpMany(20, n);
    expect(accepted).toBe(40);
    expect(await kinds()).toEqual({ inscription: 15, inscriptions_groupees: 3 });
    await round();
    expect(c.smtp.recus.filter(({ subject }) => subject!.includes('nouvelles demandes'))).toEqual(
      [],
    );
    c.later(10);
    await round();
    const digest = c.smtp.recus.filter(
      ({ subject }) => subject === '35 nouvelles demandes de compte',
    );
    expect(digest).toHaveLength(3);
    expect(digest[0]!.text).toContain('http://localhost:3000/app/utilisateurs');
    for (const address of [admins[0].email, admins[1].email, 'centre@essai.example']) {
      expect(namesSentTo(address)).toHaveLength(40);
      expect(new Set(namesSentTo(address)).size).toBe(40);
    }
    const { body: list } = await admins[0]('GET', '/api/courriels');
    expect(
      list.filter(({ sorte }: { sorte: string }) => sorte === 'inscriptions_groupees'),
    ).toHaveLength(3);
  });

  test('ce qui est déjà en route ne reçoit plus de nom : le suivant est dans un autre résumé, une heure après, et aucun ne manque', async () => {
    const [admin] = await twoAdmins();
    await signUpMany(7);
    await round();
    c.later(10);
    Object.assign(c.smtp, { toujours: { delaiMs: 400 } });
    const sending = c.round();
    await expect
      .poll(async () =>
        (await c.rows()).some(
          ({ sorte, tenu_jusque }) => sorte === 'inscriptions_groupees' && tenu_jusque !== null,
        ),
      )
      .toBe(true);
    await signUpMany(1, 7);
    await sending;
    c.smtp.toujours = {};
    c.later(10);
    await signUpMany(1, 8);
    await round();
    c.later(39);
    await round();
    // the second is due an hour after the first was started
    expect(namesSentTo(admin.email)).toEqual(named(...upTo(7)));
    c.later(2);
    await round();
    expect(namesSentTo(admin.email)).toEqual(named(...upTo(9)));
    expect(
      c.smtp.recus.filter(({ subject }) => subject!.includes('nouvelles demandes')),
    ).toHaveLength(6);
  });

  test("le compte refusé quitte le résumé, envoyé ou non ; vide, il n'est plus", async () => {
    // PEOPLE-21
    const [admin] = await twoAdmins();
    await signUpMany(7);
    const { body: pending } = await admin('GET', '/api/users?statut=en_attente');
    const idsOf = (nom: string): string[] =>
      pending
        .filter((user: { nom: string }) => user.nom === nom)
        .map(({ id }: { id: string }) => id);
    const contenu = (await c.rows())
      .map((row) => row.contenu)
      .find(({ sorte }) => sorte === 'inscriptions_groupees');
    const noms =
      contenu?.sorte === 'inscriptions_groupees'
        ? contenu.demandes.map(({ nom }) => nom.replace('Zoé ', ''))
        : [];
    expect(noms).toHaveLength(2);
    for (const id of idsOf(noms[0]!))
      expect((await admin('POST', `/api/users/${id}/refus`)).status).toBe(200);
    c.later(10);
    await round();
    expect(
      c.smtp.recus.filter(({ subject }) => subject === 'Une nouvelle demande de compte'),
    ).toHaveLength(3);
    expect(
      c.smtp.recus.some(
        ({ text }) => text!.includes('Une nouvelle demande') && text!.includes(noms[0]!),
      ),
    ).toBe(false);
    for (const id of idsOf(noms[1]!)) await admin('POST', `/api/users/${id}/refus`);
    expect((await kinds())['inscriptions_groupees']).toBe(0);
  });
});
