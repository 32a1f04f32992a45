/**
 * Links in emails: encrypted while they wait, wiped afterwards, shown on demand if no email can be
 * sent (MAIL-03, MAIL-21).
 */
import { sql } from 'drizzle-orm';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { ContenuCourriel } from '../../../src/domain/emails/courriels.ts';
import { sealLiens } from '../../../src/server/actions/signin/liens_en_attente.ts';
import { createCoffres } from '../../../src/server/platform/secrets/coffre.ts';
import { createTestApp, ORIGIN } from '../../support/app.ts';
import { confirmSessions } from '../../support/people.ts';
import { useCourrier } from '../../support/courrier.ts';
import { jetonsOf } from '../../support/jetons.ts';
import { startServer } from '../../support/server.ts';

const c = useCourrier();
const JETON = 'un-jeton-secret';
const LIEN = {
  sorte: 'mot_de_passe',
  nom: 'Camille',
  jeton: JETON,
} as const satisfies ContenuCourriel;
const OTHER_SECRET = createCoffres('un tout autre secret, assez long pour servir');

/** Everything that the database stores about emails, as text. */
const dump = async () =>
  (
    await c.t.services.db.execute<{ texte: string }>(
      sql`select string_agg(c::text, E'\n') as texte from courriels c`,
    )
  ).rows[0]!.texte;

describe('un lien qui attend', () => {
  test('ne se lit pas dans la base, et part en clair', async () => {
    await c.write(LIEN);
    expect(await dump()).not.toContain(JETON);
    await c.round();
    expect(c.smtp.recus[0]?.text).toContain(`${ORIGIN}/reset-password#token=${JETON}`);
  });

  test("s'efface une fois l'email envoyé, abandonné ou périmé, essayé ou non", async () => {
    const held = async () =>
      (await c.rows()).map(({ statut, contenu }) => [
        statut,
        (contenu as { jeton: string | null }).jeton === null,
      ]);
    await c.write(LIEN);
    await c.round();
    expect(await held()).toEqual([['envoye', true]]);

    c.smtp.toujours = { destinataire: 550 };
    await c.write(LIEN);
    await c.round();
    c.smtp.toujours = { destinataire: 451 };
    const soon = { perime_apres: new Date(c.t.clock.now.getTime() + 5 * 60_000) };
    await c.write(LIEN, soon);
    await c.round();
    expect(await held()).toEqual([
      ['envoye', true],
      ['echoue', true],
      ['en_attente', false],
    ]);
    await c.write(LIEN, { ...soon, envoyer_apres: soon.perime_apres });
    await c.write(
      { sorte: 'essai', nom: 'Camille' },
      { ...soon, envoyer_apres: soon.perime_apres },
    );
    c.later(5);
    await c.round();
    expect((await held()).slice(2)).toEqual([
      ['echoue', true],
      ['echoue', true],
      ['echoue', false],
    ]); // also the one without an attempt (MAIL-02)
    expect((await c.rows())[4]?.contenu).toEqual({ sorte: 'essai', nom: 'Camille' });

    const later = { perime_apres: new Date(c.t.clock.now.getTime() + 5 * 60_000) };
    await c.write(LIEN, later);
    await c.write({ sorte: 'essai', nom: 'Camille' }, later);
    c.later(5);
    await c.round({ ...c.t.services, mailer: null }); // nothing can be sent
    expect((await held()).slice(5)).toEqual([
      ['perime', true],
      ['perime', false],
    ]);
    expect((await c.rows())[6]?.contenu).toEqual({ sorte: 'essai', nom: 'Camille' });
  });

  test("si SECRET a changé, l'email est abandonné et dit pourquoi ; les autres partent", async () => {
    const admin = await c.t.as({ role: 'admin' });
    const id = await c.write(LIEN);
    await c.write({ sorte: 'refus', nom: 'Camille' });
    await c.round({ ...c.t.services, coffres: OTHER_SECRET });
    expect(c.smtp.recus.map(({ subject }) => subject)).toEqual(['Votre demande de compte']);
    expect((await admin('GET', `/api/courriels/${id}`)).body).toMatchObject({
      statut: 'echoue',
      renvoyable: false,
      lien: false,
      derniere_erreur: "Son lien ne peut plus être lu : SECRET a changé depuis qu'il a été écrit.",
    });
    expect((await c.rows())[0]?.contenu).toEqual({ ...LIEN, jeton: null });
  });
});

