import { readingSentenceOf } from '#web/data/client.ts';
import { useShowLien } from '#web/nouns/emails/courrielsQueries.ts';
import { Banner } from '#web/ui/messages/Banner.tsx';
import { Button } from '#web/ui/basics/Button.tsx';
import { TEXTES } from './textes.ts';

/** The button that had the focus was removed. */
const takeFocus = (link: HTMLAnchorElement | null) => link?.focus();

/** The link of a waiting email if no email can be sent, shown on demand (MAIL-21). */
export function Lien({ id }: { id: string }) {
  const { data, error, isPending, mutate } = useShowLien();
  if (data) {
    return (
      <Banner kind="info">
        {TEXTES.lienIntro}
        <a
          ref={takeFocus}
          href={data.lien}
          target="_blank"
          rel="noreferrer"
          className="link mt-1 block wrap-anywhere"
        >
          {data.lien}
        </a>
      </Banner>
    );
  }
  return (
    <div className="flex flex-col gap-2">
      {error && <Banner kind="error">{readingSentenceOf(error, TEXTES.lienEchoue)}</Banner>}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button
          variant="secondary"
          busy={isPending}
          busyLabel={TEXTES.affichageEnCours}
          onClick={() => mutate({ id })}
        >
          {TEXTES.afficherLien}
        </Button>
        <span className="text-sm text-muted">{TEXTES.lienNote}</span>
      </div>
    </div>
  );
}
