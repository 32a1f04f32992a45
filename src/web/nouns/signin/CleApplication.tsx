// chunk: identity
import { buttonStyle } from '#web/ui/basics/buttonStyle.ts';
import { QrCode } from '#web/ui/pages/QrCode.tsx';

/**
 * The key for an authenticator application: a QR code (black on white on any background), a text to
 * type, and a link to an application on this device (ACC-61).
 */
export function CleApplication({ cle, uri }: { cle: string; uri: string }) {
  return (
    <div className="flex flex-col items-center gap-3">
      <p className="w-full">
        Lisez ce code avec une application d'authentification (par exemple celle de votre
        téléphone), puis saisissez les six chiffres qu'elle affiche.
      </p>
      <QrCode
        text={uri}
        label="QR code à lire avec votre application d'authentification"
        className="w-52"
      />
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
