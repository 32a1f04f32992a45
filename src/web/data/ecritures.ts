import { client } from './client.ts';

/**
 * The look-up of a write whose id its caller drew (API-28). `read`: what the write has answered; it
 * has stored `objet_id`.
 */
export const findBy =
  <I extends { id: string }, T>(read: (objet_id: string, input: I) => T | Promise<T>) =>
  async (input: I): Promise<T | null> => {
    const { objet_id } = await client.ecritures.get({ id: input.id });
    return objet_id === null ? null : read(objet_id, input);
  };

/** The code of a write whose id is stored with another content. */
export const OTHER_CONTENT = 'ecriture_autre_contenu';

/** Whether two writes are the same apart from their ids: the second one is the first one sent again. */
export const isSameContent = (a: object, b: object): boolean =>
  JSON.stringify({ ...a, id: undefined }) === JSON.stringify({ ...b, id: undefined });
