/** The number of failed emails that nobody has seen; nothing where it is 0. */
export function EchecsNonVus({ nombre }: { nombre: number }) {
  if (nombre === 0) return null;
  return (
    <span className="min-w-6 rounded-full bg-complet-soft px-2 text-center text-sm leading-6 font-semibold text-complet-soft-ink">
      {nombre}<span className="sr-only"> {nombre === 1 ? 'échec non vu' : 'échecs non vus'}</span>
    </span>
  );
}
