/**
 * The states of the screens and dialogs that axe reads (etats.spec.ts). To add one, add an entry to
 * the group of its area in this folder:
 *
 *   { title: "l'email d'essai", path: '/app/courriels', press: (page) => button(page, "Envoyer un email d'essai").click(), open: titled("Envoyer un email d'essai") },
 *   { title: 'les emails chargent', path: '/app/courriels', loading: /\/api\/courriels/, open: … },
 *   { title: 'les emails refusés', path: '/app/courriels', failed: /\/api\/courriels/, open: text("Les emails n'ont pas pu être chargés.") },
 *
 * Each state is loaded once. A group has its own database, with the data of donnees.ts, and what a
 * `prepare` stores there stays for the entries after it, so states without data come first. What
 * `press` types stays too, in the drafts of the browser.
 */
import type { Locator, Page } from '@playwright/test';
import type { Manege, Person } from '../support/manege.ts';

type Who = 'visiteur' | 'cavalier' | 'administrateur';

/** A path, an element that is visible in the state, and how a person gets there. */
export type Etat = {
  title: string;
  path: string | ((manege: Manege) => Promise<string>);
  /** Stores what the state shows, or intercepts requests, before the page is loaded. Interceptions end with the entry. */
  prepare?: (page: Page, manege: Manege) => Promise<unknown>;
  /** The reads that get no answer while the state is read. */
  loading?: string | RegExp;
  /** The reads that are refused. */
  failed?: string | RegExp;
  /** What a person does then. It is done again if a change of the width has closed what was open. */
  press?: (page: Page, manege: Manege) => Promise<unknown>;
  open?: (page: Page) => Locator;
  /** It exists only at widths of telephones, or of desks. */
  only?: 'narrow' | 'wide';
  /** Not read with text of twice the size (UI-53). */
  simple?: true;
};

export type Groupe = {
  title: string;
  who: Who;
  /** Without the data of donnees.ts. */
  empty?: true;
  /** Not read with text of twice the size: not all of its states fit then (UI-53). */
  simple?: true;
  /** Stores what the whole group needs. `person` signs in after it; null is a visitor. */
  prepare?: (manege: Manege, person: Person | null) => Promise<unknown>;
  etats: readonly Etat[];
};

export const button = (page: Page, name: string | RegExp): Locator =>
  page.getByRole('button', { name }).first();
export const titled =
  (name: string | RegExp) =>
  (page: Page): Locator =>
    page.getByRole('dialog', { name });
export const alertdialog = (page: Page): Locator => page.getByRole('alertdialog');
/** States that are not read with text of twice the size. */
export const simple = (etats: readonly Etat[]): Etat[] =>
  etats.map((etat) => ({ ...etat, simple: true }));
/** A page without anything to press. */
export const at = (path: string): Etat => ({ title: path, path });
/** All reads of a page except the session, the data of the centre, and the profile (ACC-07). */
const READS = /\/api\/(?!auth|centre|live|profil$)/;
export const loadingAt = (path: string): Etat => ({
  title: `${path} charge`,
  path,
  loading: READS,
  open: (page) => page.locator('main [aria-busy=true], main[aria-busy=true]').first(),
});
export const failedAt = (path: string): Etat => ({
  title: `${path} ne se charge pas`,
  path,
  failed: READS,
  open: (page) => button(page, 'Réessayer'),
});
/** A state that shows this text. */
export const text =
  (content: string | RegExp) =>
  (page: Page): Locator =>
    page.getByText(content).first();
