import { Camera, KeyRound, Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { displayName, isAdmin, type User } from '#domain/people/users.ts';
import { Avatar } from '#web/nouns/people/Avatar.tsx';
import { Pill } from '#web/ui/messages/Badge.tsx';
import { ShownBanner } from '#web/ui/messages/ShownBanner.tsx';
import { Button } from '#web/ui/basics/Button.tsx';
import { Card } from '#web/ui/pages/Card.tsx';
import { useBanner } from '#web/ui/messages/useBanner.ts';
import { dayInWords } from './dates.ts';
import { Password } from './Password.tsx';
import { DUREE_SUCCES, TEXTES } from './textes.ts';
import { usePhoto } from './usePhoto.ts';

const ICON = 'size-5 shrink-0';

/**
 * Photo, display name, role badge and date of registration (PEOPLE-11), with the actions on photo
 * and password.
 */
export function Identity({ profil }: { profil: User }) {
  const { preview, annonce, sending, removing, choose, removePhoto } = usePhoto(profil);
  const [passwordOpen, setPasswordOpen] = useState(false);
  const [passwordSaved, setPasswordSaved] = useBanner();
  const file = useRef<HTMLInputElement>(null);
  const changeButton = useRef<HTMLButtonElement>(null);
  const photo = profil.profile_image_url;
  const openPassword = () => {
    setPasswordSaved(null);
    setPasswordOpen(true);
  };
  const closePassword = () => setPasswordOpen(false);
  const savePassword = (ended: boolean) => {
    closePassword();
    setPasswordSaved({
      kind: 'success',
      text: ended ? TEXTES.motDePasseChange : TEXTES.motDePasseChangeSeul,
      ms: DUREE_SUCCES,
    });
  };

  return (
    <Card aria-label="Identité" className="@container flex flex-col gap-4">
      <div className="flex flex-col items-center gap-4 text-center @xl:flex-row @xl:gap-6 @xl:text-left">
        <Avatar
          person={{ ...profil, profile_image_url: preview ?? photo }}
          size={96}
          className={sending ? 'animate-pulse' : ''}
        />
        <div className="flex min-w-0 flex-1 flex-col items-center gap-1 @xl:items-start">
          <h2 className="max-w-full text-2xl leading-8" dir="auto">
            {displayName(profil)}
          </h2>
          <p>
            <Pill tone="cognac">{isAdmin(profil.role) ? 'Administrateur' : 'Cavalier'}</Pill>
          </p>
          <p className="text-muted">Membre depuis le {dayInWords(profil.created_at)}</p>
        </div>
        <div className="flex w-full flex-col gap-2 @xl:w-auto">
          <input
            ref={file}
            type="file"
            accept="image/*"
            hidden
            aria-label="Photo de profil"
            onChange={(event) => void choose(event)}
          />
          <Button
            ref={changeButton}
            variant="secondary"
            busy={sending}
            busyLabel={TEXTES.photoEnCours}
            icon={<Camera aria-hidden className={ICON} />}
            onClick={() => file.current?.click()}
          >
            {TEXTES.changerPhoto}
          </Button>
          {photo && !sending && (
            <Button
              variant="ghost"
              busy={removing}
              icon={<Trash2 aria-hidden className={ICON} />}
              onClick={() => {
                // This button is removed with the photo: the focus moves to its neighbour.
                void removePhoto().then(() => changeButton.current?.focus());
              }}
            >
              {TEXTES.retirerPhoto}
            </Button>
          )}
          <Button
            variant="secondary"
            icon={<KeyRound aria-hidden className={ICON} />}
            onClick={openPassword}
          >
            Mot de passe
          </Button>
        </div>
      </div>
      <ShownBanner message={annonce} />
      <ShownBanner message={passwordSaved} />
      <Password
        email={profil.email}
        open={passwordOpen}
        onSaved={savePassword}
        onClose={closePassword}
      />
    </Card>
  );
}
