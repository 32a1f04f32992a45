/**
 * The content of pages before any script runs: the stored centre, escaped, and nothing about the
 * visitor.
 */
import { sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createApp } from '../../../src/server/app.ts';
import { CHANNEL } from '../../../src/server/platform/db.ts';
import { createLog } from '../../../src/server/platform/log.ts';
import { useTestApp } from '../../support/app.ts';
import { ask } from '../../support/http.ts';
import { useInstances } from '../../support/instances.ts';
import { confirmSessions, PASSWORD } from '../../support/people.ts';
import { startWire, type Wire } from '../../support/wire.ts';

const NOM = `</script><b>"L'Écurie"</b> & {{email}} $&`;
const NOM_ESCAPED =
  '&lt;/script&gt;&lt;b&gt;&quot;L&#39;Écurie&quot;&lt;/b&gt; &amp; {{email}} $&amp;';

describe('sur deux instances', () => {
  const it = useInstances({
    role: 'admin',
    env: { CENTRE_NAME: NOM, CENTRE_TOWN: 'Liège</noscript><i>' },
  });
  const page = async (server: number, path: string, headers = {}) =>
    (await ask(`${it.servers[server]!.url}${path}`, { headers })).text;

  test("chaque adresse a son titre, avec le nom du centre, et rien n'y devient du HTML", async () => {
    // UI-01, UI-65, UI-92
    const titles = {
      '/': 'Accueil · ',
      '/?de=la': 'Accueil · ',
      '/login': 'Se connecter · ',
      '/login/': 'Se connecter · ',
      '/register': 'Créer un compte · ',
      '/installation': 'Mise en service · ',
      '/forgot-password': 'Mot de passe oublié · ',
      '/reset-password': 'Nouveau mot de passe · ',
      '/confirm-email': 'Confirmation de l&#39;adresse · ',
      '/deblocage': 'Utiliser ce navigateur · ',
      '/confidentialite': 'Vos données · ',
      '/aide': 'Aide · ',
      '/aide/deplacer-une-lecon/': 'Déplacer une leçon · ',
      '/aide/inconnue': 'Page non trouvée · ',
      '/webmaster': 'Espace administrateur · ',
      '/app/monprofil': 'Mon profil · ',
      '/app': '',
      '/app/inconnue': '',
      '/nulle-part': 'Page non trouvée · ',
      '//': 'Accueil · ',
      '/constructor': 'Page non trouvée · ',
    };
    for (const [path, title] of Object.entries(titles)) {
      const html = await page(0, path);
      expect(html.match(/<title>.*?<\/title>/g), path).toEqual([
        `<title>${title}${NOM_ESCAPED}</title>`,
      ]);
      const others = html.replace(/<script>\(\(\)=>\{.*?<\/script>/s, '');
      expect(others, path).not.toMatch(/<b>|<i>|<script(?! type="module")|\$&(?!amp;)/);
      expect(html.match(/<noscript>/g)?.length, path).toBe(html.match(/<\/noscript>/g)?.length);
      expect(html, path).toContain('Liège&lt;/noscript&gt;&lt;i&gt;');
    }
  });

  test("ce qu'un administrateur change est dans la page suivante de chacune", async () => {
    // UI-65
    const { version: _, ...stored } = (await it.call(0, '/api/parametres')).body;
    expect(await page(1, '/')).toContain('de 8h00 à 20h00');
    await confirmSessions(it.db);
    const { status, body } = await it.call(
      0,
      '/api/parametres',
      {
        ...stored,
        adminEmail: 'centre@essai.example',
        openingTime: '09:30',
        closingTime: '18:00',
        contactTelephone: '+32 (0)81 61 23 45',
        contactEmail: "l'accueil&co@essai.example",
      },
      'PUT',
    );
    expect(status, JSON.stringify(body)).toBe(200);
    for (const server of [0, 1]) {
      await vi.waitFor(
        async () => expect(await page(server, '/')).toContain('de 9h30 à 18h00'),
        5_000,
      );
      for (const path of ['/', '/login']) {
        const html = await page(server, path);
        expect(html).toContain('<a href="tel:+3281612345"');
        expect(html).toContain('>+32 (0)81 61 23 45</a>');
        expect(html).toContain('<a href="mailto:l&#39;accueil%26co@essai.example"');
        expect(html).toContain('>l&#39;accueil&amp;co@essai.example</a>');
      }
    }
    expect(await page(0, '/')).toContain('Appelez-nous, ou passez nous voir.');
  });

  test('un contact hostile, enregistré autrement, reste du texte', async () => {
    // UI-65
    await it.sql.query('update parametres set "contactTelephone" = $1', [
      '1</noscript></template></script><b>{{nom}}',
    ]);
    await it.sql.query('select pg_notify($1, $2)', [CHANNEL, '{"changed":["parametres"]}']);
    await vi.waitFor(
      async () => expect(await page(1, '/login')).toContain('1&lt;/noscript'),
      5_000,
    );
    for (const path of ['/', '/login']) {
      const html = await page(1, path);
      expect(html).toContain('1&lt;/noscript&gt;&lt;/template&gt;&lt;/script&gt;&lt;b&gt;{{nom}}');
      expect(html).not.toMatch(/<b>/);
    }
  });

  test('la page est la même pour qui a une session', async () => {
    // UI-65
    const { url } = it.servers[0]!;
    const { headers } = await ask(`${url}/api/auth/sign-in/email`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: url },
      body: JSON.stringify({ email: it.people[0]!.email, password: PASSWORD }),
    });
    const cookie = (headers['set-cookie'] ?? []).map((one) => one.split(';')[0]).join('; ');
    expect(cookie).not.toBe('');
    for (const path of ['/', '/login', '/app/reservation'])
      expect(await page(0, path, { cookie })).toBe(await page(0, path));
  });
});

