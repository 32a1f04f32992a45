import { type FormEvent, useRef, useState } from 'react';
import { ANCIENS_CAVALIERS } from '#domain/conservation_lecons.ts';
import { sentenceOf } from '#web/data/client.ts';
import { useMergeNames } from '#web/data/queriesOrthographes.ts';
import { useCavaliers } from '#web/data/queriesStatistiques.ts';
import { Banner } from '#web/ui/Banner.tsx';
import { Button } from '#web/ui/Button.tsx';
import { DialogButtons } from '#web/ui/DialogButtons.tsx';
import { Field } from '#web/ui/Field.tsx';
import { focusField } from '#web/ui/focusField.ts';
import { Select } from '#web/ui/Select.tsx';
import { Unreadable } from '#web/ui/Unreadable.tsx';
import { TEXTES } from './textes.orthographes.ts';

type MergeNamesProps = { nom: string; onBusy: (busy: boolean) => void; onDone: (vers: string) => void; onClose: () => void };

/** As which other name, of any date, a name shall count (RIDE-25). */
export function MergeNames({ nom, onBusy, onDone, onClose }: MergeNamesProps) {
  const cavaliers = useCavaliers({});
  const merge = useMergeNames();
  const [vers, setVers] = useState('');
  const [missing, setMissing] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  if (cavaliers.isError && !cavaliers.data) return <Unreadable queries={[cavaliers]} className="mt-3">{TEXTES.nomsIllisibles}</Unreadable>;

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (merge.isPending) return;
    setMissing(vers === '');
    if (vers === '') return focusField(form.current, 'vers');
    onBusy(true);
    merge.mutate({ nom, vers: vers.slice(1) }, { onSuccess: () => onDone(vers.slice(1)), onSettled: () => onBusy(false) });
  };
  return (
    <form ref={form} noValidate onSubmit={submit} aria-label={TEXTES.titre} className="mt-3 flex flex-col gap-4">
      <p className="wrap-anywhere">{TEXTES.effet(nom)}</p>
      <Field label={TEXTES.champ} error={missing && TEXTES.aChoisir}>
        {(props) => (
          <Select {...props} name="vers" value={vers} onChange={({ target }) => { setVers(target.value); setMissing(false); }}>
            <option value="">{TEXTES.choisir}</option>
            {cavaliers.data?.filter((other) => other !== nom && other !== ANCIENS_CAVALIERS).map((other) => <option key={other} value={`=${other}`}>{other}</option>)}
          </Select>
        )}
      </Field>
      {merge.isError && <Banner kind="error">{sentenceOf(merge.error, TEXTES.echec)}</Banner>}
      <DialogButtons>
        <Button variant="secondary" disabled={merge.isPending} onClick={onClose}>Annuler</Button>
        <Button type="submit" busy={merge.isPending} busyLabel={TEXTES.enCours}>{TEXTES.confirmer}</Button>
      </DialogButtons>
    </form>
  );
}
