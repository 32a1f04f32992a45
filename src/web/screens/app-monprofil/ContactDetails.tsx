import { Pencil } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { User } from '#domain/users.ts';
import { Banner } from '#web/ui/Banner.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Card } from '#web/ui/Card.tsx';
import { useBanner } from '#web/ui/useBanner.ts';
import { ContactDetailsForm } from './ContactDetailsForm.tsx';
import { Row, Rows } from './Rows.tsx';
import { DUREE_SUCCES, TEXTES } from './textes.ts';

/** First name, last name, telephone and address, to read or to edit (PEOPLE-12). */
export function ContactDetails({ profil }: { profil: User }) {
  const [editing, setEditing] = useState(false);
  const [annonce, setAnnonce] = useBanner();
  const editButton = useRef<HTMLButtonElement>(null);

  // After the edit the focus returns to the button that opened it.
  const wasEditing = useRef(false);
  useEffect(() => {
    if (wasEditing.current && !editing) editButton.current?.focus();
    wasEditing.current = editing;
  }, [editing]);

  const leave = (saved: boolean) => {
    setEditing(false);
    setAnnonce(saved ? { kind: 'success', text: TEXTES.enregistre, ms: DUREE_SUCCES } : null);
  };

  return (
    <Card aria-labelledby="titre-coordonnees">
      <div className="flex min-h-11 flex-wrap items-center justify-between gap-3">
        <h2 id="titre-coordonnees">Coordonnées</h2>
        {!editing && (
          <Button
            ref={editButton}
            variant="secondary"
            icon={<Pencil aria-hidden className="size-5 shrink-0" />}
            onClick={() => {
              setAnnonce(null);
              setEditing(true);
            }}
          >
            Modifier
          </Button>
        )}
      </div>
      {annonce && <Banner kind={annonce.kind} className="mt-3">{annonce.text}</Banner>}
      {editing ? <ContactDetailsForm profil={profil} onLeave={leave} /> : (
        <Rows>
          <Row label="Prénom">{profil.prenom}</Row>
          <Row label="Nom">{profil.nom}</Row>
          <Row label="Téléphone">{profil.telephone}</Row>
          <Row label="Adresse">{profil.adresse}</Row>
        </Rows>
      )}
    </Card>
  );
}
