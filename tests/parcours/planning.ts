/** Helpers of the end-to-end tests about the administrator's week. */
import { randomUUID } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import { addDays, formatJour } from '#domain/core/calendrier.ts';
import { enter, expect, type Manege } from './fixtures.ts';

type StoredLesson = {
  jour: string;
  heure?: string;
  fin?: string;
  piste?: string;
  type?: string;
  noms?: string[];
  statut?: string;
  remarques?: string | null;
  /** The account that booked. */
  compte?: string | null;
  /** Whether the open screens are notified, as by another instance. */
  announced?: boolean;
};

export async function store(
  manege: Manege,
  {
    jour,
    heure = '10:00',
    fin = '11:00',
    piste = 'interieure',
    type = 'collective',
    noms = ['Camille Lambert', 'Hugo Dubois'],
    statut = 'confirmee',
    remarques = null,
    compte = null,
    announced = true,
  }: StoredLesson,
): Promise<string> {
  const [row] = await manege.sql(
    `select id from importer_lecons((select jsonb_agg(l) from (
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
    ) as l (noms_participants, nom_client, date_reservation, heure_debut, heure_fin, type_piste, type_lecon, nombre_personnes, statut, remarques, user_id))) as id`,
    [noms, noms[0], jour, heure, fin, piste, type, noms.length, statut, remarques, compte],
  );
  if (announced)
    await manege.sql(`select pg_notify('manege_changes', '{"changed":["reservations"]}')`);
  return String(row?.['id']);
}

/** Stores a series of weekly lessons. Returns their ids in order. */
export async function storeSerie(
  manege: Manege,
  { jour, ...lesson }: StoredLesson,
  n: number,
): Promise<string[]> {
  const ids: string[] = [];
  for (let k = 0; k < n; k += 1)
    ids.push(await store(manege, { jour: addDays(jour, 7 * k), ...lesson }));
  await makeSerie(manege, ids);
  return ids;
}

/** Makes a weekly series of stored lessons. */
export const makeSerie = (manege: Manege, ids: readonly string[]) =>
  manege.sql('update reservations set serie_id = $2, serie_jours = 7 where id = any($1)', [
    ids,
    randomUUID(),
  ]);

type StoredClosure = Record<'jour' | 'piste' | 'debut' | 'fin' | 'motif', string> & {
  /** The last day. By default the first day. */
  au?: string;
};

/** Stores a closure of one arena and notifies the open screens, as another instance does. */
export const closeArena = (
  manege: Manege,
  { jour, au = jour, piste, debut, fin, motif }: StoredClosure,
) =>
  manege.sql(
    `with f as (insert into fermetures (pistes, du, au, heure_debut, heure_fin, motif) values (array[$2], $1::date, $6::date, $3, $4, $5) returning id),
      o as (insert into occupations (ressource_id, jour, heure_debut, heure_fin, fermeture_id) select $2, day, $3::time, $4::time, id from f, generate_series($1::date, $6::date, '1 day') as day)
      select pg_notify('manege_changes', '{"changed":["fermetures"]}')`,
    [jour, piste, debut, fin, motif, au],
  );

export async function open(page: Page, manege: Manege, lundi: string): Promise<void> {
  await enter(page, manege, await manege.person({ role: 'admin' }));
  await page.goto(`/app/webmaster?semaine=${lundi}`);
  await expect(page.getByRole('grid').first()).toBeVisible();
}

/** A phone shows one day at a time. */
export async function chooseJour(page: Page, jour: string, isMobile: boolean): Promise<void> {
  if (isMobile)
    await page.getByRole('radio', { name: new RegExp(`^${formatJour(jour, 'long')}`) }).check();
}

/** The tables of the week; on a phone, the table of the shown day. */
export const weekOf = (page: Page) => page.getByRole('region', { name: 'Planning de la semaine' });
export const cell = (page: Page, text: string | RegExp) =>
  weekOf(page).getByRole('grid').getByRole('button', { name: text });
export const freeSlot = (page: Page, jour: string, heure: string) =>
  weekOf(page)
    .getByRole('link', {
      name: new RegExp(`^Libre, (Piste Intérieure, )?${formatJour(jour, 'long')}, ${heure}`),
    })
    .first();
export const card = (page: Page) => page.getByRole('dialog', { name: /^Leçon collective, 10:00/ });
export const press = (target: Locator, isMobile: boolean) =>
  isMobile ? target.tap() : target.click();

/** What is billed of a seat that left a lesson of this day after the deadline. */
export const lateSeat = (manege: Manege, jour: string, nom = 'Tom Willems'): Promise<unknown> =>
  manege.sql(
    `insert into lignes (nom, jour, libelle, centimes, motif, reservation_id, place)
     values ($1, $2, 'Leçon collective, 10h00 – 11h00, Piste Intérieure', 1250, 'retrait', gen_random_uuid(), gen_random_uuid())`,
    [nom, jour],
  );

/** The fast entry (DESK-70). */
export const entry = (page: Page) =>
  page.getByRole('dialog', { name: /^(Nouvelle leçon|Ajouter à la leçon)$/ });

/** The lesson type that the desk booked last (DESK-73). */
export const rememberType = (manege: Manege, type: string) =>
  manege.sql(
    `insert into journal (survenu_at, action, objet, details) values (now(), 'reservation.creee', 'reservation', jsonb_build_object('lecon', jsonb_build_object(
      'type_lecon', $1::text, 'date_reservation', '2026-11-02', 'heure_debut', '10:00', 'heure_fin', '11:00', 'type_piste', 'interieure', 'nombre_personnes', 1)))`,
    [type],
  );
