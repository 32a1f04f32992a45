import { useEffect, useState } from 'react';

/** Milliseconds after which the wait is described in words, and announced. */
const LONG = 1_000;

/** UI-45: replaces a screen while its code is loading. `alone`: there is no shell around it. */
export function Pending({ alone = false }: { alone?: boolean }) {
  const [long, setLong] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), LONG);
    return () => clearTimeout(timer);
  }, []);
  const Frame = alone ? 'main' : 'div';
  return (
    <Frame>
      <div
        role="progressbar"
        aria-label="Chargement de la page"
        className="fixed inset-x-0 top-0 z-50 animate-pulse border-t-4 border-fir"
      />
      <div role="status" className="px-4 py-16 text-center">
        {long && <h1 className="text-lg leading-7">Chargement de la page…</h1>}
      </div>
    </Frame>
  );
}
