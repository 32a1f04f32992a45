/**
 * A screen that is printed with the browser's own menu (UI-79): checked on the page in print mode,
 * and in the PDF as a printer without backgrounds prints it.
 */
import { execFileSync } from 'node:child_process';
import type { Page, TestInfo } from '@playwright/test';
import { addDays, formatJour } from '../../../src/domain/core/calendrier.ts';
import { BUREAU, enter, expect, resetParametres, test } from '../../parcours/fixtures.ts';
import { bookFor, choosePersonnes, goToJour, radio } from '../../parcours/reservation.ts';
import { jourOf } from '../../support/jours.ts';

test.afterEach(({ manege }) => resetParametres(manege));

type Sheets = {
  pages: number;
  /** Null if poppler is not installed. */
  text: string | null;
  /** The share of the first sheet's points that have the dark green of a chosen item. */
  fir: number | null;
};

async function printed(page: Page, info: TestInfo): Promise<Sheets> {
  const path = info.outputPath('ecran.pdf');
  const pdf = await page.pdf({ path, format: 'A4', printBackground: false });
  return {
    pages: pdf.toString('latin1').match(/\/Type\s*\/Page\b(?!s)/g)?.length ?? 0,
    text: poppler('pdftotext', '-layout', path, '-')?.toString() ?? null,
    fir: firOf(path),
  };
}

function poppler(command: string, ...args: string[]): Buffer | null {
  try {
    return execFileSync(command, args, { maxBuffer: 20_000_000 });
  } catch {
    return null;
  }
}

function firOf(path: string): number | null {
  const image = poppler('pdftoppm', '-r', '50', '-f', '1', '-l', '1', path);
  if (!image) return null;
  const header =
    /^P6\s\d+\s\d+\s255\s/.exec(image.subarray(0, 40).toString('latin1'))?.[0].length ?? 0;
  const points = image.subarray(header);
  let fir = 0;
  for (let at = 0; at < points.length; at += 3) {
    const [red = 0, green = 0, blue = 0] = points.subarray(at, at + 3);
    if (Math.abs(red - 0x1f) + Math.abs(green - 0x4d) + Math.abs(blue - 0x3a) < 12) fir += 1;
  }
  return fir / (points.length / 3);
}

/** The sheet contains nothing of the frame, and no controls. */
async function expectOnlyTheScreen(page: Page, { text }: Sheets): Promise<void> {
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('complementary')).toHaveCount(0); // the sidebar
  await expect(page.getByRole('banner')).toHaveCount(0);
  await expect(page.getByText('Aller au contenu')).toBeHidden();
  await expect(page.getByRole('button')).toHaveCount(0);
  await page.emulateMedia({ media: null });
  if (text !== null)
    expect(text).not.toMatch(/Aller au contenu|Bonjour|Ouvert tous les jours|Notifications/);
}

test(
  '« Mes leçons passées » sur papier : les leçons, sans le cadre ni boutons',
  BUREAU,
  async ({ page, manege }, info) => {
    // UI-79
    const rider = await manege.person({ prenom: 'Élise', nom: 'Maes' });
    await manege.sql(
      `select id from importer_lecons((select jsonb_agg(l) from (
    select $1, '{Élise Maes}', 'Élise Maes', jour::date, '10:00', '11:00', 'interieure', 'collective', 1, 'confirmee'
    from (values ('2013-03-05'), ('2014-05-03'), ('2014-05-10'), ('2014-05-17'), ('2014-05-24')) as given (jour)
    ) as l (user_id, noms_participants, nom_client, date_reservation, heure_debut, heure_fin, type_piste, type_lecon, nombre_personnes, statut))) as id`,
      [rider.id],
    );
    await enter(page, manege, rider);
    await page.goto('/app/mes-lecons');
    await expect(page.getByRole('region', { name: 'mai 2014' }).getByRole('article')).toHaveCount(
      4,
    );
    const sheets = await printed(page, info);
    await expectOnlyTheScreen(page, sheets);
    expect(sheets.pages).toBe(1);
    if (sheets.text !== null) {
      expect(sheets.text).toContain('Mes leçons passées');
      expect(sheets.text).toContain('2014');
      expect(sheets.text.match(/10h00 – 11h00/g)).toHaveLength(4);
      expect(sheets.text).not.toContain('Retour');
    }
  },
);

test(
  "l'écran de réservation sur papier : le jour choisi se lit, et ses réservations y sont",
  BUREAU,
  async ({ page, manege }, info) => {
    // UI-79
    const jour = jourOf(26, 2);
    await manege.sql(
      `update parametres set "riderChanges" = true, "riderCancellation" = true, "contactTelephone" = '081 22 33 44'`,
    );
    const rider = await manege.person({ prenom: 'Élise', nom: 'Maes' });
    expect(await bookFor(manege, rider, { date_reservation: addDays(jour, 1) })).toBe(201);
    await enter(page, manege, rider);
    await page.goto('/app/reservation');
    await radio(page, /^Leçon collective/).check();
    await choosePersonnes(page, 2);
    await goToJour(page, jour);
    await radio(page, /^Piste Intérieure/).check();
    await radio(page, '14:00, disponible').check();
    await expect(page.getByRole('button', { name: /^Annuler : leçon du/ })).toBeVisible();
    const sheets = await printed(page, info);
    await expectOnlyTheScreen(page, sheets);
    if (sheets.text !== null) {
      expect(sheets.text).toMatch(new RegExp(formatJour(jour, 'long'), 'i'));
      expect(sheets.text).toContain('Zoé');
      expect(sheets.text).toContain('081 22 33 44');
    }
    // The day, the number of people and the hours have white letters on green, so the green must be
    // printed too.
    if (sheets.fir !== null) expect(sheets.fir).toBeGreaterThan(0.005);
    expect(sheets.pages).toBeLessThanOrEqual(3);
  },
);
