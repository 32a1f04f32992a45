/** Customers who owe, and the screen 'Facturation' (REL-50). */
import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { addMonths } from '#domain/core/calendrier.ts';
import { PASSWORD } from '../support/people.ts';
import { callWith, tokenFor } from '../support/server.ts';
import { announceParametres, enter, type Manege } from './fixtures.ts';
import { storeClient } from './utilisateurs.ts';
import { today } from '../support/jours.ts';

/** The month that has ended, and a day of it. */
export const LAST_MONTH = addMonths(today(), -1).slice(0, 7);
const LAST_DAY = `${LAST_MONTH}-10`;

/** Removes every account, statement and payment. */
export const clearBilling = (manege: Manege): Promise<unknown> =>
  manege.sql(
    'truncate payeurs, releves, releves_lignes, mouvements, relances, lignes_libres, releves_numeros cascade',
  );

/** Begins without statements, with 'Facturation' switched on. */
export async function openBilling(manege: Manege): Promise<void> {
  await clearBilling(manege);
  await switchOnBilling(manege);
}

/** Switches 'Facturation' on, for the lessons from a first day on. */
export async function switchOnBilling(manege: Manege): Promise<void> {
  await manege.sql(
    `update parametres set billing = true, "billingSince" = $1, "billingHolder" = 'Écuries SRL', "billingIban" = 'BE68539007547034'`,
    [`${LAST_MONTH}-01`],
  );
  await announceParametres(manege);
}

/** A customer without an account with a line of the last month. */
export async function owe(
  manege: Manege,
  nom: string,
  centimes: number,
  { jour = LAST_DAY, client }: { jour?: string; client?: string } = {},
): Promise<string> {
  const id = client ?? (await storeClient(manege, nom));
  await manege.sql(
    `insert into lignes_libres (id, client_id, jour, libelle, centimes, created_at) values ($1, $2, $3, 'Cotisation', $4, now())`,
    [randomUUID(), id, jour, centimes],
  );
  return id;
}

/** What another administrator does meanwhile. */
export async function elsewhere(manege: Manege) {
  const { email } = await manege.person({ role: 'admin' });
  const token = await tokenFor(manege.server.url, email, PASSWORD);
  return async (path: string, body?: object) => {
    const answer = await callWith(token, `${manege.server.url}/api${path}`, body);
    if (answer.status >= 400) throw new Error(JSON.stringify(answer.body));
    return answer.body as { faits: string[] };
  };
}

/** Makes the statements of the last month. */
export const sendAll = async (manege: Manege) =>
  (await elsewhere(manege))('/releves', { mois: LAST_MONTH });

/** Sets the day of every statement back, so that a reminder is possible. */
export const makeOld = (manege: Manege, jours: number): Promise<unknown> =>
  manege.sql(`do $$ begin
    alter table releves disable trigger releves_figes;
    update releves set jour = jour - ${jours};
    alter table releves enable trigger releves_figes;
  end $$`);

export async function openFacturation(page: Page, manege: Manege, vue = ''): Promise<void> {
  await enter(page, manege, await manege.person({ role: 'admin', prenom: 'Sophie', nom: 'Maes' }));
  await page.goto(`/app/facturation${vue && `?vue=${vue}`}`);
}
