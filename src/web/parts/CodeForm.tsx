import { type FormEvent, useEffect, useRef, useState } from 'react';
import { readCode } from '#domain/accounts/second_facteur.ts';
import { Banner } from '../ui/Banner.tsx';
import { Button } from '../ui/Button.tsx';
import { Field } from '../ui/Field.tsx';
import { focusField } from '../ui/focusField.ts';
import { Input } from '../ui/Input.tsx';

type CodeFormProps = {
  label: string;
  submitLabel: string;
  /** A recovery code may be given instead. */
  secours?: boolean;
  /** Gives the code; answers the sentence of the refusal, or null. */
  onSubmit: (code: string) => Promise<string | null>;
};

const MISSING = {
  application: 'Veuillez saisir les six chiffres du code.',
  secours: 'Veuillez saisir un code de secours, comme il vous a été donné.',
};

/** One code: of the application, or a recovery code (ACC-61, ACC-66). */
export function CodeForm({ label, submitLabel, secours = false, onSubmit }: CodeFormProps) {
  const [sorte, setSorte] = useState<'application' | 'secours'>('application');
  const [code, setCode] = useState('');
  const [fault, setFault] = useState<string | null>(null);
  const [refus, setRefus] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => focusField(form.current, 'code'), [sorte]);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    setRefus(null);
    if (readCode(code)?.sorte !== sorte) {
      setFault(MISSING[sorte]);
      return focusField(form.current, 'code');
    }
    setBusy(true);
    const sentence = await onSubmit(code);
    setBusy(false);
    setRefus(sentence);
    if (sentence === null) return;
    setCode('');
    focusField(form.current, 'code');
  };
  const other = () => {
    setSorte(sorte === 'application' ? 'secours' : 'application');
    setCode('');
    setFault(null);
    setRefus(null);
  };

  return (
    <form
      ref={form}
      noValidate
      aria-label="Double authentification"
      onSubmit={(event) => void submit(event)}
      className="flex flex-col gap-4"
    >
      {refus && <Banner kind="error">{refus}</Banner>}
      <Field label={sorte === 'application' ? label : 'Code de secours'} error={fault}>
        {(field) => (
          <Input
            {...field}
            key={sorte}
            name="code"
            required
            dir="ltr"
            maxLength={40}
            autoCapitalize="none"
            spellCheck={false}
            {...(sorte === 'application'
              ? { autoComplete: 'one-time-code', inputMode: 'numeric' }
              : { autoComplete: 'off' })}
            className="tracking-widest"
            value={code}
            onChange={({ target }) => {
              setCode(target.value);
              setFault(null);
            }}
          />
        )}
      </Field>
      <Button type="submit" busy={busy}>
        {submitLabel}
      </Button>
      {secours && (
        <Button variant="ghost" onClick={other}>
          {sorte === 'application'
            ? 'Utiliser un code de secours'
            : "Utiliser le code de l'application"}
        </Button>
      )}
    </form>
  );
}
