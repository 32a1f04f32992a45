import { Banner } from '../ui/messages/Banner.tsx';
import { Button } from '../ui/basics/Button.tsx';
import type { useForm } from '../ui/forms/useForm.ts';
import type { FieldChange, StoredDraft } from './useStoredDraft.ts';

const TEXTES = {
  vide: 'rien',
  /** "la note : Allergique (avant : rien)" */
  change: (champ: string, { avant, apres }: FieldChange): string =>
    `${champ}\u202f: ${apres || TEXTES.vide} (avant\u202f: ${avant || TEXTES.vide})`,
  garder: "Garder ce que j'ai écrit",
  repris: 'Modifié sur un autre écran, et repris ici. Ce que vous avez écrit est gardé.',
} as const;

type ChangedElsewhereProps<F extends string> = {
  draft: StoredDraft<F>;
  /** How the sentences name the fields. */
  champs: Record<F, string>;
  /** That somebody else has changed the item. */
  sentence: string;
  form: Pick<
    ReturnType<typeof useForm<Record<F, string>>>,
    'refusal' | 'setRefusal' | 'busy' | 'form'
  >;
};

/**
 * The refusal of a form, and what somebody else has changed, one line per field. If a field was
 * changed here and elsewhere, a button keeps what was typed (CLI-27).
 */
export function ChangedElsewhere<F extends string>({
  draft: { conflicts, changes, taken, take },
  champs,
  sentence,
  form: { refusal, setRefusal, busy, form },
}: ChangedElsewhereProps<F>) {
  const list = (said: readonly FieldChange<F>[]) => (
    <ul className="mt-1 list-disc ps-5 text-sm font-normal text-ink">
      {said.map((change) => (
        <li key={change.field} className="wrap-anywhere">
          {TEXTES.change(champs[change.field], change)}
        </li>
      ))}
    </ul>
  );
  const keep = () => {
    take();
    setRefusal(null);
    // The pressed button is removed.
    form.ref.current?.querySelector<HTMLElement>(`[name=${conflicts[0]}]`)?.focus();
  };
  if (conflicts.length > 0)
    return (
      <Banner kind="error">
        {sentence}
        {list(changes)}
        <Button variant="secondary" disabled={busy} onClick={keep} className="mt-2">
          {TEXTES.garder}
        </Button>
      </Banner>
    );
  return (
    <>
      {refusal && <Banner kind="error">{refusal}</Banner>}
      {taken.length > 0 && (
        <Banner kind="info">
          {TEXTES.repris}
          {list(taken)}
        </Banner>
      )}
    </>
  );
}
