import { useState } from 'react';
import { CLIENTS_REFUS } from '#domain/errors/clients.ts';
import { PEOPLE_REFUS } from '#domain/errors/people.ts';
import {
  CLIENT_NOTE_MAX,
  type ClientSaisi,
  refuseClient,
  tidyClient,
} from '#domain/people/clients.ts';
import { Banner } from '../ui/Banner.tsx';
import { Button } from '../ui/Button.tsx';
import { DialogButtons } from '../ui/DialogButtons.tsx';
import { Field } from '../ui/Field.tsx';
import { Input } from '../ui/Input.tsx';
import { Textarea } from '../ui/Textarea.tsx';
import { type Faults, type Refusal, useForm } from '../ui/useForm.ts';
import { FICHE } from './clientTexts.ts';

const FIELDS = ['nom', 'telephone', 'email', 'adresse', 'note'] as const;
type Draft = Record<(typeof FIELDS)[number], string>;

const REFUS = { ...PEOPLE_REFUS, ...CLIENTS_REFUS };

/** From this length on, the note has a counter. */
const COUNTER_FROM = CLIENT_NOTE_MAX - 60;

const EMPTY: Draft = { nom: '', telephone: '', email: '', adresse: '', note: '' };
const draftOf = (client: ClientSaisi): Draft => ({
  nom: client.nom,
  telephone: client.telephone ?? '',
  email: client.email ?? '',
  adresse: client.adresse ?? '',
  note: client.note ?? '',
});

/** The sentence of each invalid field, by the rule of the domain, which reports one at a time. */
function faultsOf(draft: Draft): Faults<Draft> {
  const faults: Faults<Draft> = {};
  for (const field of FIELDS) {
    const code = refuseClient({ ...EMPTY, nom: 'A', [field]: draft[field] });
    if (code) faults[field] = REFUS[code].message;
  }
  return faults;
}

type ClientFormProps = {
  /** The customer as it is stored now. Null for a new one. */
  client: ClientSaisi | null;
  /** The name of the form. */
  label: string;
  /** Stores the customer. Returns what was refused, or null. */
  onSave: (asked: ClientSaisi) => Promise<Refusal<Draft>>;
  onDone: (nom: string) => void;
  onClose: () => void;
};

/** Adds or changes a customer without an account (CLI-07). */
export function ClientForm({ client, label, onSave, onDone, onClose }: ClientFormProps) {
  const [initial] = useState(client ? draftOf(client) : EMPTY);
  const [draft, setDraft] = useState(initial);

  const save = async (): Promise<Refusal<Draft>> => {
    // The call replaces all fields: one that was not edited here is sent as it is stored now.
    const edited = FIELDS.filter((field) => draft[field] !== initial[field]);
    const asked = tidyClient({
      ...(client ? draftOf(client) : EMPTY),
      ...Object.fromEntries(edited.map((field) => [field, draft[field]])),
    });
    const refused = await onSave(asked);
    if (refused === null) onDone(asked.nom);
    return refused;
  };
  const { faults, refusal, busy, form, control } = useForm([draft, setDraft], {
    check: () => faultsOf(draft),
    send: save,
    // Another telephone tells two customers of one name apart.
    clears: (name) => name === 'telephone' && { nom: undefined },
  });

  return (
    <form {...form} aria-label={label} className="mt-3 flex flex-col gap-5">
      <p className="text-muted">{FICHE.aide}</p>
      <Field label="Nom" error={faults.nom}>
        {(field) => (
          <Input
            {...field}
            {...control('nom')}
            autoComplete="off"
            autoCapitalize="words"
            spellCheck={false}
            required
          />
        )}
      </Field>
      <div className="grid items-start gap-5 sm:grid-cols-2 sm:gap-4">
        <Field label="Téléphone" error={faults.telephone}>
          {(field) => (
            <Input {...field} {...control('telephone')} type="tel" autoComplete="off" dir="ltr" />
          )}
        </Field>
        <Field label="Email" hint={FICHE.emailAide} error={faults.email}>
          {(field) => <Input {...field} {...control('email')} type="email" autoComplete="off" />}
        </Field>
      </div>
      <Field label="Adresse" error={faults.adresse}>
        {(field) => <Textarea {...field} {...control('adresse')} rows={2} autoComplete="off" />}
      </Field>
      <Field
        label={FICHE.note}
        hint={draft.note.length >= COUNTER_FROM && FICHE.compteur(draft.note.length)}
        error={faults.note}
      >
        {(field) => <Textarea {...field} {...control('note')} rows={2} autoComplete="off" />}
      </Field>
      {refusal && <Banner kind="error">{refusal}</Banner>}
      <DialogButtons>
        <Button variant="secondary" disabled={busy} onClick={onClose}>
          Annuler
        </Button>
        <Button type="submit" busy={busy} busyLabel={FICHE.enCours}>
          Enregistrer
        </Button>
      </DialogButtons>
    </form>
  );
}
