/** The customers whom an administrator names in a booking or a join (BOOK-26, BOOK-37). */
import { Refus } from '#domain/errors/errors.ts';
import { refuseClient, tidyClient } from '#domain/customers/clients.ts';
import { isNom, type Personne } from '#domain/people/users.ts';
import { clientsOfNames, type PourClients } from '#domain/lessons/clients_des_places.ts';
import type { Client } from '#domain/lessons/reservations.ts';
import type { NewSeat } from '#server/stores/lessons/writes.ts';

/** The customer without an account whom a seat names: found, or made (CLI-02). */
function acceptNomme({
  nom,
  telephone = null,
}: Extract<Client, { nom: string }>): NewSeat['nomme'] {
  const client = { nom, telephone, email: null, adresse: null, note: null };
  if (!isNom(nom)) throw new Refus('nom_client_invalide');
  const refus = refuseClient(client);
  if (refus) throw new Refus(refus);
  return tidyClient(client);
}

/**
 * The seat of each name, the position of the one whose customer has the lesson, and the ids of the
 * customers that are named by theirs. Throws if a customer is refused, or if there is not one for each
 * name.
 */
export function acceptSeats(
  noms: readonly string[],
  pour: PourClients<Client>,
  personne: Personne,
): { seats: NewSeat[]; holder: number; ids: string[] } {
  if (pour.comptes && pour.comptes.length !== noms.length) throw new Refus('noms_en_nombre');
  const { clients, holder } = clientsOfNames(noms, pour);
  const seats = clients.map((client, n): NewSeat => {
    const nom = noms[n] ?? '';
    return client && 'nom' in client
      ? { nom, user_id: null, nomme: acceptNomme(client) }
      : { nom, user_id: client?.user_id ?? personne.id, nomme: null };
  });
  const ids = clients.flatMap((client) => (client && 'user_id' in client ? client.user_id : []));
  return { seats, holder, ids: [...new Set(ids)] };
}

/** Refuses ids that are not those of active accounts or of customers without an account (BOOK-31). */
export function refuseUnknown(
  ids: readonly string[],
  known: { comptes: readonly { id: string }[]; nommes: readonly { id: string }[] },
): void {
  if (ids.some((id) => [...known.comptes, ...known.nommes].every((one) => one.id !== id)))
    throw new Refus('client_introuvable');
}
