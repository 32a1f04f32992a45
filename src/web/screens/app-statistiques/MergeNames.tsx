import { useState } from 'react';
import { type CavalierDeStatistiques, homonymesOf } from '#domain/statistics/statistiques.ts';
import { cleOf } from '#domain/riders/cavaliers.ts';
import { bestFirst, findsName } from '#domain/riders/noms_trouves.ts';
import { ANCIENS_CAVALIERS } from '#domain/core/conservation_lecons.ts';
import { NOM_MAX } from '#domain/people/users.ts';
import { refusalOf } from '#web/data/client.ts';
import { useMergeNames } from '#web/nouns/statistics/orthographes.ts';
import { useCavaliers } from '#web/nouns/statistics/statistiques.ts';
import { Banner } from '#web/ui/messages/Banner.tsx';
import { Button } from '#web/ui/basics/Button.tsx';
import { Combobox } from '#web/ui/forms/Combobox.tsx';
import { DialogButtons } from '#web/ui/overlays/DialogButtons.tsx';
import { Field } from '#web/ui/forms/Field.tsx';
import { Unreadable } from '#web/ui/messages/Unreadable.tsx';
import { useForm } from '#web/ui/forms/useForm.ts';
import { TEXTES } from './textes.orthographes.ts';

/** How many names the list shows. */
const SHOWN = 8;

type MergeNamesProps = {
  rider: CavalierDeStatistiques;
  onDone: (vers: string) => void;
  onClose: () => void;
};

/**
 * Asks as which other rider, from any date, a rider is counted (RIDE-25), who is found by a part of
 * the name.
 */
export function MergeNames({ rider, onDone, onClose }: MergeNamesProps) {
  const cavaliers = useCavaliers({});
  const merge = useMergeNames();
  const [values, setValues] = useState({ vers: '' });
  const client = homonymesOf(cavaliers.data ?? []);
  const labelOf = (other: CavalierDeStatistiques) =>
    [other.nom, client(other)].filter((part) => part !== '').join(', ');
  const cle = cleOf(values.vers);
  const found =
    cavaliers.data?.filter(
      (other) =>
        other.cle !== rider.cle &&
        other.nom !== ANCIENS_CAVALIERS &&
        findsName(values.vers, labelOf(other)) > 0,
    ) ?? [];
  const vers = found.find((other) => cleOf(labelOf(other)) === cle);
  const { faults, refusal, busy, write, form } = useForm([values, setValues], {
    check: () => (vers === undefined ? { vers: TEXTES.aChoisir } : {}),
    send() {
      if (vers === undefined) return;
      return refusalOf(
        merge.mutateAsync({ nom: rider.cle, vers: vers.cle }).then(() => onDone(labelOf(vers))),
        TEXTES.echec,
      );
    },
  });
  if (cavaliers.isError && !cavaliers.data)
    return (
      <Unreadable queries={[cavaliers]} className="mt-3">
        {TEXTES.nomsIllisibles}
      </Unreadable>
    );

  const shown = bestFirst(values.vers, found, labelOf).slice(0, SHOWN);
  return (
    <form {...form} aria-label={TEXTES.titre} className="mt-3 flex flex-col gap-4">
      <p className="wrap-anywhere">{TEXTES.effet(labelOf(rider))}</p>
      <div>
        <Field label={TEXTES.champ} hint={TEXTES.chercher} error={faults.vers}>
          {(props) => (
            <Combobox
              {...props}
              name="vers"
              inFlow
              listLabel={TEXTES.noms}
              text={values.vers}
              options={shown.map((other) => ({
                key: other.cle,
                content: <bdi className="wrap-anywhere">{labelOf(other)}</bdi>,
              }))}
              reading={!cavaliers.data}
              note={found.length > SHOWN && TEXTES.autres}
              announcement={TEXTES.trouves(found.length)}
              maxLength={3 * NOM_MAX}
              onText={(text) => write('vers', text)}
              onChoose={(chosen) => {
                const other = found.find((one) => one.cle === chosen);
                if (other) write('vers', labelOf(other));
              }}
            />
          )}
        </Field>
        <p role="status" className="text-sm text-muted">
          {cavaliers.data && found.length === 0 && TEXTES.trouves(0)}
        </p>
      </div>
      {refusal && <Banner kind="error">{refusal}</Banner>}
      <DialogButtons>
        <Button variant="secondary" disabled={busy} onClick={onClose}>
          Annuler
        </Button>
        <Button type="submit" busy={busy} busyLabel={TEXTES.enCours}>
          {TEXTES.confirmer}
        </Button>
      </DialogButtons>
    </form>
  );
}
