import { DoorOpen } from 'lucide-react';
import { formatHeure, formatJour, momentAt } from '#domain/core/calendrier.ts';
import { sentenceOf } from '#web/data/client.ts';
import { useNow } from '#web/data/horloge.ts';
import { useOpenDay } from '#web/nouns/people/users.ts';
import { useSetOpenDay } from '#web/nouns/people/usersWrites.ts';
import { Banner } from '#web/ui/messages/Banner.tsx';
import { Button } from '#web/ui/basics/Button.tsx';
import { TEXTES } from './textes.ts';

/** Opens and closes a day of sign-ups (ACC-82). Renders nothing while its state is unknown. */
export function OpenDay() {
  const { data } = useOpenDay();
  const set = useSetOpenDay();
  const { jour: aujourdhui } = useNow();
  if (!data) return null;
  const open = data.jusque !== null;
  const end = data.jusque === null ? null : momentAt(new Date(data.jusque));
  return (
    <section
      aria-labelledby="titre-journee"
      className="mt-8 flex flex-wrap items-center justify-between gap-3 rounded-card border border-hairline bg-card p-edge"
    >
      <div className="min-w-0 flex-1 basis-72">
        <h2 id="titre-journee" className="text-lg">
          {TEXTES.journee}
        </h2>
        <p role="status" className="mt-1 font-medium">
          {end &&
            `${TEXTES.journeeJusque}${end.jour === aujourdhui ? 'à' : `au ${formatJour(end.jour, 'date')} à`} ${formatHeure(end.heure)}.`}
        </p>
        <p className="mt-1 text-sm text-muted">{TEXTES.journeeAide}</p>
        {set.isError && <Banner kind="error">{sentenceOf(set.error, TEXTES.journeeEchec)}</Banner>}
      </div>
      <Button
        variant="secondary"
        busy={set.isPending}
        icon={<DoorOpen aria-hidden className="size-5 shrink-0" />}
        onClick={() => set.mutate({ ouverte: !open })}
      >
        {open ? TEXTES.journeeFermer : TEXTES.journeeOuvrir}
      </Button>
    </section>
  );
}
