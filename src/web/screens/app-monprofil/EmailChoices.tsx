import type { ChoixEmails } from '#domain/emails/choix.ts';
import { sentenceOf } from '#web/data/client.ts';
import { useEmails, useSetEmails } from '#web/nouns/people/profil.ts';
import { Announced, Banner } from '#web/ui/messages/Banner.tsx';
import { Card } from '#web/ui/pages/Card.tsx';
import { Skeleton } from '#web/ui/messages/Skeleton.tsx';
import { Switch } from '#web/ui/forms/Switch.tsx';
import { Unreadable } from '#web/ui/messages/Unreadable.tsx';
import { TEXTES } from './textes.emails.ts';

/**
 * Which of the optional emails the person wants (MAIL-24). A switch is stored immediately; a
 * failure resets it.
 */
export function EmailChoices() {
  const emails = useEmails();
  const { mutate, isPending, isError, isSuccess, error, variables } = useSetEmails();
  const choix: ChoixEmails | undefined = isPending ? variables : emails.data;
  return (
    <Card aria-labelledby="titre-emails">
      <h2 id="titre-emails" className="flex min-h-11 items-center">
        {TEXTES.titre}
      </h2>
      <p className="text-muted">{TEXTES.intro}</p>
      {!choix &&
        (emails.isError ? (
          <Unreadable queries={[emails]} className="mt-3">
            {TEXTES.illisible}
          </Unreadable>
        ) : (
          <Skeleton className="mt-3 h-28" />
        ))}
      {choix && (
        <div className="mt-2 flex flex-col gap-3">
          {(['email_rappels', 'email_places'] as const).map((name) => (
            <Switch
              key={name}
              name={name}
              label={TEXTES[name].nom}
              hint={TEXTES[name].aide}
              checked={choix[name]}
              onChange={(on) => !isPending && mutate({ ...choix, [name]: on })}
            />
          ))}
        </div>
      )}
      <Announced urgent={isError}>
        {isSuccess && <p className="mt-2 text-sm text-muted">{TEXTES.enregistre}</p>}
        {isError && (
          <Banner kind="error" className="mt-3">
            {sentenceOf(error, TEXTES.echec)}
          </Banner>
        )}
      </Announced>
    </Card>
  );
}
