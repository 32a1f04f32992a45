import { Pill } from '../ui/Badge.tsx';

/** The number of failed emails that nobody has seen; nothing where it is 0. */
export function EchecsNonVus({ nombre }: { nombre: number }) {
  if (nombre === 0) return null;
  return <Pill tone="red">{nombre}<span className="sr-only"> {nombre === 1 ? 'échec non vu' : 'échecs non vus'}</span></Pill>;
}
