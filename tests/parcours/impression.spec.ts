/** Printing (DESK-22, DESK-23): the documents as PDF, read back; a window that opens, and one that is blocked. */
import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { weekPlanning, dayPlanning, type PrintedReservation } from '#documents/impression_plannings.ts';
import { cavaliersReport } from '#documents/impression_rapport.ts';
import { DEFAULT_TYPES } from '#domain/types_lecons.ts';
import { enter, expect, expectAccessible, type Manege, test } from './fixtures.ts';
import { store } from './planning.ts';

const EN_TETE = { centre: 'Les Écuries du Moulin', maintenant: { jour: '2026-11-21', heure: '09:05' } };
const LUNDI = '2026-11-16';
const A4 = { portrait: [595, 842], landscape: [842, 595] } as const;

const reservation = (reste: Partial<PrintedReservation>): PrintedReservation => {
  const noms = reste.noms_participants ?? ['Élise Maes'];
  return {
    date_reservation: LUNDI, heure_debut: '09:00', heure_fin: '10:00', type_piste: 'interieure', type_lecon: 'collective',
    noms_participants: noms, nombre_personnes: noms.length, statut: 'confirmee', remarques: null, ...reste,
  };
};

type Pdf = { pages: number; format: number[]; /** null where poppler is not installed. */ texte: string | null; bords: Bords | null };

/** How many points of the first sheet's outermost lines are drawn, at the left and at the right. */
type Bords = { gauche: number; droite: number };

/** The document as the browser prints it. Size and number of pages are read from the file itself, so that they are checked without poppler too. */
async function pdfOf(page: Page, html: string): Promise<Pdf> {
  await page.setContent(html);
  const folder = await mkdtemp(join(tmpdir(), 'impression-'));
  const path = join(folder, 'document.pdf');
  try {
    await page.pdf({ path, preferCSSPageSize: true });
    const raw = (await readFile(path)).toString('latin1');
    const boites = Array.from(raw.matchAll(/\/MediaBox\s*\[\s*0 0 ([\d.]+) ([\d.]+)\s*\]/g), ([, l, h]) => [Math.round(Number(l)), Math.round(Number(h))]);
    expect(new Set(boites.map(String)).size, 'toutes les feuilles ont le même format').toBe(1);
    return { pages: raw.match(/\/Type\s*\/Page\b(?!s)/g)?.length ?? 0, format: boites[0] ?? [], texte: textOf(path), bords: bordsOf(path) };
  } finally {
    await rm(folder, { recursive: true });
  }
}

function textOf(path: string): string | null {
  try {
    return execFileSync('pdftotext', ['-layout', path, '-'], { encoding: 'utf8' });
  } catch {
    return null;
  }
}

/** The outermost columns of dark points longer than a few letters. Where a border is cut off, the next line inwards is found instead. */
function bordsOf(path: string): Bords | null {
  let image: Buffer;
  try {
    image = execFileSync('pdftoppm', ['-r', '100', '-gray', '-f', '1', '-l', '1', path], { maxBuffer: 8_000_000 });
  } catch {
    return null;
  }
  const [entete = '', l = '', h = ''] = /^P5\s(\d+)\s(\d+)\s255\s/.exec(image.subarray(0, 40).toString('latin1')) ?? [];
  const [largeur, hauteur] = [Number(l), Number(h)];
  const points = image.subarray(entete.length);
  const noirs = (x: number) => Array.from({ length: hauteur }, (_, y) => points[y * largeur + x] ?? 255).filter((gris) => gris < 170).length;
  // The sheet's margin is 12 mm: the border is within two points of it.
  const marge = Math.round((12 / 25.4) * 100);
  const bord = (debut: number) => Math.max(...[-2, -1, 0, 1, 2].map((ecart) => noirs(debut + ecart)));
  return { gauche: bord(marge), droite: bord(largeur - 1 - marge) };
}

/** Nothing is cut: no text runs out of the box that holds it, nor past the sheet. */
const debordements = (page: Page) => page.evaluate(() => Array.from(document.querySelectorAll('td, td p'))
  .filter((boite) => boite.scrollWidth > boite.clientWidth + 1 || boite.scrollHeight > boite.clientHeight + 2).map((boite) => boite.textContent));

const MECHANT = '<script>alert(1)</script>';

