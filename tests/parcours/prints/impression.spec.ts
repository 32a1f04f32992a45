/**
 * Printing (DESK-22, DESK-23): the documents as PDF, read back; a window that opens, and one that
 * is blocked.
 */
import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContext, Page } from '@playwright/test';
import { weekPlanning, dayPlanning } from '../../../src/documents/prints/plannings.ts';
import type { BookedLecon } from '../../../src/domain/lessons/reservations.ts';
import { cavaliersReport } from '../../../src/documents/prints/rapport.ts';
import { DEFAULT_TYPES } from '../../../src/domain/types/types_lecons.ts';
import { BUREAU, enter, expect, type Manege, test } from '../fixtures.ts';
import { store } from '../planning.ts';
import { DEFAULT_PISTES } from '../../../src/domain/slots/pistes.ts';

const NAMED = { types: DEFAULT_TYPES, pistes: DEFAULT_PISTES };

const HEADER = {
  centre: 'Les Écuries du Moulin',
  maintenant: { jour: '2026-11-21', heure: '09:05' },
};
const MONDAY = '2026-11-16';
const A4 = { portrait: [595, 842], landscape: [842, 595] } as const;

const reservation = (rest: Partial<BookedLecon>): BookedLecon => {
  const noms = rest.noms_participants ?? ['Élise Maes'];
  return {
    date_reservation: MONDAY,
    heure_debut: '09:00',
    heure_fin: '10:00',
    type_piste: 'interieure',
    type_lecon: 'collective',
    noms_participants: noms,
    nombre_personnes: noms.length,
    statut: 'confirmee',
    remarques: null,
    ...rest,
  };
};

type Pdf = {
  pages: number;
  format: number[];
  /** Null if poppler is not installed. */
  texte: string | null;
  bords: Edges | null;
};

/** The numbers of dark points in the leftmost and rightmost lines of the first sheet. */
type Edges = { gauche: number; droite: number };

/**
 * The document as the browser prints it. The size and the number of pages are read from the file
 * itself, so that they are checked without poppler too.
 */
