import { FileUp } from 'lucide-react';
import { type ChangeEvent, type FormEvent, useId, useRef, useState } from 'react';
import { formatInstant } from '#domain/core/calendrier.ts';
import { sizeInWords } from '#domain/core/tailles.ts';
import {
  type Avancement,
  readSource,
  restore,
  type Source,
} from '#web/nouns/backups/restauration.ts';
import type { Restaurable } from '#web/data/signUp.ts';
import { Banner } from '#web/ui/messages/Banner.tsx';
import { Button } from '#web/ui/basics/Button.tsx';
import { Field, FieldError } from '#web/ui/forms/Field.tsx';
import { focusField } from '#web/ui/forms/focusField.ts';
import { PasswordInput } from '#web/ui/forms/PasswordInput.tsx';
import { Select } from '#web/ui/forms/Select.tsx';
import { Progress } from './Progress.tsx';
import { TEXTES } from './textes.ts';

type RestaurationProps = {
  jeton: string;
  /** The backups in the server's folder. */
  sauvegardes: readonly Restaurable[];
  onRestored: () => void;
  /** The link must be checked again. `begun`: a restore may have ended meanwhile. */
  onCheck: (begun: boolean) => void;
};

const inWords = ({ creee_at, octets }: Restaurable): string =>
  `${formatInstant(creee_at)}, ${sizeInWords(octets)}`;

type Errors = { fichier?: string; phrase?: string };

/** OPS-30: restores a whole centre from a backup, instead of creating its first administrator. */
export default function Restauration({
  jeton,
  sauvegardes,
  onRestored,
  onCheck,
}: RestaurationProps) {
  const [source, setSource] = useState<Source | null>(sauvegardes[0] ?? null);
  const [local, setLocal] = useState(sauvegardes.length === 0);
  const [phrase, setPhrase] = useState('');
  const [errors, setErrors] = useState<Errors>({});
  const [refus, setRefus] = useState<string | null>(null);
  const [lost, setLost] = useState(false);
  const [avancement, setAvancement] = useState<Avancement | null>(null);
  const id = useId();
  const file = useRef<HTMLInputElement>(null);
  const busy = avancement !== null;

  const change = (next: Source | null, nextErrors: Errors = {}) => {
    setSource(next);
    setErrors(nextErrors);
    setRefus(null);
    setPhrase('');
  };
  const select = ({ target }: ChangeEvent<HTMLSelectElement>) => {
    const found = sauvegardes.find(({ nom }) => nom === target.value) ?? null;
    setLocal(found === null);
    change(found);
  };
  const choose = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [chosen] = target.files ?? [];
    const read = chosen ? await readSource(chosen) : null;
    target.value = ''; // the same file may be chosen again
    change(read, chosen && !read ? { fichier: TEXTES.pasUneSauvegarde } : {});
  };

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy) return;
    if (!source) {
      setErrors({ fichier: errors.fichier ?? TEXTES.fichierManquant });
      return focusField(event.currentTarget, 'fichier');
    }
    if (source.chiffree && source.fichier && phrase === '') {
      // a backup in the folder may open with the server's own passphrase
      setErrors({ phrase: TEXTES.phraseManquante });
      return focusField(event.currentTarget, 'phrase');
    }
    setRefus(null);
    setLost(false);
    setAvancement({ etape: source.fichier ? 'envoi' : 'lecture', part: 0 });
    const issue = await restore(jeton, source, phrase, setAvancement);
    setAvancement(null);
    if (issue.sorte === 'restauree') onRestored();
    else if (issue.sorte === 'coupee') setLost(true);
    else if (issue.code === 'installation_close') onCheck(false);
    else setRefus(issue.message);
  };

  return (
    <form
      noValidate
      onSubmit={(event) => void submit(event)}
      className="mt-3 flex flex-col gap-5"
      aria-label={TEXTES.titre}
    >
      <p className="text-muted">{TEXTES.intro}</p>
      {sauvegardes.length > 0 && (
        <Field label={TEXTES.source}>
          {(field) => (
            <Select {...field} value={local ? '' : source?.nom} onChange={select} disabled={busy}>
              {sauvegardes.map((one) => (
                <option key={one.nom} value={one.nom}>
                  {inWords(one)}
                </option>
              ))}
              <option value="">{TEXTES.autreFichier}</option>
            </Select>
          )}
        </Field>
      )}
      {local && (
        <div className="flex flex-col gap-1.5">
          {source && <p className="font-medium wrap-anywhere">{source.nom}</p>}
          {source && <p className="text-sm text-muted">{inWords(source)}</p>}
          <input
            ref={file}
            type="file"
            hidden
            aria-label={TEXTES.choisir}
            onChange={(event) => void choose(event)}
          />
          <Button
            variant="secondary"
            name="fichier"
            disabled={busy}
            aria-describedby={errors.fichier && `${id}-fichier`}
            icon={<FileUp aria-hidden className="size-5 shrink-0" />}
            onClick={() => file.current?.click()}
          >
            {source ? TEXTES.autre : TEXTES.choisir}
          </Button>
          {errors.fichier && <FieldError id={`${id}-fichier`}>{errors.fichier}</FieldError>}
        </div>
      )}
      {source?.chiffree && (
        <Field label={TEXTES.phrase} hint={TEXTES.phraseAide} error={errors.phrase}>
          {(field) => (
            <PasswordInput
              {...field}
              name="phrase"
              what={TEXTES.laPhrase}
              autoComplete="off"
              disabled={busy}
              value={phrase}
              onChange={({ target }) => {
                setPhrase(target.value);
                setErrors({});
              }}
            />
          )}
        </Field>
      )}
      {refus && <Banner kind="error">{refus}</Banner>}
      {lost && (
        <Banner kind="error">
          {TEXTES.coupee}
          <Button variant="secondary" className="mt-3 w-full" onClick={() => onCheck(true)}>
            {TEXTES.verifier}
          </Button>
        </Banner>
      )}
      {avancement && <Progress {...avancement} />}
      <Button type="submit" busy={busy} busyLabel={TEXTES.enCours}>
        {TEXTES.bouton}
      </Button>
    </form>
  );
}
