// chunk: identity
import { useEffect, useState } from 'react';
import { readCode } from '#domain/signin/second_facteur.ts';
import { Banner } from '#web/ui/messages/Banner.tsx';
import { Button } from '#web/ui/basics/Button.tsx';
import { Field } from '#web/ui/forms/Field.tsx';
import { focusField } from '#web/ui/forms/focusField.ts';
import { Input } from '#web/ui/forms/Input.tsx';
import { useForm } from '#web/ui/forms/useForm.ts';

type CodeFormProps = {
  label: string;
  submitLabel: string;
  /** A recovery code is accepted too. */
  secours?: boolean;
  /** Sends the code. Returns the sentence of the refusal, or null. */
  onSubmit: (code: string) => Promise<string | null>;
};

const MISSING = {
  application: 'Veuillez saisir les six chiffres du code.',
  secours: 'Veuillez saisir un code de secours, comme il vous a été donné.',
};

/** The field of one code: of the application, or a recovery code (ACC-61, ACC-66). */
export function CodeForm({ label, submitLabel, secours = false, onSubmit }: CodeFormProps) {
  const [sorte, setSorte] = useState<'application' | 'secours'>('application');
  const [values, setValues] = useState({ code: '' });
  const { faults, refusal, setRefusal, busy, write, form, control } = useForm([values, setValues], {
    check: () => (readCode(values.code)?.sorte === sorte ? {} : { code: MISSING[sorte] }),
    async send() {
      const sentence = await onSubmit(values.code);
      if (sentence !== null) {
        write('code', '');
        focusField(form.ref.current, 'code');
      }
      return sentence;
    },
  });
  useEffect(() => focusField(form.ref.current, 'code'), [form.ref, sorte]);
  const other = () => {
    setSorte(sorte === 'application' ? 'secours' : 'application');
    write('code', '');
    setRefusal(null);
  };

  return (
    <form {...form} aria-label="Double authentification" className="flex flex-col gap-4">
      {refusal && <Banner kind="error">{refusal}</Banner>}
      <Field label={sorte === 'application' ? label : 'Code de secours'} error={faults.code}>
        {(field) => (
          <Input
            key={sorte}
            {...field}
            {...control('code')}
            required
            dir="ltr"
            maxLength={40}
            autoCapitalize="none"
            spellCheck={false}
            {...(sorte === 'application'
              ? { autoComplete: 'one-time-code', inputMode: 'numeric' }
              : { autoComplete: 'off' })}
            className="tracking-widest"
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
