/**
 * The pages: copies of index.html (vite.config.ts), filled with the stored data of the centre and
 * with the title of the address, so that the first paint needs no script (UI-65, ADR-030). They
 * contain nothing about the caller.
 */
import type { FastifyRequest } from 'fastify';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Centre } from '#contract/parametres.ts';
import { addDays, formatJour, momentAt, mondayOf } from '#domain/core/calendrier.ts';
import { PREREMPLISSAGE_JOURS } from '#domain/lessons/preremplissage.ts';
import { openingHoursOf } from '#domain/slots/horaires.ts';
import { ouvertureOf } from '#domain/slots/ouverture.ts';
import { emailHref, telephoneHref } from '#domain/people/contact.ts';
import { confirmationInWords } from '#domain/settings/envois.ts';
import { escapeHtml } from '#documents/html.ts';
import { compress, type Encoding } from './encoding.ts';

/**
 * Reads the centre. `changedAt`: when a change of it was last announced, on the clock of
 * `performance.now`.
 */
export type CentreSource = {
  read: () => Promise<Centre>;
  changedAt: () => number;
  now: () => Date;
};

/** The centre and the day of the page. */
type Shown = { centre: Centre; jour: string };

/**
 * A page ready to be sent, compressed once. `script`: the hash of the script in it, as its content
 * policy names it.
 */
export type Page = Record<Encoding | 'identity', Buffer> & { etag: string; script: string };

/** True for the address of a page; the web application itself answers unknown ones (ACC-05). */
export const isPage = ({ method, url }: Pick<FastifyRequest, 'method' | 'url'>): boolean =>
  ['GET', 'HEAD'].includes(method) && !/^\/(api|storage|assets|calendrier)(\/|$)/.test(url);

/** The result of rendering in the build (web/prerender.tsx); the texts contain tokens. */
type Model = {
  titres: Record<string, string>;
  inconnue: string;
  parts: ({ telephone: boolean; email: boolean } & Record<
    'accueil' | 'membre' | 'sansScript' | 'avis' | 'retard',
    string
  >)[];
};

/** The id of a record at the end of an address, as of a customer's page. */
const RECORD = /\/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Milliseconds that a page waits for a changed centre; then it shows the previous one. */
const PATIENCE_MS = 1_000;

/** Reads the copies and the centre; returns the function that gives the page of an address. */
export async function openPages(
  root: string,
  source: CentreSource,
  offline: boolean,
): Promise<(url: string) => Promise<Page>> {
  const flag = `name="offline" content="${Number(offline)}"`; // web/data/centre.ts reads it (UI-59)
  const copies = new Map(
    readdirSync(root)
      .filter((file) => file.endsWith('.html'))
      .map((file) => [
        basename(file, '.html'),
        readFileSync(join(root, file), 'utf8').replace('name="offline" content="0"', flag),
      ]),
  );
  const model = JSON.parse(readFileSync(join(root, 'modele.json'), 'utf8')) as Model;
  let readAt = performance.now();
  let centre = await source.read();
  /** By copy and title; each page is filled at its first request. */
  let pages = new Map<string, Promise<Page>>();
  /** The opening hours in the pages depend on the day. */
  let jour = momentAt(source.now()).jour;

  async function readAgain(): Promise<void> {
    const at = performance.now();
    const next = await source.read();
    if (at < readAt) return; // a later read was answered first
    readAt = at;
    if (JSON.stringify(next) === JSON.stringify(centre)) return;
    centre = next;
    pages = new Map();
  }

  /**
   * Reads the centre again if a change of it was announced. If the database does not answer, the
   * known data stay.
   */
  async function follow(): Promise<void> {
    if (source.changedAt() < readAt) return;
    await Promise.race([
      readAgain().catch(() => {}),
      sleep(PATIENCE_MS, undefined, { ref: false }),
    ]);
  }

  return async (url) => {
    await follow();
    const { jour: today } = momentAt(source.now());
    if (jour !== today) {
      jour = today;
      pages = new Map();
    }
    const path = pathOf(url);
    const copy = copiesFor(path).find((name) => copies.has(name)) ?? '';
    const titre =
      model.titres[path] ??
      model.titres[path.replace(RECORD, '')] ??
      (path.startsWith('/app') ? null : model.inconnue);
    const asked = url.includes('?');
    const key = `${copy} ${titre} ${asked}`;
    let page = pages.get(key);
    if (!page) {
      const text = copies.get(copy) ?? '';
      page = compressPage(
        fill(asked ? withoutQueries(text) : text, model, { centre, jour }, titre),
        scriptOf(text),
      );
      pages.set(key, page);
    }
    return page;
  };
}

