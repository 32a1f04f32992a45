/** Helpers of the end-to-end tests about the booking form. */
import type { Locator, Page } from '@playwright/test';
import { formatJour } from '#domain/core/calendrier.ts';
import { PASSWORD } from '../support/people.ts';
import { callWith, tokenFor } from '../support/server.ts';
import type { Manege } from './fixtures.ts';

export const SUCCESS = 'Votre réservation a été confirmée avec succès !';
export const TAKEN = "Ce créneau vient d'être réservé. Veuillez en choisir un autre.";

export const radio = (page: Page, name: string | RegExp) => page.getByRole('radio', { name });

/**
 * The form opens on the first day that can be booked, which on a Sunday evening is in the next
 * week.
 */
export async function goToJour(page: Page, jour: string): Promise<void> {
  const target = radio(page, formatJour(jour, 'long'));
  const next = page.getByRole('button', { name: 'Semaine suivante' });
  await next.waitFor();
  while ((await target.count()) === 0) await next.click();
  await target.check();
}

export async function fillForm(
  page: Page,
  jour: string,
  { heure = '10:00', noms = ['Camille Lambert', 'Hugo Dubois'] } = {},
): Promise<void> {
  await radio(page, /^Leçon collective/).check();
  await choosePersonnes(page, noms.length);
  for (const [i, nom] of noms.entries()) await page.getByLabel(`Participant ${i + 1}`).fill(nom);
  await goToJour(page, jour);
  await radio(page, /^Piste Intérieure/).check();
  await radio(page, `${heure}, disponible`).check();
}

export const choosePersonnes = (page: Page, n: number, within: Page | Locator = page) =>
  within
    .getByRole('group', { name: 'Nombre de personnes' })
    .getByRole('radio', { name: new RegExp(`^${n}\\b`) })
    .check();

export const confirmButton = (page: Page) =>
  page.getByRole('button', { name: 'Confirmer la réservation' });

/** The number of live regions that contain an element: a screen reader reads it once for each. */
export const spokenBy = (words: Locator) =>
  words.evaluate((element) => {
    let regions = 0;
    for (let one: Element | null = element; one; one = one.parentElement) {
      const live = one.getAttribute('aria-live');
      const role = one.getAttribute('role');
      if (live === null ? role === 'status' || role === 'alert' : live !== 'off') regions += 1;
    }
    return regions;
  });

/** Books without a screen, for another rider. */
export async function bookElsewhere(
  manege: Manege,
  demande: Record<string, unknown>,
): Promise<number> {
  return bookFor(manege, await manege.person({ prenom: 'Zoé', nom: 'Willems' }), demande);
}

export async function bookFor(
  manege: Manege,
  { email }: { email: string },
  demande: Record<string, unknown>,
): Promise<number> {
  const token = await tokenFor(manege.server.url, email, PASSWORD);
  const { status } = await callWith(token, `${manege.server.url}/api/reservations`, {
    type_lecon: 'collective',
    nombre_personnes: 2,
    noms_participants: ['Zoé', 'Léa'],
    type_piste: 'interieure',
    heure_debut: '10:00',
    ...demande,
  });
  return status;
}
