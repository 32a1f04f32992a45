import { Pencil } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { User } from '#domain/people/users.ts';
import { useEcrit } from '#web/data/useEcrit.ts';
import { ShownBanner } from '#web/ui/messages/ShownBanner.tsx';
import { Button } from '#web/ui/basics/Button.tsx';
import { Card } from '#web/ui/pages/Card.tsx';
import { useBanner } from '#web/ui/messages/useBanner.ts';
import { draftOf, type EditedContact } from '#web/nouns/people/contactDraft.ts';
import { ContactDetailsForm } from './ContactDetailsForm.tsx';
import { Row, Rows } from './Rows.tsx';
import { DUREE_SUCCES, TEXTES } from './textes.ts';

/** Name of the stored draft (UI-21). */
const DRAFT = 'coordonnees.1';

/** First name, last name, telephone and address, to read or to edit (PEOPLE-12). */
export function ContactDetails({ profil }: { profil: User }) {
  // Stored with the values that it started from: only the fields changed here are sent.
  const [edited, setEdited, forget] = useEcrit<EditedContact | null>(
    profil.id,
    DRAFT,
    (kept) => kept,
  );
  const editing = edited !== null;
  const [annonce, setAnnonce] = useBanner();
  const editButton = useRef<HTMLButtonElement>(null);
  const firstField = useRef<HTMLInputElement>(null);

  // The focus moves to the first field, and after the edit to the button that opened it. A restored
  // form takes no focus.
  const wasEditing = useRef(editing);
  useEffect(() => {
    if (!wasEditing.current && editing) firstField.current?.focus();
    if (wasEditing.current && !editing) editButton.current?.focus();
    wasEditing.current = editing;
  }, [editing]);

  const leave = (saved: boolean) => {
    setEdited(null);
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
              const initial = draftOf(profil);
              setEdited({ initial, draft: initial });
            }}
          >
            Modifier
          </Button>
        )}
      </div>
      <ShownBanner message={annonce} className="mt-3" />
      {edited ? (
        <ContactDetailsForm
          edited={edited}
          onEdit={setEdited}
          firstField={firstField}
          onSaved={forget}
          onLeave={leave}
        />
      ) : (
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