test.describe('les documents', () => {
  test.skip(({ isMobile }) => isMobile, 'A sheet of paper has one width.');

  test('la semaine : A4 paysage, une feuille par piste, et la liste des noms qui ne tiennent pas', async ({ page }) => { // DESK-22
    const noms = ['Ana Šimić', 'Béatrice D’Hondt', 'Cléo Müller', 'Dan Ng', MECHANT, 'Ève Ó Briain'];
    const html = weekPlanning(LUNDI, [
      reservation({ noms_participants: noms }),
      reservation({ date_reservation: '2026-11-22', heure_debut: '19:30', heure_fin: '20:00', type_piste: 'exterieure', noms_participants: ['Zoé Willems'], statut: 'en_attente' }),
      reservation({ heure_debut: '15:00', heure_fin: '16:00', statut: 'annulee', noms_participants: ['Personne Annulée'] }),
    ], DEFAULT_TYPES, EN_TETE);
    const { pages, format, texte } = await pdfOf(page, html);
    expect({ pages, format }).toEqual({ pages: 3, format: A4.landscape });
    expect(await debordements(page)).toEqual([]);
    expect(await page.locator('script').count()).toBe(0);
    if (texte === null) return;
    for (const mot of [...noms, '09:00 – 10:00', '6/6', '+3', '19:30 – 20:00', 'Zoé Willems', 'Piste Intérieure', 'Piste Extérieure', 'Les Écuries du Moulin', 'Imprimé le 21 novembre 2026 à 09:05', 'Page 1 / 3', 'Page 3 / 3']) expect(texte.replaceAll(/\s+/g, ' ')).toContain(mot);
    expect(texte).not.toContain('Annulée');
    const feuilles = texte.split('\f');
    expect(feuilles[0]).toContain('+3');
    expect(feuilles[0]).not.toContain('Ó Briain');
    expect(feuilles[2]?.replaceAll(/\s+/g, ' ')).toContain('Ève Ó Briain');
  });

  test('une semaine pleine : chaque demi-heure tient, aucun nom ne se perd', async ({ page }) => {
    const heures = Array.from({ length: 24 }, (_, i) => 480 + i * 30).map((m) => `${String(Math.floor(m / 60)).padStart(2, '0')}:${String(m % 60).padStart(2, '0')}`);
    const jours = Array.from({ length: 7 }, (_, i) => `2026-11-${16 + i}`);
    let n = 0;
    const pleine = jours.flatMap((date_reservation) => (['interieure', 'exterieure'] as const).flatMap((type_piste) => heures.map((heure_debut, i) => {
      n += 1;
      return reservation({
        date_reservation, type_piste, heure_debut, heure_fin: heures[i + 1] ?? '20:00', type_lecon: 'longe',
        noms_participants: [`WILHELMINA MMWW${n}`, `Maximiliaan Van den Broeck ${n}`],
      });
    })));
    const { pages, format, texte } = await pdfOf(page, weekPlanning(LUNDI, pleine, DEFAULT_TYPES, EN_TETE));
    expect(format).toEqual(A4.landscape);
    expect(await debordements(page)).toEqual([]);
    expect(pages).toBeGreaterThan(3);
    if (texte === null) return;
    expect(texte.match(/Page \d+ \/ \d+/g)).toHaveLength(pages);
    for (const titre of ['· Piste Intérieure  ', '· Piste Extérieure  ', 'Participants']) expect(texte.split('\f').filter((feuille) => feuille.split('\n')[0]?.includes(titre))).toHaveLength(1);
    const lettres = texte.replaceAll(/\s/g, '');
    for (let i = 1; i <= n; i += 1) expect(lettres).toContain(`WILHELMINAMMWW${i},`);
  });

  test('la journée : A4 portrait, les deux pistes, le statut de chacune, la suite sur d\'autres feuilles', async ({ page }) => { // DESK-22
    const html = dayPlanning(LUNDI, [
      reservation({ statut: 'annulee', noms_participants: ['Anaïs Annulée', MECHANT], remarques: 'Poney calme,\nmerci' }),
      ...Array.from({ length: 40 }, (_, i) => reservation({ type_piste: 'exterieure', heure_debut: '10:00', noms_participants: [`Élève ${i}`, 'Hugo', 'Léa'], statut: i === 39 ? 'en_attente' : 'confirmee' })),
    ], DEFAULT_TYPES, EN_TETE);
    const { pages, format, texte } = await pdfOf(page, html);
    expect(format).toEqual(A4.portrait);
    expect(pages).toBeGreaterThan(2);
    if (texte === null) return;
    for (const mot of ['Lundi 16 novembre 2026 · 41 réservations', 'Annulée', MECHANT, 'Poney calme,', 'Confirmée', 'En attente', '09:00 – 10:00', ...Array.from({ length: 40 }, (_, i) => `Élève ${i}`)]) expect(texte).toContain(mot);
    // The head of the table comes again on each sheet, and no lesson is cut in two.
    for (const feuille of texte.split('\f').slice(0, pages)) expect(feuille).toMatch(/Heure\s+Leçon\s+Participants\s+Statut/);
    for (const feuille of texte.split('\f')) expect(feuille.match(/1\. Élève/g)?.length).toBe(feuille.match(/3\. Léa/g)?.length);
  });

  test('le rapport : A4 portrait, les filtres, les chiffres, chaque cavalier d\'un seul tenant', async ({ page }) => { // PRICE-11
    const cavaliers = Array.from({ length: 60 }, (_, i) => ({
      nom: `Cavalière ${i} Élise`, nombre: 3, en_attente: 1, total: 66.3,
      types: [{ type_lecon: 'collective', label: 'Leçon collective', nombre: 3, en_attente: 1, prix: 22.1, total: 66.3 }],
    }));
    const html = cavaliersReport({ total_cavaliers: 60, total_reservations: 180, en_attente: 60, moyenne: 3, total_general: 3978, cavaliers }, { du: '2026-11-01', au: '2026-11-30', cavalier: null }, EN_TETE);
    const { pages, format, texte, bords } = await pdfOf(page, html);
    expect(format).toEqual(A4.portrait);
    expect(pages).toBeGreaterThan(1);
    if (texte === null || bords === null) return;
    expect(bords.gauche).toBeGreaterThan(700);
    expect(bords.droite).toBeGreaterThan(700);
    const lisible = texte.replaceAll(/[^\S\n\f]+/g, ' ');
    for (const mot of ['Du 1er novembre 2026 au 30 novembre 2026', 'Tous les cavaliers', '3 978 €', 'Total Général 3 978,00 €', `Page ${pages} / ${pages}`, '× 22,10 € 66,30 €', ...cavaliers.map(({ nom }) => nom)]) expect(lisible).toContain(mot);
    for (const feuille of lisible.split('\f')) expect(feuille.match(/Cavalière \d+/g)?.length).toBe(feuille.match(/Total hors attente/g)?.length);
  });
});

