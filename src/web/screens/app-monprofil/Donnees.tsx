import { Download, ImageDown, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Link } from '#web/ui/hooks/navigation.tsx';
import type { User } from '#domain/people/users.ts';
import { readingSentenceOf } from '#web/data/client.ts';
import { useDonnees } from '#web/nouns/people/profil.ts';
import { PATHS } from '#web/paths/paths.ts';
import { Banner } from '#web/ui/messages/Banner.tsx';
import { Button } from '#web/ui/basics/Button.tsx';
import { buttonStyle } from '#web/ui/basics/buttonStyle.ts';
import { Card } from '#web/ui/pages/Card.tsx';
import { download } from '#web/ui/pages/download.ts';
import { DeleteAccount } from './DeleteAccount.tsx';
import { TEXTES } from './textes.donnees.ts';

const ICON = 'size-5 shrink-0';

/**
 * The person's own data to download (PEOPLE-33), what the centre does with them, and the end of the
 * account (PEOPLE-30).
 */
export function Donnees({ profil }: { profil: User }) {
  const donnees = useDonnees();
  const [deleting, setDeleting] = useState(false);
  const save = () =>
    donnees.mutate(undefined, {
      onSuccess: (data) =>
        download('mes-donnees.json', JSON.stringify(data, null, 2), 'application/json'),
    });
  return (
    <Card aria-labelledby="titre-donnees">
      <h2 id="titre-donnees" className="flex min-h-11 items-center">
        {TEXTES.titre}
      </h2>
      <p className="text-muted">{TEXTES.aide}</p>
      <p>
        <Link to={PATHS.confidentialite.path} className="link inline-flex min-h-11 items-center">
          {TEXTES.page}
        </Link>
      </p>
      {donnees.isError && (
        <Banner kind="error" className="mt-2">
          {readingSentenceOf(donnees.error, TEXTES.telechargementEchoue)}
        </Banner>
      )}
      <div className="mt-2 flex flex-col gap-3 sm:flex-row sm:flex-wrap">
        <Button
          variant="secondary"
          icon={<Download aria-hidden className={ICON} />}
          busy={donnees.isPending}
          busyLabel={TEXTES.telechargement}
          onClick={save}
        >
          {TEXTES.telecharger}
        </Button>
        {profil.profile_image_url && (
          <a
            href={profil.profile_image_url}
            download="ma-photo.webp"
            className={buttonStyle('secondary')}
          >
            <ImageDown aria-hidden className={ICON} />
            {TEXTES.photo}
          </a>
        )}
        <Button
          variant="ghostDanger"
          className="sm:ms-auto"
          icon={<Trash2 aria-hidden className={ICON} />}
          onClick={() => setDeleting(true)}
        >
          {TEXTES.supprimer}
        </Button>
      </div>
      <DeleteAccount open={deleting} onClose={() => setDeleting(false)} />
    </Card>
  );
}