describe('la base', () => {
  let wire: Wire;
  // after the application, whose hook is registered later and runs first
  afterAll(() => wire.close());
  const t = useTestApp({
    reach: async (url) => {
      wire = await startWire(url);
      return wire.url;
    },
  });
  let app: FastifyInstance;
  const page = async (path: string) => (await app.inject({ method: 'GET', url: path })).body;
  beforeAll(async () => {
    app = await createApp(t.services, {
      webRoot: fileURLToPath(new URL('../../../dist/web', import.meta.url)),
      trustProxy: false,
      logger: createLog('silent'),
    });
  });
  afterAll(() => app.close());

  test("n'est lue qu'après un changement, une fois pour toutes les pages", async () => {
    // UI-65
    const before = wire.trips();
    for (const path of ['/', '/login', '/app', '/']) await page(path);
    expect(wire.trips() - before).toBe(0);
    await t.services.db.execute(sql`update parametres set "openingTime" = '09:45'`);
    await t.services.db.execute(sql`select pg_notify(${CHANNEL}, '{"changed":["parametres"]}')`);
    await vi.waitFor(
      () => expect(t.services.live.announcedAt('parametres')).toBeGreaterThan(0),
      5_000,
    );
    const changed = wire.trips();
    const pages = await Promise.all(['/', '/', '/'].map(page));
    for (const html of [...pages, await page('/')]) expect(html).toContain('de 9h45 à 20h00');
    expect(wire.trips() - changed).toBe(2); // the settings and the arenas
  });

  test("qui ne répond plus n'empêche pas une page", async () => {
    // UI-65
    await t.services.db.execute(sql`alter table parametres rename to ailleurs`);
    const known = t.services.live.announcedAt('parametres');
    await t.services.db.execute(sql`select pg_notify(${CHANNEL}, '{"changed":["parametres"]}')`);
    await vi.waitFor(
      () => expect(t.services.live.announcedAt('parametres')).toBeGreaterThan(known),
      5_000,
    );
    expect(await page('/')).toContain('de 9h45 à 20h00');
    await t.services.db.execute(sql`alter table ailleurs rename to parametres`);
  });
});
