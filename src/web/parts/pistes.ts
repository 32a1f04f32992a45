/**
 * The arenas, for what shows their names: given by the shell, and by the screen without a network.
 */
import { createContext, useContext } from 'react';
import { nomPiste, type Piste, type TypePiste } from '#domain/slots/pistes.ts';

/** Every arena in its order, those that are no longer booked too. */
export const Pistes = createContext<readonly Piste[]>([]);

export const usePistes = (): readonly Piste[] => useContext(Pistes);

/** The name of an arena, by its id. */
export function useNomPiste(): (id: TypePiste) => string {
  const pistes = usePistes();
  return (id) => nomPiste(pistes, id);
}
