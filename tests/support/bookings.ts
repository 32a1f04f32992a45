/** Streams of bookings, for the tests that break something meanwhile. */
import { addDays } from '#domain/core/calendrier.ts';
import { CRENEAUX } from '#domain/slots/creneaux.ts';
import { callWith } from './server.ts';

/**
 * Books slot after slot until the server is gone. Keeps the ids of the bookings that were answered
 * 201.
 */
export async function stream(
  url: string,
  token: string,
  slots: Iterator<object>,
  acknowledged: string[],
): Promise<void> {
  for (;;) {
    const slot = slots.next();
    if (slot.done) throw new Error('no slot is left');
    try {
      const { status, body } = await callWith(token, `${url}/api/reservations`, slot.value);
      if (status !== 201) throw new Error(`unexpected answer ${status}: ${body.message}`);
      acknowledged.push(body.id);
    } catch (error) {
      // the connection died with the server
      if (error instanceof TypeError || error instanceof SyntaxError) return;
      throw error;
    }
  }
}

/** Every free half hour of both arenas, day after day. */
export function* slotsFrom(jour: string): Generator<object> {
  for (let n = 0; n < 700; n += 1) {
    for (const type_piste of ['interieure', 'exterieure']) {
      for (const heure_debut of CRENEAUX.slice(0, 24)) {
        yield {
          type_lecon: 'particuliere',
          nombre_personnes: 1,
          noms_participants: ['Camille'],
          date_reservation: addDays(jour, n),
          type_piste,
          heure_debut,
        };
      }
    }
  }
}
