/** The reader of etats.spec.ts finds what it looks for, and nothing else. */
import { axe, type Seen } from '../parcours/axe.ts';
import { expect, test } from '../parcours/fixtures.ts';
import { brief, faultsOf, type Reading, setUp, thorough } from './lecteur.ts';

const kinds = (faults: string[]): string[] => faults.map((fault) => fault.split(':')[0]!);

/** A page that is faulty only at the width and in the theme of a reading. */
const faultyAt = ({ width, theme }: Reading): string => `<!doctype html><html lang="fr">
  <title>Essai</title>
  <style>
    p { font: 16px/24px sans-serif } a { padding-block: 5px } .there { display: none }
    @media (width: ${width}px) and (prefers-color-scheme: ${theme === 'clair' ? 'light' : 'dark'}) {
      .there { display: block }
    }
  </style>
  <main>
    <h1>Essai</h1>
    <p style="font-size: 11px" hidden>petit et caché</p>
    <p role="status">Dit</p>
    <p role="status"><span class="there">Dit</span></p>
    <p>Une phrase et <a href="#">un lien</a>.</p>
    <p><a href="#" style="display: inline-flex; min-height: 44px">Un lien seul</a></p>
    <div class="there">
      <p style="color: #ccc; background: #fff">pâle</p>
      <button></button>
      <p>Un signe : perdu</p>
      <p style="font-size: 11px">petit</p>
      <p>Une phrase et <a href="#" style="display: inline-flex; min-height: 44px">un lien haut</a>.</p>
      <p><span>Une phrase et </span><a href="#" style="padding: 0">un lien bas</a>.</p>
      <div style="display: grid; grid-template-columns: 100% minmax(0, 1fr)">
        <span></span><select aria-label="Choix" style="min-width: 0; width: 100%"></select>
      </div>
      <p style="width: 3000px">large</p>
    </div>
  </main></html>`;

test('chaque sorte de faute est trouvée à chaque largeur, dans chaque thème', async ({ page }) => {
  // UI-14, UI-37, UI-42, UI-78, UI-110, UI-111
  for (const readings of [brief(), brief('narrow'), thorough()])
    for (const faulty of readings) {
      await setUp(page, readings[0]!);
      await page.setContent(faultyAt(faulty));
      const seen: Seen = new Set();
      const other = readings[(readings.indexOf(faulty) + 1) % readings.length]!;
      for (const reading of [other, faulty]) {
        await setUp(page, reading);
        const found = kinds(await faultsOf(page, reading, seen));
        const { width, theme } = reading;
        expect(found, `${faulty.width} px, ${faulty.theme}, read at ${width} px, ${theme}`).toEqual(
          reading === faulty
            ? [
                // A name does not depend on the theme.
                ...(readings.length < 4 && theme === 'sombre' ? [] : ['button-name']),
                'color-contrast',
                'announced twice',
                'loose sign',
                'small text',
                'link in a sentence',
                'link in a sentence',
                'squeezed',
                'too wide',
              ]
            : [],
        );
      }
    }
});

test('un texte que React garde à part est trouvé', async ({ page }) => {
  // UI-120
  await page.setContent(
    '<!doctype html><html lang="fr"><title>Essai</title><main><h1>Essai</h1></main></html>',
  );
  await page.evaluate(() => {
    const text = document.createTextNode('nu');
    Object.assign(text, { __reactFiber$essai: {} });
    document.querySelector('main')!.append(text);
  });
  for (const reading of brief()) {
    await setUp(page, reading);
    expect(kinds(await faultsOf(page, reading, new Set()))).toEqual(['bare text']);
  }
});

test("la seconde lecture d'axe trouve ce qui n'est fautif qu'à cette largeur", async ({ page }) => {
  const secondFaults = async (narrow: string, inside: string): Promise<string[]> => {
    await page.setViewportSize({ width: 1280, height: 844 });
    await page.setContent(
      `<!doctype html><html lang="fr"><title>Essai</title><style>.narrow { display: none }
        @media (max-width: 400px) { .narrow { display: block } .wide { display: none } ${narrow} }</style>
        <main><h1>Essai</h1><p class="text">Un texte</p>${inside}</main></html>`,
    );
    const seen: Seen = new Set();
    expect(await axe(page, { seen })).toEqual([]);
    await page.setViewportSize({ width: 390, height: 844 });
    return kinds(await axe(page, { seen }));
  };
  expect(await secondFaults('', '')).toEqual([]);
  expect(await secondFaults('.text { color: #ccc }', '')).toEqual(['color-contrast']);
  expect(await secondFaults('main { background: #555 }', '')).toEqual(['color-contrast']);
  expect(await secondFaults('', '<button class="narrow"></button>')).toEqual(['button-name']);
  expect(await secondFaults('', '<h2 class="wide">A</h2><h3>B</h3>')).toEqual(['heading-order']);
  expect(
    await secondFaults('pre { width: 9rem; overflow: auto }', `<pre>${'long '.repeat(10)}</pre>`),
  ).toEqual(['scrollable-region-focusable']);
});
