/** Statements: printed (REL-70) and on the screen of a rider (REL-71). */
import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import jsQR from 'jsqr';
import { releveReport } from '../../../src/documents/prints/releves.ts';
import { desk, switchOn } from '../comptes.ts';
import {
  announceParametres,
  BUREAU,
  enter,
  expect,
  type Manege,
  TELEPHONE,
  test,
} from '../fixtures.ts';
import { looseSigns } from '../signs.ts';

const CENTRE = {
  titulaire: 'Écuries du Moulin SRL',
  iban: 'BE68539007547034',
  nom: 'Les Écuries du Moulin',
  forme: 'SRL',
  adresse: 'Rue du Moulin 12\n5000 Namur',
  numero: 'BE 0123.456.749',
};

const ligne = (more: object) => ({
  jour: '2026-11-04',
  libelle: 'Leçon collective, 10h00, Piste Intérieure',
  montant: 22,
  ecart: false,
  raison: null,
  ...more,
});

const releve = (more: object = {}) => ({
  numero: '2026-11-0042',
  mois: '2026-11',
  jour: '2026-12-01',
  nom: 'Benoît Grégoire',
  adresse: 'Avenue des Tilleuls 7\n5100 Jambes',
  blocs: [
    {
      cavalier: 'Zoé Grégoire',
      lignes: [
        ligne({}),
        ligne({ jour: '2026-10-21', montant: -22, ecart: true }),
        ligne({ jour: '2026-11-12', montant: 11, raison: 'Annulée après le délai' }),
      ],
      total: 11,
    },
    {
      cavalier: 'Tom Grégoire',
      lignes: [ligne({ jour: '2026-11-11' })],
      total: 22,
    },
    {
      cavalier: null,
      lignes: [ligne({ jour: '2026-11-02', libelle: 'Cotisation annuelle', montant: 45.5 })],
      total: 45.5,
    },
  ],
  solde_precedent: 100,
  ce_mois: 78.5,
  paye: 60,
  a_payer: 118.5,
  communication: '202611004238',
  ...more,
});

test(
  'le relevé imprimé se relit en A4, un par feuille, avec son numéro en pied de chacune',
  BUREAU,
  async ({ page }) => {
    // REL-70
    const long = releve({
      numero: '2026-11-0043',
      nom: 'Élodie Van den Broeck',
      adresse: null,
      blocs: [
        {
          cavalier: 'Léa',
          lignes: Array.from({ length: 60 }, () => ligne({ montant: 20 })),
          total: 1200,
        },
      ],
      solde_precedent: -1300,
      ce_mois: 1200,
      paye: 0,
      a_payer: -100,
    });
    await page.setContent(
      releveReport([releve(), long], CENTRE, { centre: 'Les Écuries du Moulin' }),
    );
    const folder = await mkdtemp(join(tmpdir(), 'releve-'));
    const path = join(folder, 'document.pdf');
    try {
      await page.pdf({ path, preferCSSPageSize: true });
      const sheets = execFileSync('pdftotext', ['-layout', path, '-'], { encoding: 'utf8' })
        .replaceAll(/[^\S\n\f]+/g, ' ')
        .split('\f')
        .filter((sheet) => sheet.trim() !== '');
      const boxes = (await readFile(path))
        .toString('latin1')
        .matchAll(/\/MediaBox\s*\[([^\]]*)\]/g);
      for (const [, box = ''] of boxes)
        expect(box.trim().split(/\s+/).map(Number).map(Math.round)).toEqual([0, 0, 595, 842]);
      const [first = '', ...rest] = sheets;
      for (const words of [
        'Les Écuries du Moulin Relevé 2026-11-0042',
        'Mois de novembre 2026',
        'Fait le 1er décembre 2026',
        'Rue du Moulin 12',
        '5000 Namur',
        'BE 0123.456.749',
        'Benoît Grégoire',
        'Avenue des Tilleuls 7',
        '5100 Jambes',
        'Zoé Grégoire',
        '4 nov. 2026 Leçon collective, 10h00, Piste Intérieure 22,00 €',
        /21 oct\. 2026 − Leçon collective, 10h00, Piste Intérieure \(changé après l'envoi d'un −22,00 €\s+relevé\)/,
        '(Annulée après le délai) 11,00 €',
        'Total Zoé Grégoire 11,00 €',
        'Autres lignes',
        '2 nov. 2026 Cotisation annuelle 45,50 €',
        'Solde précédent 100,00 €',
        'Ce mois 78,50 €',
        'Payé −60,00 €',
        'À payer 118,50 €',
        'Titulaire Écuries du Moulin SRL',
        'IBAN BE68 5390 0754 7034',
        'Communication +++202/6110/04238+++',
        "Scannez depuis l'application de votre banque.",
        'Relevé 2026-11-0042 · Les Écuries du Moulin',
      ])
        expect(first).toMatch(
          words instanceof RegExp ? words : RegExp(words.replaceAll(/[.+()*]/g, String.raw`\$&`)),
        );
      expect(first).not.toContain('2026-11-0043');
      expect(sheets.join('')).not.toMatch(/\b(TVA|Facture|Page)\b/i);
      expect(rest.length).toBeGreaterThan(1);
      for (const sheet of rest) {
        expect(sheet).toContain('Relevé 2026-11-0043 · Les Écuries du Moulin');
        expect(sheet).not.toContain('2026-11-0042');
      }
      expect(rest.at(-1)).toContain('À payer 0,00 €');
      expect(rest.at(-1)).toMatch(/Rien à payer ?: votre compte a un crédit de 100,00 €\./);
      expect(rest.at(-1)).not.toContain('IBAN');
    } finally {
      await rm(folder, { recursive: true });
    }
  },
);