async function pdfOf(page: Page, html: string): Promise<Pdf> {
  await page.setContent(html);
  const folder = await mkdtemp(join(tmpdir(), 'impression-'));
  const path = join(folder, 'document.pdf');
  try {
    await page.pdf({ path, preferCSSPageSize: true });
    const raw = (await readFile(path)).toString('latin1');
    const boxes = Array.from(
      raw.matchAll(/\/MediaBox\s*\[\s*0 0 ([\d.]+) ([\d.]+)\s*\]/g),
      ([, l, h]) => [Math.round(Number(l)), Math.round(Number(h))],
    );
    expect(new Set(boxes.map(String)).size, 'toutes les feuilles ont le même format').toBe(1);
    return {
      pages: raw.match(/\/Type\s*\/Page\b(?!s)/g)?.length ?? 0,
      format: boxes[0] ?? [],
      texte: textOf(path),
      bords: edgesOf(path),
    };
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

/**
 * The outermost columns with more dark points than a few letters have. If a border is cut off, the
 * next line further in is found instead.
 */
function edgesOf(path: string): Edges | null {
  let image: Buffer;
  try {
    image = execFileSync('pdftoppm', ['-r', '100', '-gray', '-f', '1', '-l', '1', path], {
      maxBuffer: 8_000_000,
    });
  } catch {
    return null;
  }
  const [header = '', l = '', h = ''] =
    /^P5\s(\d+)\s(\d+)\s255\s/.exec(image.subarray(0, 40).toString('latin1')) ?? [];
  const [width, height] = [Number(l), Number(h)];
  const points = image.subarray(header.length);
  const darkPoints = (x: number) =>
    Array.from({ length: height }, (_, y) => points[y * width + x] ?? 255).filter(
      (grey) => grey < 170,
    ).length;
  // The margin of the sheet is 12 mm, and the border is within two points of it.
  const margin = Math.round((12 / 25.4) * 100);
  const edge = (debut: number) =>
    Math.max(...[-2, -1, 0, 1, 2].map((offset) => darkPoints(debut + offset)));
  return { gauche: edge(margin), droite: edge(width - 1 - margin) };
}

/** The texts that are wider or higher than their box. */
const overflows = (page: Page) =>
  page.evaluate(() =>
    Array.from(document.querySelectorAll('td, td p'))
      .filter(
        (box) => box.scrollWidth > box.clientWidth + 1 || box.scrollHeight > box.clientHeight + 2,
      )
      .map((box) => box.textContent),
  );

const HOSTILE = '<script>alert(1)</script>';

test('les documents imprimés', BUREAU, async ({ page }) => {
  // DESK-22, PRICE-11
  await test.step('la semaine : A4 paysage, une feuille par piste, et la liste des noms qui ne tiennent pas', () =>
    printWeek(page));
  await test.step('une semaine pleine : chaque demi-heure tient, aucun nom ne se perd', () =>
    printFullWeek(page));
  await test.step("la journée : A4 portrait, les deux pistes, le statut de chacune, la suite sur d'autres feuilles", () =>
    printDay(page));
  await test.step("le rapport : A4 portrait, les filtres, les chiffres, chaque cavalier d'un seul tenant", () =>
    printReport(page));
});

async function printWeek(page: Page): Promise<void> {
  const noms = ['Ana Šimić', 'Béatrice D’Hondt', 'Cléo Müller', 'Dan Ng', HOSTILE, 'Ève Ó Briain'];
  const html = weekPlanning(
    MONDAY,
    [
      reservation({ noms_participants: noms }),
      reservation({
        date_reservation: '2026-11-22',
        heure_debut: '19:30',
        heure_fin: '20:00',
        type_piste: 'exterieure',
        noms_participants: ['Zoé Willems'],
        statut: 'en_attente',
      }),
      reservation({
        heure_debut: '15:00',
        heure_fin: '16:00',
        statut: 'annulee',
        noms_participants: ['Personne Annulée'],
      }),
    ],
    NAMED,
    HEADER,
  );
  const { pages, format, texte: text } = await pdfOf(page, html);
  expect({ pages, format }).toEqual({ pages: 3, format: A4.landscape });
  expect(await overflows(page)).toEqual([]);
  expect(await page.locator('script').count()).toBe(0);
  if (text === null) return;
  for (const word of [
    ...noms,
    '09:00 – 10:00',
    '6/6',
    '+1',
    '19:30 – 20:00',
    'Zoé Willems',
    'Piste Intérieure',
    'Piste Extérieure',
    'Les Écuries du Moulin',
    'Imprimé le 21 novembre 2026 à 09:05',
    'Page 1 / 3',
    'Page 3 / 3',
  ])
    expect(text.replaceAll(/\s+/g, ' ')).toContain(word);
  expect(text).not.toContain('Annulée');
  const sheets = text.split('\f');
  expect(sheets[0]).toContain('+1');
  expect(sheets[0]).not.toContain('Ó Briain');
  expect(sheets[2]?.replaceAll(/\s+/g, ' ')).toContain('Ève Ó Briain');
}

async function printFullWeek(page: Page): Promise<void> {
  const heures = Array.from({ length: 24 }, (_, i) => 480 + i * 30).map(
    (m) => `${String(Math.floor(m / 60)).padStart(2, '0')}:${String(m % 60).padStart(2, '0')}`,
  );
  const jours = Array.from({ length: 7 }, (_, i) => `2026-11-${16 + i}`);
  let n = 0;
  const fullWeek = jours.flatMap((date_reservation) =>
    (['interieure', 'exterieure'] as const).flatMap((type_piste) =>
      heures.map((heure_debut, i) => {
        n += 1;
        return reservation({
          date_reservation,
          type_piste,
          heure_debut,
          heure_fin: heures[i + 1] ?? '20:00',
          type_lecon: 'longe',
          noms_participants: [`WILHELMINA MMWW${n}`, `Maximiliaan Van den Broeck ${n}`],
        });
      }),
    ),
  );
  const {
    pages,
    format,
    texte: text,
  } = await pdfOf(page, weekPlanning(MONDAY, fullWeek, NAMED, HEADER));
  expect(format).toEqual(A4.landscape);
  expect(await overflows(page)).toEqual([]);
  expect(pages).toBeGreaterThan(3);
  if (text === null) return;
  expect(text.match(/Page \d+ \/ \d+/g)).toHaveLength(pages);
  for (const heading of ['· Piste Intérieure  ', '· Piste Extérieure  ', 'Participants'])
    expect(
      text.split('\f').filter((sheet) => sheet.split('\n')[0]?.includes(heading)),
    ).toHaveLength(1);
  const letters = text.replaceAll(/\s/g, '');
  for (let i = 1; i <= n; i += 1) expect(letters).toContain(`WILHELMINAMMWW${i},`);
}

async function printDay(page: Page): Promise<void> {
  const html = dayPlanning(
    MONDAY,
    [
      reservation({
        statut: 'annulee',
        noms_participants: ['Anaïs Annulée', HOSTILE],
        remarques: 'Poney calme,\nmerci',
      }),
      ...Array.from({ length: 40 }, (_, i) =>
        reservation({
          type_piste: 'exterieure',
          heure_debut: '10:00',
          noms_participants: [`Élève ${i}`, 'Hugo', 'Léa'],
          statut: i === 39 ? 'en_attente' : 'confirmee',
        }),
      ),
    ],
    NAMED,
    HEADER,
  );
  const { pages, format, texte: text } = await pdfOf(page, html);
  expect(format).toEqual(A4.portrait);
  expect(pages).toBeGreaterThan(2);
  if (text === null) return;
  for (const word of [
    'Lundi 16 novembre 2026 · 41 réservations',
    'Annulée',
    HOSTILE,
    'Poney calme,',
    'Confirmée',
    'En attente',
    '09:00 – 10:00',
    ...Array.from({ length: 40 }, (_, i) => `Élève ${i}`),
  ])
    expect(text).toContain(word);
  // Each sheet repeats the head of the table, and no lesson is split over two sheets.
  for (const sheet of text.split('\f').slice(0, pages))
    expect(sheet).toMatch(/Heure\s+Leçon\s+Participants\s+Statut/);
  for (const sheet of text.split('\f'))
    expect(sheet.match(/1\. Élève/g)?.length).toBe(sheet.match(/3\. Léa/g)?.length);
}

async function printReport(page: Page): Promise<void> {
  const cavaliers = Array.from({ length: 60 }, (_, i) => ({
    cle: `cavaliere ${i} elise`,
    nom: `Cavalière ${i} Élise`,
    clients: ['Camille Lambert'],
    nombre: 3,
    en_attente: 1,
    non_facturees: 0,
    total: 66.3,
    types: [
      {
        type_lecon: 'collective',
        label: 'Leçon collective',
        nombre: 3,
        en_attente: 1,
        non_facturees: 0,
        prix: 22.1,
        total: 66.3,
      },
    ],
  }));
  const html = cavaliersReport(
    {
      total_cavaliers: 60,
      total_reservations: 180,
      anciennes: 0,
      en_attente: 60,
      a_venir: 0,
      sans_prix: 0,
      excusees: 0,
      absentes: 0,
      prix_depuis: null,
      moyenne: 3,
      total_general: 3978,
      cavaliers,
    },
    { du: '2026-11-01', au: '2026-11-30', cavalier: null },
    HEADER,
  );
  const { pages, format, texte: text, bords } = await pdfOf(page, html);
  expect(format).toEqual(A4.portrait);
  expect(pages).toBeGreaterThan(1);
  if (text === null || bords === null) return;
  expect(bords.gauche).toBeGreaterThan(700);
  expect(bords.droite).toBeGreaterThan(700);
  const readable = text.replaceAll(/[^\S\n\f]+/g, ' ');
  for (const word of [
    'Du 1er novembre 2026 au 30 novembre 2026',
    'Tous les cavaliers',
    '3 978 €',
    'Total Général 3 978,00 €',
    `Page ${pages} / ${pages}`,
    '× 22,10 € 66,30 €',
    ...cavaliers.map(({ nom }) => nom),
  ])
    expect(readable).toContain(word);
  for (const sheet of readable.split('\f'))
    expect(sheet.match(/Cavalière \d+/g)?.length).toBe(sheet.match(/Total hors attente/g)?.length);
}

async function open(page: Page, manege: Manege, month: string): Promise<void> {
  await store(manege, { jour: `${month}-10`, noms: ['Élise Maes', HOSTILE] });
  await enter(page, manege, await manege.person({ role: 'admin' }));
  await page.goto(`/app/statistiques?du=${month}-01&au=${month}-28`);
  await expect(page.getByText('Élise Maes').last()).toBeVisible();
}

const BLOCKED = "La fenêtre d'impression a été bloquée par le navigateur.";
const printButton = (page: Page) => page.getByRole('button', { name: 'Imprimer le rapport' });

test(
  "le rapport s'ouvre dans une fenêtre à lui ; une fenêtre bloquée le dit, et l'autre façon imprime",
  BUREAU,
  async ({ page, manege, context }) => {
    // DESK-23
    await test.step("elle s'imprime et n'exécute rien", () => printInWindow(page, context, manege));
    await test.step("une fenêtre bloquée le dit, et l'autre façon imprime", () =>
      printBlocked(page, manege));
  },
);

async function printInWindow(page: Page, context: BrowserContext, manege: Manege): Promise<void> {
  await context.addInitScript(() => {
    window.print = () => {
      document.documentElement.dataset['imprime'] =
        `${Number(document.documentElement.dataset['imprime'] ?? 0) + 1}`;
    };
  });
  await open(page, manege, '2015-02');
  const [popup] = await Promise.all([page.waitForEvent('popup'), printButton(page).click()]);
  await expect(popup.locator('html')).toHaveAttribute('data-imprime', '1');
  await expect(popup).toHaveTitle('Statistiques des cavaliers · Manège');
  await expect(popup.getByText(HOSTILE)).toBeVisible();
  await expect(popup.getByText('Du 1er février 2015 au 28 février 2015')).toBeVisible();
  await expect(popup.locator('script')).toHaveCount(0);
}

async function printBlocked(page: Page, manege: Manege): Promise<void> {
  await open(page, manege, '2014-02');
  // The calls are recorded in the page that prints.
  await page.evaluate(() => {
    window.open = () => null;
    const read = Object.getOwnPropertyDescriptor(HTMLIFrameElement.prototype, 'contentWindow');
    Object.defineProperty(HTMLIFrameElement.prototype, 'contentWindow', {
      get(this: HTMLIFrameElement): Window {
        const popup = read?.get?.call(this) as Window;
        popup.print = () => {
          document.documentElement.dataset['imprime'] = popup.document.body.textContent ?? '';
        };
        return popup;
      },
    });
  });
  await printButton(page).click();
  await expect(page.getByText(BLOCKED)).toBeVisible();
  await page.getByRole('button', { name: 'Imprimer sans nouvelle fenêtre' }).click();
  await expect(page.locator('html')).toHaveAttribute(
    'data-imprime',
    /Du 1er février 2014.*Élise Maes/s,
  );
  await expect(page.getByText(BLOCKED)).toBeHidden();
  await expect(page.frameLocator('iframe[data-print]').locator('script')).toHaveCount(0);
  await expect(printButton(page)).toBeFocused();
}
