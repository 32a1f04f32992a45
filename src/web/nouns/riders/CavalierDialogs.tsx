import { type ReactNode, type RefObject, useState } from 'react';
import type { CavalierSaisi } from '#domain/riders/cavaliers.ts';
import { AlertDialog } from '#web/ui/overlays/AlertDialog.tsx';
import { Banner } from '#web/ui/messages/Banner.tsx';
import { FormDialog } from '#web/ui/forms/FormDialog.tsx';
import type { useBanner } from '#web/ui/messages/useBanner.ts';
import { useLast } from '#web/ui/hooks/useLast.ts';
import { type CavalierEdite, CavalierForm } from './CavalierForm.tsx';
import { CAVALIER } from './cavalierTexts.ts';

/** Milliseconds for which a success is shown. */
const DUREE = 5_000;

const NOUVEAU: CavalierEdite = {
  id: null,
  nom: '',
  annee_naissance: null,
  note: null,
  version: 0,
};

/** A rider that is stored. */
type Garde = { id: string; nom: string };

type CavalierDialogsOptions = {
  /** The calls, whose failures are sentences, and today. */
  writes: {
    jour: string;
    save: (
      stored: { id: string; version: number } | null,
      asked: CavalierSaisi,
    ) => Promise<string | null>;
    remove: (id: string) => Promise<string | null>;
    removing: boolean;
    /** Shown while it is unknown whether the rider was taken out. */
    unsure: string | null;
  };
  textes: {
    /** What the note is for. */
    noteAide: string;
    /** What follows the name in the question before a removal. */
    retirerEffet: string;
  };
  /** As they are stored now. */
  cavaliers: readonly CavalierEdite[] | undefined;
  heading: RefObject<HTMLElement | null>;
  say: ReturnType<typeof useBanner>[1];
};

/** The dialogs that add, change and take out a rider, and the functions that open them. */
export function useCavalierDialogs({
  writes,
  textes,
  cavaliers = [],
  heading,
  say,
}: CavalierDialogsOptions): {
  /** Without a rider: a new one. */
  edit: (cavalier?: CavalierEdite) => void;
  takeOut: (cavalier: Garde) => void;
  dialogs: ReactNode;
} {
  const [edited, setEdited] = useState<CavalierEdite | null>(null);
  const [removed, setRemoved] = useState<Garde | null>(null);
  const [lastEdited, lastRemoved] = [useLast(edited), useLast(removed)];
  const isNew = lastEdited?.id === null;
  /** If it is no longer in the list, the form keeps what was typed. */
  const stored = (isNew ? null : cavaliers.find(({ id }) => id === lastEdited?.id)) ?? lastEdited;
  const done = () => {
    setEdited(null);
    say({ kind: 'success', text: isNew ? CAVALIER.ajoute : CAVALIER.modifie, ms: DUREE });
  };
  const confirmRemoval = async () => {
    if (!removed) return;
    const refused = await writes.remove(removed.id);
    setRemoved(null);
    say(
      refused === null
        ? { kind: 'success', text: CAVALIER.retire, ms: DUREE }
        : { kind: 'error', text: refused },
    );
  };
  return {
    edit: (cavalier = NOUVEAU) => setEdited(cavalier),
    takeOut: setRemoved,
    dialogs: (
      <>
        <FormDialog
          title={isNew ? CAVALIER.ajouter : CAVALIER.modifier}
          open={edited !== null}
          fallback={heading}
          onClose={() => setEdited(null)}
        >
          {stored && (
            <CavalierForm
              cavalier={stored}
              jour={writes.jour}
              noteAide={textes.noteAide}
              onSave={writes.save}
              onDone={done}
              onClose={() => setEdited(null)}
            />
          )}
        </FormDialog>
        <AlertDialog
          title={CAVALIER.retirerTitre}
          confirm={CAVALIER.retirer}
          busyLabel={CAVALIER.retraitEnCours}
          danger
          open={removed !== null}
          busy={writes.removing}
          unsure={writes.unsure !== null}
          fallback={heading}
          onConfirm={() => void confirmRemoval()}
          onClose={() => setRemoved(null)}
        >
          <p>
            <bdi className="font-semibold">{lastRemoved?.nom}</bdi> {textes.retirerEffet}
          </p>
          {writes.unsure && <Banner kind="info">{writes.unsure}</Banner>}
        </AlertDialog>
      </>
    ),
  };
}