/**
 * The path of an address, as the router of the web part compares it: without query and final slash.
 */
const pathOf = (url: string): string => (url.split('?')[0] ?? '').replace(/(?<=.)\/+$/, '');

/**
 * The names of possible copies for an address, the most specific first: of its screen, of the part
 * behind the sign-in, of the other pages.
 */
function copiesFor(path: string): string[] {
  if (path === '/') return ['accueil'];
  const [, part, screen] = path.split('/');
  return part === 'app' ? [`app-${screen}`, 'app'] : ['entree'];
}

/**
 * An address that says what to show: the readings of the usual view are not asked for, and its day is
 * not named (UI-80).
 */
const withoutQueries = (copy: string): string =>
  copy
    .replace(/^ *<meta name="lecture"[^>]*\?[^>]*>\n/gm, '')
    .replace(/<h2[^>]*>\{\{jourEnMots\}\}<\/h2>/, '');

/**
 * Replaces the tokens: first those of the parts, then, in one pass, those of values, which may
 * themselves look like tokens.
 */
function fill(
  copy: string,
  { parts }: Model,
  { centre, jour }: Shown,
  titre: string | null,
): string {
  const {
    nom,
    ville,
    contact: { telephone, email },
    regles,
    envois,
    pistesEnMots,
  } = centre;
  const ouverture = ouvertureOf(openingHoursOf(regles), jour);
  const part = parts.find(
    (one) => one.telephone === (telephone !== null) && one.email === (email !== null),
  );
  const values: Record<string, string> = {
    nom,
    ville,
    titre: titre === null ? nom : `${titre} · ${nom}`,
    centre: JSON.stringify({ ...centre, ouverture }),
    pistes: pistesEnMots.entree.replace(/^Piste/, 'piste'),
    pistesAReserver: pistesEnMots.accueil,
    pistesEntree: pistesEnMots.entree,
    ouvertTitre: ouverture.titre,
    ouvertHeures: ouverture.heures,
    telephone: telephone ?? '',
    telephoneHref: telephoneHref(telephone ?? ''),
    confirmation: confirmationInWords(envois ?? { confirmation: false, rappel: false }),
    avant: addDays(mondayOf(jour), -PREREMPLISSAGE_JOURS),
    jour,
    jourEnMots: formatJour(jour, 'long'),
    lundi: mondayOf(jour),
    dimanche: addDays(mondayOf(jour), 6),
    email: email ?? '',
    emailHref: emailHref(email ?? ''),
  };
  return copy
    .replace(
      /\{\{(accueil|membre|sansScript|avis|retard)\}\}/g,
      (_, name: 'accueil') => part?.[name] ?? '',
    )
    .replace(/\{\{(\w+)\}\}/g, (token, name: string) => {
      const value = values[name];
      if (value === undefined) throw new Error(`the built page has an unknown token: ${token}`);
      return escapeHtml(value);
    });
}

const sha256 = (text: string) => createHash('sha256').update(text);

/** The hash of the script in a copy. Not of a filled page: no stored value can change it. */
function scriptOf(copy: string): string {
  const [, script = ''] = /<script>(.*?)<\/script>/s.exec(copy) ?? [];
  return `'sha256-${sha256(script).digest('base64')}'`;
}

async function compressPage(text: string, script: string): Promise<Page> {
  const [br, gzip] = await Promise.all([compress.br(text, true), compress.gzip(text, true)]);
  // Weak, because it is the same for every encoding.
  return {
    br,
    gzip,
    identity: Buffer.from(text),
    etag: `W/"${sha256(text).digest('base64url').slice(0, 22)}"`,
    script,
  };
}
