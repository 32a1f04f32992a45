import { Pencil } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { User } from '#domain/users.ts';
import { Banner } from '#web/ui/Banner.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Card } from '#web/ui/Card.tsx';
import { useBanner } from '#web/ui/useBanner.ts';
import { CoordonneesForm } from './CoordonneesForm.tsx';
import { Ligne, Lignes } from './Lignes.tsx';
import { DUREE_SUCCES, TEXTES } from './textes.ts';

/** First name, last name, telephone and address, to read or to edit (PEOPLE-12). */
export function Coordonnees({ profil }: { profil: User }) {
  const [edition, setEdition] = useState(false);
  const [annonce, setAnnonce] = useBanner();
  const modifier = useRef<HTMLButtonElement>(null);

  // After the edit the focus returns to the button that opened it.
  const wasEditing = useRef(false);
  useEffect(() => {
    if (wasEditing.current && !edition) modifier.current?.focus();
    wasEditing.current = edition;
  }, [edition]);

  const leave = (enregistre: boolean) => {
    setEdition(false);
    setAnnonce(enregistre ? { kind: 'success', text: TEXTES.enregistre, ms: DUREE_SUCCES } : null);
  };

  return (
    <Card aria-labelledby="titre-coordonnees">
      <div className="flex min-h-11 flex-wrap items-center justify-between gap-3">
        <h2 id="titre-coordonnees">Coordonnées</h2>
        {!edition && (
          <Button
            ref={modifier}
            variant="secondary"
            icon={<Pencil aria-hidden className="size-5 shrink-0" />}
            onClick={() => {
              setAnnonce(null);
              setEdition(true);
            }}
          >
            Modifier
          </Button>
        )}
      </div>
      {annonce && <Banner kind={annonce.kind} className="mt-3">{annonce.text}</Banner>}
      {edition ? <CoordonneesForm profil={profil} onLeave={leave} /> : (
        <Lignes>
          <Ligne label="Prénom">{profil.prenom}</Ligne>
          <Ligne label="Nom">{profil.nom}</Ligne>
          <Ligne label="Téléphone">{profil.telephone}</Ligne>
          <Ligne label="Adresse">{profil.adresse}</Ligne>
        </Lignes>
      )}
    </Card>
  );
}
