import { type FormEvent, useRef, useState } from 'react';
import { cleOf } from '#domain/people/cavaliers.ts';
import { ANCIENS_CAVALIERS } from '#domain/core/conservation_lecons.ts';
import { NOM_MAX } from '#domain/people/users.ts';
import { sentenceOf } from '#web/data/client.ts';
import { useMergeNames } from '#web/data/queries/orthographes.ts';
import { useCavaliers } from '#web/data/queries/statistiques.ts';
import { Banner } from '#web/ui/Banner.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Combobox } from '#web/ui/Combobox.tsx';
import { DialogButtons } from '#web/ui/DialogButtons.tsx';
import { Field } from '#web/ui/Field.tsx';
import { focusField } from '#web/ui/focusField.ts';
import { Unreadable } from '#web/ui/Unreadable.tsx';
import { TEXTES } from './textes.orthographes.ts';

/** How many names the list shows. */
const SHOWN = 8;

type MergeNamesProps = {
  nom: string;
  onBusy: (busy: boolean) => void;
  onDone: (vers: string) => void;
  onClose: () => void;
};

/** As which other name, of any date, a name shall count (RIDE-25): found by a part of it. */
export function MergeNames({ nom, onBusy, onDone, onClose }: MergeNamesProps) {
  const cavaliers = useCavaliers({});
  const merge = useMergeNames();
  const [text, setText] = useState('');
  const [missing, setMissing] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  if (cavaliers.isError && !cavaliers.data)
    return (
      <Unreadable queries={[cavaliers]} className="mt-3">
        {TEXTES.nomsIllisibles}
      </Unreadable>
    );

  const cle = cleOf(text);
  const found =
    cavaliers.data?.filter(
      (other) => other !== nom && other !== ANCIENS_CAVALIERS && cleOf(other).includes(cle),
    ) ?? [];
  const begins = (other: string) => Number(cleOf(other).startsWith(cle));
  const shown = found.toSorted((a, b) => begins(b) - begins(a)).slice(0, SHOWN);
  const write = (written: string) => {
    setText(written);
    setMissing(false);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (merge.isPending) return;
    const vers = found.find((other) => cleOf(other) === cle);
    setMissing(!vers);
    if (!vers) return focusField(form.current, 'vers');
    onBusy(true);
    merge.mutate({ nom, vers }, { onSuccess: () => onDone(vers), onSettled: () => onBusy(false) });
  };
  return (
    <form
      ref={form}
      noValidate
      onSubmit={submit}
      aria-label={TEXTES.titre}
      className="mt-3 flex flex-col gap-4"
    >
      <p className="wrap-anywhere">{TEXTES.effet(nom)}</p>
      <div>
        <Field label={TEXTES.champ} hint={TEXTES.chercher} error={missing && TEXTES.aChoisir}>
          {(props) => (
            <Combobox
              {...props}
              name="vers"
              inFlow
              listLabel={TEXTES.noms}
              text={text}
              options={shown.map((other) => ({
                key: other,
                content: <bdi className="wrap-anywhere">{other}</bdi>,
              }))}
              note={found.length > SHOWN && TEXTES.autres}
              announcement={TEXTES.trouves(found.length)}
              maxLength={NOM_MAX}
              onText={write}
              onChoose={write}
            />
          )}
        </Field>
        <p role="status" className="text-sm text-muted">
          {cavaliers.data && found.length === 0 && TEXTES.trouves(0)}
        </p>
      </div>
      {merge.isError && <Banner kind="error">{sentenceOf(merge.error, TEXTES.echec)}</Banner>}
      <DialogButtons>
        <Button variant="secondary" disabled={merge.isPending} onClick={onClose}>
          Annuler
        </Button>
        <Button type="submit" busy={merge.isPending} busyLabel={TEXTES.enCours}>
          {TEXTES.confirmer}
        </Button>
      </DialogButtons>
    </form>
  );
}
