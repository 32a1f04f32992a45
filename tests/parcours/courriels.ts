/** Helpers of the end-to-end tests about emails. */
import type { Locator, Page } from '@playwright/test';
import type { ContenuCourriel } from '#domain/emails/courriels.ts';
import { createCoffres } from '../../src/server/platform/secrets/coffre.ts';
import { axe, enter, expect, expectNoSidewaysScroll, type Manege, SECRET } from './fixtures.ts';

/**
 * The content of a frame, in a separate page, because a frame without scripts cannot be inspected.
 * Scripts would run here, so this also checks that typed text stays text.
 */
export async function letter(page: Page, frame: Locator): Promise<Page> {
  await expect(frame).toHaveAttribute('sandbox', '');
  const sheet = await page.context().newPage();
  await sheet.setContent((await frame.getAttribute('srcdoc')) ?? '');
  // The landmarks around an email belong to the mail program.
  expect(await axe(sheet, { without: ['landmark-one-main', 'region'] })).toEqual([]);
  await expectNoSidewaysScroll(sheet);
  return sheet;
}

/** Stores an email that is not too old to be sent, with an encrypted link. */
export async function insert(
  manege: Manege,
  {
    contenu,
    destinataire,
    statut = 'en_attente',
    essais = 0,
    erreur = null,
  }: {
    contenu: ContenuCourriel;
    destinataire: string;
    statut?: string;
    essais?: number;
    erreur?: string | null;
  },
): Promise<string> {
  const cause = crypto.randomUUID();
  const stored =
    'jeton' in contenu && contenu.jeton !== null
      ? { ...contenu, jeton: createCoffres(SECRET).liens.seal(contenu.jeton, cause) }
      : contenu;
  const [row] = await manege.sql(
    `insert into courriels (cause, sorte, destinataire, destinataire_nom, contenu, statut, essais, derniere_erreur, envoyer_apres, perime_apres)
     values ($7, $1, $2, 'Élise Maes', $3, $4, $5, $6, now(), now() + interval '1 day') returning id`,
    [contenu.sorte, destinataire, JSON.stringify(stored), statut, essais, erreur, cause],
  );
  return row!['id'] as string;
}

/** Links to the emails count unseen failures, so those of other tests are marked as seen. */
export const markFailuresSeen = (manege: Manege) =>
  manege.sql("update courriels set vu_at = now() where statut = 'echoue' and vu_at is null");

/** Makes the emails of changes that wait for 30 seconds (MAIL-41) due now. */
export async function endWaits(manege: Manege): Promise<void> {
  await manege.sql(`update courriels set envoyer_apres = now() where contenu ? 'attend'`);
  await announce(manege);
}

export const announce = (manege: Manege) =>
  manege.sql(`select pg_notify('manege_changes', '{"changed":["courriels"]}')`);

export async function openCourriels(
  page: Page,
  manege: Manege,
): Promise<{ id: string; email: string }> {
  const admin = await manege.person({ role: 'admin', prenom: 'Sophie', nom: 'Delvaux' });
  await enter(page, manege, admin);
  await page.goto('/app/courriels');
  await expect(page.getByRole('heading', { level: 1, name: 'Emails' })).toBeVisible();
  return admin;
}

export const table = (page: Page) => page.getByRole('table', { name: 'Emails' });
export const filter = (page: Page, name: string) =>
  page.getByRole('group', { name: 'Filtrer par état' }).getByRole('radio', { name });
export const toasts = (page: Page) => page.getByRole('region', { name: 'Notifications (F8)' });