test(
  '« Mes relevés » montre ce qui est ouvert, un relevé avec son code, et s’imprime ; jamais celui d’un autre',
  TELEPHONE,
  async ({ page, context, manege }) => {
    // REL-71
    await context.addInitScript(() => {
      window.print = () => {
        document.documentElement.dataset['imprime'] = '1';
      };
    });
    await switchOn(manege);
    const rider = await manege.person({ prenom: 'Élise', nom: 'Maes' });
    const bureau = await desk(manege);
    await bureau.line(rider.id, 'Cotisation annuelle', 45.5);
    await bureau.line(rider.id, 'Licence', 12.5);
    const id = await bureau.releve(rider.id);
    await bureau.pay(rider.id, 58, 20);
    const [stored] = await manege.sql('select mois, numero from releves where id = $1', [id]);
    const numero = `${String(stored?.['mois'])}-${String(stored?.['numero']).padStart(4, '0')}`;

    await enter(page, manege, rider);
    await page.goto('/app/reservation');
    await page.getByRole('button', { name: 'Ouvrir le menu' }).click();
    await page
      .getByRole('navigation', { name: 'Menu principal' })
      .getByRole('link', { name: 'Mes relevés' })
      .click();
    await expect(page.getByRole('heading', { level: 1, name: 'Mes relevés' })).toBeFocused();
    const open = page.getByRole('region', { name: 'Ce qui est ouvert' });
    await expect(open).toContainText('38,00 €');
    await expect(page.getByRole('region', { name: 'Paiements' })).toContainText('Virement');
    expect(await looseSigns(page)).toEqual([]);
    await page
      .getByRole('link', { name: `Voir et imprimer\u202f: Relevé ${numero}` })
      .press('Enter');

    await expect(page.getByRole('heading', { level: 1, name: `Relevé ${numero}` })).toBeFocused();
    const releve = page.getByRole('region', { name: `Relevé ${numero}` });
    for (const words of [
      'Cotisation annuelle',
      '45,50 €',
      'À payer58,00 €',
      'Écuries du Moulin SRL',
      'BE68 5390 0754 7034',
      '+++',
      "Scannez depuis l'application de votre banque.",
    ])
      await expect(releve).toContainText(words);
    const code = releve.getByRole('img', { name: 'QR code du virement' });
    const { data, width, height } = await readPixels(page, await code.screenshot());
    expect(jsQR(data, width, height)?.data.split('\n').slice(5, 8)).toEqual([
      'Écuries du Moulin SRL',
      'BE68539007547034',
      'EUR58.00',
    ]);
    expect(await looseSigns(page)).toEqual([]);
    const [popup] = await Promise.all([
      page.waitForEvent('popup'),
      page.getByRole('button', { name: 'Imprimer le relevé' }).click(),
    ]);
    await expect(popup.locator('html')).toHaveAttribute('data-imprime', '1');
    await expect(popup.getByRole('heading', { name: `Relevé ${numero}` })).toBeVisible();
    await expect(popup.locator('svg.qr')).toBeVisible();
    await enter(page, manege, await manege.person());
    await test.step('sans relevé le dit, et n’est pas au menu quand tout est éteint', () =>
      readNone(page, manege, id));
  },
);

/** Another person has the statement of this id. */
async function readNone(page: Page, manege: Manege, id: string): Promise<void> {
  await page.goto('/app/mes-releves');
  await expect(page.getByText('Aucun relevé')).toBeVisible();
  await expect(page.getByText('Rien à payer')).toBeVisible();
  await page.goto(`/app/mes-releves/${id}`);
  await expect(page.getByText('Relevé non trouvé')).toBeVisible();
  await page.goto('/app/mes-releves/nimporte-quoi');
  await expect(page.getByText('Aucun relevé')).toBeVisible();
  await manege.sql('update parametres set billing = false');
  await announceParametres(manege);
  await page.goto('/app/reservation');
  await page.getByRole('button', { name: 'Ouvrir le menu' }).click();
  const menu = page.getByRole('navigation', { name: 'Menu principal' });
  await expect(menu.getByRole('link', { name: 'Mes leçons passées' })).toBeVisible();
  await expect(menu.getByRole('link', { name: 'Mes relevés' })).toBeHidden();
}

/** The points of a picture, drawn by the page. */
async function readPixels(page: Page, picture: Buffer) {
  const { points, ...size } = await page.evaluate(async (base64) => {
    const image = new Image();
    image.src = `data:image/png;base64,${base64}`;
    await image.decode();
    const canvas = document.createElement('canvas');
    Object.assign(canvas, { width: image.width, height: image.height });
    const drawn = canvas.getContext('2d');
    drawn?.drawImage(image, 0, 0);
    const read = drawn?.getImageData(0, 0, image.width, image.height).data ?? [];
    return { points: [...read], width: image.width, height: image.height };
  }, picture.toString('base64'));
  return { data: new Uint8ClampedArray(points), ...size };
}
