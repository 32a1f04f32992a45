/** Moving a lesson on the planning by hand, in every engine: with a finger, and with the keys. */
import { formatJour } from '#domain/core/calendrier.ts';
import { expect, vi } from 'vitest';
import type { Manege } from '../support/manege.ts';
import type { Journey } from './journey.ts';
import type { Page } from './page.ts';
import { store } from './bureau.ts';
import { jourOf } from '../support/jours.ts';

/** Tuesday of next week. */
const JOUR = jourOf(1, 1);
const LONG = formatJour(JOUR, 'long');
const LESSON = /Camille L\., Hugo D\./;
const free = (heure: string) => new RegExp(`^Libre, Piste Extérieure, .*${heure}`);

/** The planning of the day with a lesson at 10:00 indoors; the code that moves is loaded. */
async function open(page: Page, manege: Manege): Promise<string> {
  const id = await store(manege, JOUR);
  const admin = await manege.person({ role: 'admin', prenom: 'Sophie', nom: 'Delvaux' });
  await page.enter(admin, `/app/webmaster?jour=${JOUR}`);
  await page.tap('heading', 'Espace administrateur');
  await vi.waitFor(
    async () =>
      expect(await page.evaluate(() => document.querySelector('.movable') !== null)).toBe(true),
    { timeout: 25_000, interval: 50 },
  );
  return id;
}

const expectAt = (manege: Manege, id: string, place: string) =>
  vi.waitFor(
    async () =>
      expect(
        await manege.sql(
          `select to_char(heure_debut, 'HH24:MI') || ' ' || type_piste as place from reservations where id = $1`,
          [id],
        ),
      ).toEqual([{ place }]),
    { timeout: 25_000, interval: 50 },
  );

export const TACTILE: Journey[] = [
  {
    title: 'au doigt, sans glisser : la carte, Déplacer, la case, puis Annuler',
    async walk(page, manege) {
      // DESK-36, DESK-51
      const id = await open(page, manege);
      const day = page.within('grid', `Pistes, ${LONG}`);
      await day.tap('button', LESSON);
      const card = page.within('dialog', /^Leçon collective, 10:00/);
      await card.tap('button', 'Déplacer');
      await page.focused('button', /^Déplacer ici, .*10h00/);
      await day.tap('link', free('12:00'));
      await expectAt(manege, id, '12:00 exterieure');
      await page.see('text', /La leçon est maintenant le/);
      await page.tap('button', /^Annuler.* le déplacement/);
      await page.see('text', /est annulé\.$/);
      await expectAt(manege, id, '10:00 interieure');
    },
  },
  {
    title: 'au doigt : une pression longue prend la leçon, et la glisser la déplace',
    async walk(page, manege) {
      // DESK-36, LIM-176
      const id = await open(page, manege);
      const day = page.within('grid', `Pistes, ${LONG}`);
      // Upwards, away from the edge at which a drag scrolls, and not sideways, which turns the day.
      const target = /^Libre, Piste Intérieure, .*09:00/;
      await day.see('link', target, ({ inViewport }) => inViewport);
      await day.dragTo(['button', LESSON], ['link', target], 400);
      await page.see('text', /La leçon est maintenant le/);
      await expectAt(manege, id, '09:00 interieure');
    },
  },
  {
    title: 'au clavier : la carte, Déplacer, les flèches, Entrée ; Échap ne déplace rien',
    async walk(page, manege) {
      // DESK-36
      const id = await open(page, manege);
      const day = page.within('grid', `Pistes, ${LONG}`);
      for (const end of ['Escape', 'Enter'] as const) {
        await day.click('button', LESSON);
        await page.within('dialog', /^Leçon collective, 10:00/).tabTo('button', 'Déplacer');
        await page.press('Enter');
        await page.focused('button', /^Déplacer ici, .*10h00/);
        await page.press('ArrowDown');
        await page.focused('button', /^Déplacer ici, .*10h30.*Libre/);
        await page.press('ArrowDown');
        await page.focused('button', /^Déplacer ici, .*11h00.*Libre/);
        await page.press(end);
        await page.gone('region', 'Déplacement');
        await expectAt(manege, id, end === 'Escape' ? '10:00 interieure' : '11:00 interieure');
      }
    },
  },
];
