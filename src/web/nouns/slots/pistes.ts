/**
 * The arenas, for components that show their names. Provided by the shell, and by the offline
 * screen.
 */
import { createContext, useContext } from 'react';
import { nomPiste, type Piste, type TypePiste } from '#domain/slots/pistes.ts';

/** Every arena in its order, including those that can no longer be booked. */
export const Pistes = createContext<readonly Piste[]>([]);

export const usePistes = (): readonly Piste[] => useContext(Pistes);

/** The name of an arena, by its id. */
export function useNomPiste(): (id: TypePiste) => string {
  const pistes = usePistes();
  return (id) => nomPiste(pistes, id);
}
