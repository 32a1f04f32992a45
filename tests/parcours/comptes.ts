/** Accounts of customers for the tests: 'Facturation' switched on, lines and statements. */
import { randomUUID } from 'node:crypto';
import { PASSWORD } from '../support/people.ts';
import { callWith, tokenFor } from '../support/server.ts';
import { announceParametres, expect, type Manege } from './fixtures.ts';
import { today } from '../support/jours.ts';

const MOIS = today().slice(0, 7);

/** Switches 'Facturation' on, with the account of the centre. */
export async function switchOn(manege: Manege): Promise<void> {
  await manege.sql(
    `update parametres set billing = true, "billingSince" = '2026-01-01', "billingHolder" = 'Écuries du Moulin SRL', "billingIban" = 'BE68539007547034',
      "centreName" = 'Les Écuries du Moulin', "centreForm" = 'SRL', "centreAddress" = E'Rue du Moulin 12\\n5000 Namur', "centreNumber" = 'BE 0123.456.749'`,
  );
  await announceParametres(manege);
}

/** Calls as an administrator. */
export async function desk(manege: Manege) {
  const { url } = manege.server;
  const { email } = await manege.person({ role: 'admin', prenom: 'Odile', nom: 'Bureau' });
  const token = await tokenFor(url, email, PASSWORD);
  const post = async (path: string, body: object) => {
    const answer = await callWith(token, `${url}/api${path}`, body);
    expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
    return answer.body;
  };
  return {
    line: (client: string, libelle: string, montant: number, jour = today()) =>
      post('/facturation/lignes', { id: randomUUID(), client, jour, libelle, montant }),
    /** Makes a statement of a month, of the present one by default. Returns its id. */
    releve: async (client: string, mois = MOIS): Promise<string> =>
      (await post('/releves', { mois, clients: [client] })).faits[0],
    pay: (client: string, attendu: number, montant = attendu, moyen = 'virement') =>
      post('/facturation/paiements', {
        id: randomUUID(),
        client,
        attendu,
        montant,
        jour: today(),
        moyen,
        note: null,
      }),
  };
}
