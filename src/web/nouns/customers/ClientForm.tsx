import { CLIENTS_REFUS } from '#domain/errors/clients.ts';
import { PEOPLE_REFUS } from '#domain/errors/people.ts';
import {
  CLIENT_NOTE_MAX,
  type ClientSaisi,
  refuseClient,
  tidyClient,
} from '#domain/customers/clients.ts';
import { Button } from '#web/ui/basics/Button.tsx';
import { DialogButtons } from '#web/ui/overlays/DialogButtons.tsx';
import { Field } from '#web/ui/forms/Field.tsx';
import { Input } from '#web/ui/forms/Input.tsx';
import { Textarea } from '#web/ui/forms/Textarea.tsx';
import { type Faults, type Refusal, useForm } from '#web/ui/forms/useForm.ts';
import { ChangedElsewhere } from '#web/parts/ChangedElsewhere.tsx';
import { FICHE } from './clientTexts.ts';
import { useStoredDraft } from '#web/parts/useStoredDraft.ts';

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
  const draft = useStoredDraft(client ? draftOf(client) : EMPTY, client?.version ?? 0);
  const { values } = draft;

  const save = async (): Promise<Refusal<Draft>> => {
    const asked = tidyClient(values);
    const refused = await onSave(asked, draft.version);
    if (refused === null) onDone(asked.nom);
    return refused;
  };
  const shown = useForm([values, draft.setValues], {
    check: () => faultsOf(values),
    send: save,
    // Another telephone tells two customers of one name apart.
    clears: (name) => name === 'telephone' && { nom: undefined },
  });
  const { faults, busy, form, control } = shown;

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
        hint={values.note.length >= COUNTER_FROM && FICHE.compteur(values.note.length)}
        error={faults.note}
      >
        {(field) => <Textarea {...field} {...control('note')} rows={2} autoComplete="off" />}
      </Field>
      <ChangedElsewhere
        draft={draft}
        champs={FICHE.champs}
        sentence={REFUS.client_change.message}
        form={shown}
      />
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