async function open(page: Page, manege: Manege, mois: string): Promise<void> {
  await store(manege, { jour: `${mois}-10`, noms: ['Élise Maes', MECHANT] });
  await enter(page, manege, await manege.person({ role: 'admin' }));
  await page.goto(`/app/statistiques?du=${mois}-01&au=${mois}-28`);
  await expect(page.getByText('Élise Maes').last()).toBeVisible();
}

const BLOQUEE = "La fenêtre d'impression a été bloquée par le navigateur.";
const imprimer = (page: Page) => page.getByRole('button', { name: 'Imprimer le rapport' });

test('le rapport s\'ouvre dans une fenêtre à lui, qui s\'imprime et n\'exécute rien', async ({ page, context, manege }) => {
  await context.addInitScript(() => { window.print = () => { document.documentElement.dataset['imprime'] = `${Number(document.documentElement.dataset['imprime'] ?? 0) + 1}`; }; });
  await open(page, manege, '2015-02');
  const [fenetre] = await Promise.all([page.waitForEvent('popup'), imprimer(page).click()]);
  await expect(fenetre.locator('html')).toHaveAttribute('data-imprime', '1');
  await expect(fenetre).toHaveTitle('Statistiques des cavaliers · Manège');
  await expect(fenetre.getByText(MECHANT)).toBeVisible();
  await expect(fenetre.getByText('Du 1er février 2015 au 28 février 2015')).toBeVisible();
  await expect(fenetre.locator('script')).toHaveCount(0);
});

test('une fenêtre bloquée le dit, et l\'autre façon imprime', async ({ page, manege }) => { // DESK-23
  await open(page, manege, '2014-02');
  // Observed from the page that prints.
  await page.evaluate(() => {
    window.open = () => null;
    const lu = Object.getOwnPropertyDescriptor(HTMLIFrameElement.prototype, 'contentWindow');
    Object.defineProperty(HTMLIFrameElement.prototype, 'contentWindow', {
      get(this: HTMLIFrameElement): Window {
        const fenetre = lu?.get?.call(this) as Window;
        fenetre.print = () => { document.documentElement.dataset['imprime'] = fenetre.document.body.textContent ?? ''; };
        return fenetre;
      },
    });
  });
  await imprimer(page).click();
  await expect(page.getByText(BLOQUEE)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Imprimer sans nouvelle fenêtre' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-imprime', /Du 1er février 2014.*Élise Maes/s);
  await expect(page.getByText(BLOQUEE)).toBeHidden();
  await expect(page.frameLocator('iframe[data-print]').locator('script')).toHaveCount(0);
  await expect(imprimer(page)).toBeFocused();
});
