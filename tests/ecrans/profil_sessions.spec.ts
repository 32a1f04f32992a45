/** A person's own open sessions, in this browser and in others (PEOPLE-17). */
import { PASSWORD } from '../support/people.ts';
import {
  BUREAU,
  enter,
  expect,
  expectGoodAtBothWidths,
  type Manege,
  test,
} from '../parcours/fixtures.ts';
import { card, openProfil, type Someone } from '../parcours/profil.ts';

async function openElsewhere(manege: Manege, { email }: Someone, userAgent: string): Promise<void> {
  const { url } = manege.server;
  const response = await fetch(`${url}/api/auth/sign-in/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url, 'user-agent': userAgent },
    body: JSON.stringify({ email, password: PASSWORD }),
  });
  expect(response.status).toBe(200);
}

test(
  'les sessions ouvertes se disent simplement, et se terminent une à une ou toutes ensemble',
  BUREAU,
  async ({ page, manege, browser }) => {
    // PEOPLE-17
    const person = await manege.person();
    await openElsewhere(
      manege,
      person,
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36 Edg/131.0.0.0',
    );
    await openElsewhere(manege, person, '<script>alert(1)</script>');
    const elsewhere = await browser.newContext({ baseURL: manege.server.url });
    const other = await elsewhere.newPage();
    await enter(other, manege, person);
    await other.goto('/app/reservation');
    await expect(
      other.getByRole('heading', { level: 1, name: 'Réserver une leçon' }),
    ).toBeVisible();
    await other.getByRole('radio', { name: /^Leçon particulière/ }).check();
    await other.getByLabel('Participant 1').fill('Léa Martens');

    await openProfil(page, manege, person);
    const sessions = card(page, 'Sessions ouvertes');
    await expect(sessions.getByRole('listitem')).toHaveCount(4);
    await expect(sessions.getByRole('listitem').first()).toContainText('Cette session');
    await expect(sessions.getByRole('listitem').first().getByRole('button')).toHaveCount(0);
    await expect(sessions.getByText('Appareil inconnu', { exact: true })).toBeVisible();
    await expectGoodAtBothWidths(page);
    await sessions.getByRole('button', { name: /^Terminer la session Edge sur Windows/ }).click();
    await expect(sessions.getByRole('status')).toHaveText('La session est terminée.');
    await expect(sessions.getByRole('listitem')).toHaveCount(3);
    await expect(sessions.getByRole('heading')).toBeFocused();
    await expect(other).toHaveURL('/app/reservation');

    await page.route('**/api/profil/sessions', (route) =>
      route.request().method() === 'DELETE' ? route.abort('aborted') : route.fallback(),
    );
    await sessions.getByRole('button', { name: 'Terminer toutes les autres' }).click();
    await expect(sessions.getByRole('alert')).toHaveText(
      "La session n'a pas pu être terminée. Veuillez réessayer.",
    );
    await page.unroute('**/api/profil/sessions');
    await sessions.getByRole('button', { name: 'Terminer toutes les autres' }).click();
    await expect(sessions.getByRole('status')).toHaveText(
      'Les autres sessions sont terminées, et vos adresses de calendrier supprimées.',
    );
    await expect(sessions.getByRole('listitem')).toHaveCount(1);
    await expect(sessions.getByRole('button', { name: 'Terminer toutes les autres' })).toHaveCount(
      0,
    );
    await expect(other).toHaveURL('/login');
    // The page gives the reason, and leads back to the previous page after the sign-in (ACC-92).
    const why = other.getByText(
      'Votre session a été terminée sur un autre appareil, ou par un nouveau mot de passe. Connectez-vous pour continuer : ce que vous aviez écrit est gardé.',
    );
    await expect(why).toBeVisible();
    await expectGoodAtBothWidths(other);
    await other.getByLabel('Email').fill(person.email);
    await other.getByLabel('Mot de passe', { exact: true }).fill(PASSWORD);
    await other.getByRole('button', { name: 'Se connecter' }).click();
    await expect(other).toHaveURL('/app/reservation');
    await expect(other.getByLabel('Participant 1')).toHaveValue('Léa Martens');
    await expect(page).toHaveURL('/app/monprofil');
    await elsewhere.close();
  },
);
