/** The state of the service, on the settings page. */
import { enter, expect, expectGoodAtBothWidths, TELEPHONE, test } from '../parcours/fixtures.ts';

test(
  "« Vérifier maintenant » dit l'état de chaque point et ce qu'il faut faire, et rien ne se vérifie tout seul",
  TELEPHONE,
  async ({ page, manege }) => {
    // OPS-68
    const asked: string[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/api/controles')) asked.push(request.method());
    });
    await enter(page, manege, await manege.person({ role: 'admin' }));
    await page.goto('/app/webmastersettings?onglet=service');
    const card = page.getByRole('region', { name: 'État du service' });
    const button = card.getByRole('button', { name: 'Vérifier maintenant' });
    await expect(button).toBeVisible();
    expect(asked).toEqual([]);
    await button.focus();
    await page.keyboard.press('Enter');
    const lignes = card.getByRole('listitem');
    const base = lignes.filter({ has: page.getByRole('heading', { name: 'Base de données' }) });
    await expect(base).toContainText(
      /OK\s*Base de données\s*Les réservations sont enregistrées et se relisent\./,
    );
    // What is to be done stands first.
    const states = (await lignes.allInnerTexts()).map((text) => /^\S+/.exec(text)?.[0]);
    expect(states).toEqual(
      states.toSorted((a, b) => 'EAO'.indexOf(a![0]!) - 'EAO'.indexOf(b![0]!)),
    );
    expect(states[0]).toBe('En');
    // Each point is said in plain words; those of whoever installs unfold.
    await expect(lignes.locator('h3 + div > p:empty')).toHaveCount(0);
    const list = card.getByRole('list');
    expect(await list.innerText()).not.toMatch(/btree_gist|npm|_URL|PostgreSQL|sslmode|CREATE/);
    // The address that the tests use differs from the configured one.
    await expect(
      lignes.filter({ has: page.getByRole('heading', { name: 'Adresse du site' }) }),
    ).toContainText(/En panne.*À faire\s:/s);
    await expect(card.getByRole('status')).toContainText('1 point est en panne.');
    await expect(button).toBeFocused();
    await base.getByText('Détails pour qui installe Manège').click();
    await expect(base.getByText(/PostgreSQL \d+/)).toBeVisible();
    await card.scrollIntoViewIfNeeded();
    await expectGoodAtBothWidths(page);
    expect(asked).toEqual(['POST']);
  },
);

test(
  "les informations système disent la version et l'heure, qui avance",
  TELEPHONE,
  async ({ page, manege }) => {
    // SET-15
    await enter(page, manege, await manege.person({ role: 'admin' }));
    await page.goto('/app/webmastersettings?onglet=service');
    const systemCard = page.getByRole('region', { name: 'Informations système' });
    await expect(systemCard.getByText('1.0.0')).toBeVisible();
    await expect(systemCard.getByText(/^PostgreSQL/)).toBeVisible();
    await expect(systemCard.getByText('Développement')).toBeVisible();
    const heure = systemCard.getByRole('time');
    await expect(heure).toHaveText(/^\w+ \d+ \S+ \d{4}, \d\d:\d\d:\d\d$/);
    const before = await heure.textContent();
    await expect(heure).not.toHaveText(before ?? '');
  },
);
