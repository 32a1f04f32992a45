/**
 * The notifications on an open screen when the centre changes a rider's lessons or account (UI-13,
 * ACC-29).
 */
import type { Page } from '@playwright/test';
import { formatJour } from '../../../src/domain/core/calendrier.ts';
import { PASSWORD } from '../../support/people.ts';
import { callWith, tokenFor } from '../../support/server.ts';
import { BUREAU, enter, expect, type Manege, TELEPHONE, test } from '../fixtures.ts';
import { card, elsewhere } from '../modification.ts';
import { jourOf } from '../../support/jours.ts';

const notices = (page: Page) => page.getByText(/^Votre leçon du /);

async function bookFor(manege: Manege, token: string, jour: string, heures: string[]) {
  const lecons = [];
  for (const heure_debut of heures) {
    const { status, body } = await callWith(token, `${manege.server.url}/api/reservations`, {
      type_lecon: 'longe',
      nombre_personnes: 1,
      noms_participants: ['Camille Lambert'],
      date_reservation: jour,
      type_piste: 'exterieure',
      heure_debut,
    });
    expect(status, body.message).toBe(201);
    lecons.push(body);
  }
  return lecons;
}

/** This rider has four lessons on one day. */
async function ride(page: Page, manege: Manege, jour: string) {
  const rider = await manege.person();
  const token = await tokenFor(manege.server.url, rider.email, PASSWORD);
  const lecons = await bookFor(manege, token, jour, ['09:00', '10:00', '11:00', '12:00']);
  await enter(page, manege, rider);
  await page.goto('/app/reservation');
  await expect(page.getByRole('heading', { name: 'Mes réservations' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Voir les 4 réservations' })).toBeVisible();
  return { rider, lecons };
}

test(
  "une leçon que le centre annule, déplace ou supprime se dit sur l'écran ouvert, et une seule fois ; un compte supprimé aussi, et pas d'une session finie",
  TELEPHONE,
  async ({ page, manege }) => {
    // ACC-29, PEOPLE-06, UI-13
    const [jour, other] = [jourOf(10, 310), jourOf(10, 311)];
    const {
      rider,
      lecons: [one, second, third, fourth],
    } = await ride(page, manege, jour);
    const le = (heure: string) =>
      `Votre leçon du ${formatJour(jour, 'moyen')} à ${heure}, piste extérieure, `;
    await expect(notices(page)).toHaveCount(0);

    await elsewhere(manege, 'PUT', one, { statut: 'annulee' });
    await expect(page.getByText(`${le('9h00')}a été annulée par le centre.`)).toBeVisible();
    // Also on a screen that does not show lessons.
    await page.getByRole('button', { name: 'Mon compte', exact: true }).click();
    await page.getByRole('link', { name: 'Mon profil' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Mon profil' })).toBeVisible();
    await elsewhere(manege, 'PUT', second, {
      date_reservation: other,
      heure_debut: '14:00',
      type_piste: 'interieure',
    });
    await expect(
      page.getByText(
        `${le('10h00')}a été déplacée par le centre au ${formatJour(other, 'moyen')} à 14h00, piste intérieure.`,
      ),
    ).toBeVisible();
    await elsewhere(manege, 'DELETE', third);
    await expect(page.getByText(`${le('11h00')}a été supprimée par le centre.`)).toBeVisible();
    await elsewhere(manege, 'PUT', fourth, { remarques: 'Poney calme' });

    // The first read shows no notification.
    await page.goto('/app/reservation');
    await expect(page.getByText('Poney calme')).toBeVisible();
    await expect(notices(page)).toHaveCount(0);
    await loseAccount({ page, manege }, rider.id);
  },
);

test(
  "ce qu'un administrateur change lui-même de ses leçons ne lui est pas annoncé",
  BUREAU,
  async ({ page, manege }) => {
    const jour = jourOf(10, 312);
    const admin = await manege.person({ role: 'admin' });
    const token = await tokenFor(manege.server.url, admin.email, PASSWORD);
    const [, other] = await bookFor(manege, token, jour, ['09:00', '10:00']);
    await enter(page, manege, admin);
    await page.goto('/app/reservation');
    await expect(page.getByRole('heading', { name: 'Mes réservations' })).toBeVisible();
    await expect(
      page
        .getByRole('listitem')
        .filter({ hasText: formatJour(jour, 'date') })
        .first(),
    ).toBeVisible();
    await page.evaluate((path) => {
      history.pushState(null, '', path);
      dispatchEvent(new PopStateEvent('popstate'));
    }, `/app/webmaster?jour=${jour}`);
    await card(page, /^09:00/)
      .getByRole('button', { name: /^Supprimer/ })
      .click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Supprimer' }).click();
    await expect(card(page, /^09:00/)).toHaveCount(0);
    // The notification of a later change proves that this one has been read too.
    await elsewhere(manege, 'DELETE', other);
    await expect(notices(page)).toHaveCount(1);
    await expect(notices(page)).toContainText('à 10h00');
  },
);

/** The account is deleted while its screen is open; then a session of another one ends. */
async function loseAccount(
  { page, manege }: { page: Page; manege: Manege },
  id: string,
): Promise<void> {
  await page.goto('/app/monprofil');
  await expect(page.getByRole('heading', { level: 1, name: 'Mon profil' })).toBeVisible();
  const admin = await manege.person({ role: 'admin' });
  const token = await tokenFor(manege.server.url, admin.email, PASSWORD);
  const response = await fetch(`${manege.server.url}/api/users/${id}`, {
    method: 'DELETE',
    headers: { authorization: `Bearer ${token}` },
  });
  expect(response.status).toBe(200);
  await expect(page).toHaveURL('/login');
  const sentence = page.getByText(
    'Votre compte a été supprimé. Pour toute question, contactez le centre.',
  );
  await expect(sentence).toBeVisible();
  // Shown only once, because the next user of this page may be someone else.
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'Se connecter' })).toBeVisible();
  await expect(sentence).toHaveCount(0);

  const other = await manege.person();
  await enter(page, manege, other);
  await page.goto('/app/monprofil');
  await expect(page.getByRole('heading', { level: 1, name: 'Mon profil' })).toBeVisible();
  await manege.sql('delete from sessions where user_id = $1', [other.id]);
  await manege.sql(`select pg_notify('manege_changes', '{"changed":["users"]}')`);
  await expect(page).toHaveURL('/login');
  await expect(sentence).toHaveCount(0);
}