describe("les liens de la version d'avant", () => {
  test("sont chiffrés au démarrage s'ils attendent, effacés sinon ; un second démarrage n'y change rien", async () => {
    const { db } = c.t.services;
    const ids = {
      waiting: await c.write(LIEN),
      sealed: await c.write(LIEN),
      outdated: await c.write(LIEN),
      other: await c.write({ sorte: 'refus', nom: 'Camille' }),
    };
    await db.execute(
      sql`update courriels set contenu = contenu || ${JSON.stringify({ jeton: JETON })}::jsonb where id in (${ids.waiting}, ${ids.outdated})`,
    );
    await db.execute(sql`update courriels set statut = 'perime' where id = ${ids.outdated}`);
    const before = await c.rows();
    await sealLiens(c.t.services);
    const after = await c.rows();
    expect(await dump()).not.toContain(JETON);
    expect(after.map(({ contenu }) => contenu)).toEqual([
      expect.objectContaining({ sorte: 'mot_de_passe' }),
      before[1]!.contenu,
      { ...LIEN, jeton: null },
      before[3]!.contenu,
    ]);
    await sealLiens(c.t.services);
    expect(await c.rows()).toEqual(after);
    await c.round();
    expect(
      c.smtp.recus.filter(({ text }) => text?.includes(`${ORIGIN}/reset-password#token=${JETON}`)),
    ).toHaveLength(2);
  });

  test('ne sont plus lisibles une fois le service démarré', async () => {
    await c.write(LIEN);
    await c.t.services.db.execute(
      sql`update courriels set contenu = contenu || ${JSON.stringify({ jeton: JETON })}::jsonb, perime_apres = now() + interval '1 day'`,
    );
    expect(await dump()).toContain(JETON);
    const server = await startServer({
      DATABASE_URL: c.t.url,
      SECRET: 'un-secret-de-test-assez-long-pour-servir',
    });
    onTestFinished(async () => {
      await server.stop();
    });
    expect(await dump()).not.toContain(JETON);
    expect(await jetonsOf(c.t.services, 'camille@essai.example')).toEqual([JETON]);
  });

  test("ne sont chiffrés qu'une fois par des instances qui démarrent ensemble", async () => {
    await Promise.all(Array.from({ length: 20 }, () => c.write(LIEN)));
    await c.t.services.db.execute(
      sql`update courriels set contenu = contenu || ${JSON.stringify({ jeton: JETON })}::jsonb`,
    );
    await Promise.all(Array.from({ length: 4 }, () => sealLiens(c.t.services)));
    await c.round();
    expect(c.smtp.recus.filter(({ text }) => text?.includes(`#token=${JETON}`))).toHaveLength(20);
  });
});

describe('afficher un lien', () => {
  // MAIL-21
  test('se refuse là où les emails partent', async () => {
    const admin = await c.t.as({ role: 'admin' });
    const id = await c.write(LIEN);
    expect((await admin('GET', `/api/courriels/${id}`)).body.lien).toBe(false);
    expect((await admin('POST', `/api/courriels/${id}/lien`)).body).toMatchObject({
      status: 409,
      code: 'lien_non_affichable',
    });
  });

  test("se refuse pour un email qui n'existe pas, n'a pas de lien ou n'en a plus, et si SECRET a changé", async () => {
    const app = await createTestApp();
    onTestFinished(() => app.close());
    const admin = await app.as({ role: 'admin' });
    await confirmSessions(app.services.db, app.clock.now);
    const write = async (cause: string, contenu: ContenuCourriel, statut = 'en_attente') =>
      (
        await app.services.db.execute<{ id: string }>(sql`
      insert into courriels (cause, sorte, destinataire, destinataire_nom, user_id, contenu, statut, envoyer_apres, perime_apres)
      values (${cause}, ${contenu.sorte}, 'camille@essai.example', '', ${admin.id}, ${JSON.stringify(contenu)}::jsonb, ${statut}, now(), now()) returning id`)
      ).rows[0]!.id;
    const show = async (id: string) => (await admin('POST', `/api/courriels/${id}/lien`)).body;
    expect((await show(crypto.randomUUID())).code).toBe('courriel_introuvable');
    expect((await show(await write('a', { sorte: 'refus', nom: '' }))).code).toBe(
      'lien_non_affichable',
    );
    expect((await show(await write('b', { ...LIEN, jeton: null }, 'perime'))).code).toBe(
      'lien_non_affichable',
    );
    const lost = await write('c', { ...LIEN, jeton: OTHER_SECRET.liens.seal(JETON, 'c') });
    expect(await show(lost)).toMatchObject({
      status: 409,
      message:
        "Le lien de cet email ne peut plus être lu : SECRET a changé depuis qu'il a été écrit.",
    });
    expect((await admin('GET', `/api/courriels/${lost}`)).status).toBe(200);
    const waiting = await write('d', {
      ...LIEN,
      jeton: app.services.coffres.liens.seal(JETON, 'd'),
    });
    expect(await show(waiting)).toEqual({ lien: `${ORIGIN}/reset-password#token=${JETON}` });
    // The journal records who asked and whose link was shown, even after the email is gone, but not
    // the link.
    const { rows } = await app.services.db.execute(
      sql`select acteur_id, objet, objet_id, details from journal where action = 'lien.montre'`,
    );
    expect(rows).toEqual([
      { acteur_id: admin.id, objet: 'compte', objet_id: admin.id, details: { courriel: waiting } },
    ]);
  });
});
