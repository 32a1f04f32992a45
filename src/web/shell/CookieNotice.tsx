import { useNoCookies } from '#web/data/session.ts';
import { Banner } from '#web/ui/messages/Banner.tsx';

/** UI-62: the browser keeps no cookies. In the frames of all pages on which a sign-in may end. */
export function CookieNotice({ className }: { className: string }) {
  if (!useNoCookies()) return null;
  return (
    <Banner kind="error" className={className}>
      Votre navigateur ne garde pas les cookies de ce site&#x202f;: sans eux, personne ne reste
      connecté. Autorisez-les, puis connectez-vous.
    </Banner>
  );
}
