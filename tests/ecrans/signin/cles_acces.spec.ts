/** Passkeys, with the virtual authenticator of the browser (ACC-64). */
import type { Page } from '@playwright/test';
import { createHash } from 'node:crypto';
import { createServer } from 'node:net';
import { PASSWORD } from '../../support/people.ts';
import { startServer } from '../../support/server.ts';
import {
  BUREAU,
  expect,
  expectGoodAtBothWidths,
  type Manege,
  SECRET,
  test,
} from '../../parcours/fixtures.ts';
import { card } from '../../parcours/profil.ts';

async function freePort(): Promise<number> {
  const probe = createServer().listen(0);
  const { port } = probe.address() as { port: number };
  await new Promise((resolve) => {
    probe.close(resolve);
  });
  return port;
}

/** A second instance with a host name, because browsers create no passkey for an IP address. */
async function named(manege: Manege) {
  const [{ base }] = (await manege.sql('select current_database() as base')) as [{ base: string }];
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const server = await startServer({
    DATABASE_URL: Object.assign(new URL(manege.server.databaseUrl), { pathname: `/${base}` }).href,
    SECRET,
    PORT: String(port),
    PUBLIC_URL: url,
  });
  return { url, server };
}

/**
 * An authenticator of this device that verifies its user immediately. `verifies` false: the user
 * gives up.
 */
async function authenticator(page: Page) {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    verify: (isUserVerified: boolean) =>
      cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
  };
}

test(
  "une clé d'accès s'ajoute dans le profil et ouvre une session à elle seule",
  BUREAU,
  async ({ page, manege }) => {
    // ACC-64
    const person = await manege.person();
    const { url, server } = await named(manege);
    const device = await authenticator(page);
    await page.goto(`${url}/login`);
    await page.getByLabel('Email').fill(person.email);
    await page.getByLabel('Mot de passe', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Se connecter', exact: true }).click();
    await expect(page).toHaveURL(`${url}/`);
    await page.goto(`${url}/app/monprofil`);
    const factor = card(page, 'Double authentification');
    await factor.getByRole('button', { name: "Ajouter une clé d'accès" }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByLabel('Nom de la clé')).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(
      dialog.getByText('Veuillez donner un nom à la clé (60 caractères au plus).'),
    ).toBeVisible();
    await expectGoodAtBothWidths(page);
    await dialog.getByLabel('Nom de la clé').fill('Téléphone de Camille');
    await dialog.getByLabel('Mot de passe actuel', { exact: true }).fill(PASSWORD);
    await page.keyboard.press('Enter');
    await expect(
      factor.getByRole('status').filter({ hasText: "La clé d'accès est ajoutée." }),
    ).toBeVisible();
    await expect(factor.getByText(/Ajoutée le .*, jamais utilisée/)).toBeVisible();

    await page.context().clearCookies();
    await page.goto(`${url}/`);
    await page.goto(`${url}/login`);
    await expectGoodAtBothWidths(page);
    await device.verify(false);
    await page.getByRole('button', { name: "Se connecter avec une clé d'accès" }).click();
    await expect(page.getByRole('alert')).toHaveText(
      "Aucune clé d'accès n'a été utilisée. Réessayez, ou connectez-vous avec votre mot de passe.",
    );
    await device.verify(true);
    await page.getByRole('button', { name: "Se connecter avec une clé d'accès" }).click();
    await expect(page).toHaveURL(`${url}/`);
    await page.goto(`${url}/app/monprofil`);
    await expect(factor.getByText(/Ajoutée le .*, utilisée le/)).toBeVisible();

    // If an application is active, a code is required too. One of the recovery codes is 24 times
    // `0`.
    const empreinte = createHash('sha256').update('0'.repeat(24)).digest('base64url');
    await manege.sql(
      `insert into seconds_facteurs (user_id, secret, actif_at) select id, 'x', now() from users where email = '${person.email}'`,
    );
    await manege.sql(
      `insert into codes_secours (user_id, empreinte) select id, '${empreinte}' from users where email = '${person.email}'`,
    );
    await page.reload();
    await factor.getByRole('button', { name: "Ajouter une clé d'accès" }).click();
    await expect(dialog.getByLabel("Code de l'application ou code de secours")).toBeVisible();
    await dialog.getByRole('button', { name: 'Annuler' }).click();
    await factor.getByRole('button', { name: 'Retirer la clé Téléphone de Camille' }).click();
    await dialog.getByLabel('Mot de passe actuel', { exact: true }).fill(PASSWORD);
    await page.keyboard.press('Enter');
    await expect(
      dialog.getByText('Veuillez saisir un code de votre application, ou un code de secours.'),
    ).toBeVisible();
    await page.keyboard.type('0000-0000-0000-0000-0000-0000');
    await page.keyboard.press('Enter');
    await expect(
      factor.getByRole('status').filter({ hasText: "La clé d'accès est retirée." }),
    ).toBeVisible();
    await page.context().clearCookies();
    await page.goto(`${url}/`);
    await page.goto(`${url}/login`);
    await page.getByRole('button', { name: "Se connecter avec une clé d'accès" }).click();
    await expect(page.getByRole('alert')).toHaveText(
      "Cette clé d'accès n'est pas reconnue. Connectez-vous avec votre mot de passe.",
    );
    await server.stop();
  },
);
