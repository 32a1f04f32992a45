import { encode } from 'uqr';
import { buttonStyle } from '../ui/buttonStyle.ts';

/** White margin around the code, in modules: readers need it. */
const MARGIN = 4;

/**
 * The key for an authenticator application: a QR code (black on white on any background), a text to
 * type, and a link to an application on this device (ACC-61).
 */
export function CleApplication({ cle, uri }: { cle: string; uri: string }) {
  const { data, size } = encode(uri, { ecc: 'M', border: MARGIN });
  const path = data
    .flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('');
  return (
    <div className="flex flex-col items-center gap-3">
      <p className="w-full">
        Lisez ce code avec une application d'authentification (par exemple celle de votre
        téléphone), puis saisissez les six chiffres qu'elle affiche.
      </p>
      <svg
        role="img"
        aria-label="QR code à lire avec votre application d'authentification"
        viewBox={`0 0 ${size} ${size}`}
        shapeRendering="crispEdges"
        className="w-52 max-w-full rounded-field"
      >
        <path className="fill-white" d={`M0 0h${size}v${size}H0z`} />
        <path className="fill-black" d={path} />
      </svg>
      <a href={uri} className={buttonStyle('secondary', 'w-full lg:hidden')}>
        Ouvrir mon application
      </a>
      <div className="w-full text-center">
        <p className="text-sm text-muted" id="cle-application">
          Ou saisissez cette clé dans l'application&#x202f;:
        </p>
        <p
          aria-labelledby="cle-application"
          className="mt-1 font-mono text-sm wrap-anywhere select-all"
        >
          {cle.replace(/.{4}(?=.)/gu, '$& ')}
        </p>
      </div>
    </div>
  );
}
