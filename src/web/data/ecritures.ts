import { client } from './client.ts';

/**
 * The look-up of a write whose id its caller drew (API-28). One that is stored is sent again: the
 * server answers it as the first one, or refuses it because another content is stored (UI-113).
 */
export const findBy =
  <I extends { id: string }, T>(write: (input: I) => Promise<T>) =>
  async (input: I): Promise<T | null> =>
    (await client.ecritures.get({ id: input.id })).objet_id === null ? null : write(input);

/** Of an attempt that is kept: neither its id nor what is known of it. */
const contentOf = (one: object) => JSON.stringify({ ...one, id: undefined, absent: undefined });
/** Whether two writes are the same apart from their ids: the second one is the first one sent again. */
export const isSameContent = (a: object, b: object): boolean => contentOf(a) === contentOf(b);
