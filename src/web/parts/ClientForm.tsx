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

const NOTHING: readonly string[] = [];

/** What somebody else has changed, one line per field. */
const Changes = ({ sentences }: { sentences: readonly string[] }) => (
  <ul className="mt-1 list-disc ps-5 text-sm font-normal text-ink">
    {sentences.map((sentence) => (
      <li key={sentence} className="wrap-anywhere">
        {sentence}
      </li>
    ))}
  </ul>
);

type ClientFormProps = {
  /** The customer as it is stored now. Null for a new one. */
  client: (ClientSaisi & { version: number }) | null;
  /** The name of the form. */
  label: string;
  /**
   * Stores the customer, if `version` is still the present one. Returns what was refused, or null.
   */
  onSave: (asked: ClientSaisi, version: number) => Promise<Refusal<Draft>>;
  onDone: (nom: string) => void;
  onClose: () => void;
};

/** Adds or changes a customer without an account (CLI-07). */
export function ClientForm({ client, label, onSave, onDone, onClose }: ClientFormProps) {
  const stored = client ? draftOf(client) : EMPTY;
  const version = client?.version ?? 0;
  /** What the draft is based on, and what somebody else had changed before. */
  const [base, setBase] = useState({ values: stored, version, changes: NOTHING });
  const [draft, setDraft] = useState(base.values);
  const edited = FIELDS.filter((field) => draft[field] !== base.values[field]);
  /** What somebody else has changed since (CLI-26). */
  const changed = FIELDS.filter((field) => stored[field] !== base.values[field]);
  const conflicts = changed.filter(
    (field) => edited.includes(field) && draft[field] !== stored[field],
  );
  const changes = changed.map((field) =>
    FICHE.change(FICHE.champs[field], { avant: base.values[field], apres: stored[field] }),
  );
  /** The fields that were not edited here take the stored values; the others stay as typed. */
  const take = () => {
    const typed = Object.fromEntries(edited.map((field) => [field, draft[field]]));
    setDraft({ ...stored, ...typed });
    setBase({ values: stored, version, changes });
  };
  // State changes while rendering: in an effect, one frame would show the outdated values.
  if (version > base.version && conflicts.length === 0) take();

  const save = async (): Promise<Refusal<Draft>> => {
    const asked = tidyClient(draft);
    const refused = await onSave(asked, base.version);
    if (refused === null) onDone(asked.nom);
    return refused;
  };
  const { faults, refusal, setRefusal, busy, form, control } = useForm([draft, setDraft], {
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
      {conflicts.length > 0 ? (
        <Banner kind="error">
          {REFUS.client_change.message}
          <Changes sentences={changes} />
          <Button
            variant="secondary"
            disabled={busy}
            onClick={() => {
              take();
              setRefusal(null);
              // The pressed button is removed.
              form.ref.current?.querySelector<HTMLElement>(`[name=${conflicts[0]}]`)?.focus();
            }}
            className="mt-2"
          >
            {FICHE.garder}
          </Button>
        </Banner>
      ) : (
        refusal && <Banner kind="error">{refusal}</Banner>
      )}
      {base.changes.length > 0 && conflicts.length === 0 && (
        <Banner kind="info">
          {FICHE.repris}
          <Changes sentences={base.changes} />
        </Banner>
      )}
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
