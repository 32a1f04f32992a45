import { useState } from 'react';
import type { Client } from '#domain/customers/clients.ts';
import { NOM_MAX } from '#domain/people/users.ts';
import { codeOf, sentenceOf } from '#web/data/client.ts';
import { useFoundClients, useSetPayeur } from '#web/nouns/customers/clients.ts';
import { clientOptions, clientsFound, NOT_SEARCHED } from '#web/nouns/customers/clientOptions.tsx';
import { Banner } from '#web/ui/messages/Banner.tsx';
import { Button } from '#web/ui/basics/Button.tsx';
import { Combobox } from '#web/ui/forms/Combobox.tsx';
import { DialogButtons } from '#web/ui/overlays/DialogButtons.tsx';
import { Field } from '#web/ui/forms/Field.tsx';
import { answerTo, useTypedSearch } from '#web/ui/hooks/typedSearch.ts';
import { Unreadable } from '#web/ui/messages/Unreadable.tsx';
import { type Refusal, useForm } from '#web/ui/forms/useForm.ts';
import { PAYEUR, TEXTES } from './textes.clients.ts';

/** How many customers the list shows. */
const SHOWN = 6;

type Payeur = Client['payeur'];
/** `compte`: whether it has an account. */
type Paid = Pick<Client, 'id' | 'nom' | 'email' | 'payeur'> & { compte?: boolean };
type Choice = { texte: string; payeur: Payeur };

type PayeurFormProps = {
  client: Paid;
  onDone: (payeur: Payeur) => void;
  onClose: () => void;
};

/** What was stored; it follows the name of the customer. */
export const PayeurDit = ({ payeur }: { payeur: Payeur }) =>
  payeur ? (
    <>
      {TEXTES.payePar}
      <bdi>{payeur.nom}</bdi>.
    </>
  ) : (
    <>{TEXTES.paieSeul}</>
  );

/** Who pays for a customer: another one, found as CLI-04 says, or the customer (CLI-05, CLI-07). */
export function PayeurForm({ client, onDone, onClose }: PayeurFormProps) {
  const set = useSetPayeur();
  const [choice, setChoice] = useState<Choice>({ texte: '', payeur: null });
  const search = useTypedSearch(choice.payeur ? '' : choice.texte);
  const { data = [], reading, failed } = answerTo(search, useFoundClients(search.asked));
  const found = data.filter(({ id }) => id !== client.id);

  const save = async (payeur: Payeur): Promise<Refusal<Choice>> => {
    try {
      await set.mutateAsync({
        ...client,
        payeur: payeur?.id ?? null,
        avant: client.payeur?.id ?? null,
      });
      onDone(payeur);
      return null;
    } catch (error) {
      const sentence = sentenceOf(error, PAYEUR.echec);
      return codeOf(error) === 'payeur_invalide' ? { texte: sentence } : sentence;
    }
  };
  const { faults, refusal, busy, run, write, form } = useForm([choice, setChoice], {
    check: () => (choice.payeur ? {} : { texte: PAYEUR.aChoisir }),
    send: () => save(choice.payeur),
  });

  return (
    <form {...form} aria-label={PAYEUR.titre} className="mt-3 flex flex-col gap-5">
      <p>
        <bdi className="font-semibold wrap-anywhere">{client.nom}</bdi>
      </p>
      {client.payeur && (
        <div className="flex flex-wrap items-center justify-between gap-3 rounded-field bg-sand-soft px-4 py-3">
          <p className="min-w-0 text-sm wrap-anywhere">
            {PAYEUR.maintenant}
            <bdi className="font-semibold">{client.payeur.nom}</bdi>
          </p>
          <Button
            variant="secondary"
            size="small"
            disabled={busy}
            onClick={() => void run(save(null))}
          >
            {PAYEUR.soi}
          </Button>
        </div>
      )}
      <Field label={PAYEUR.champ} hint={PAYEUR.aide} error={faults.texte}>
        {(field) => (
          <Combobox
            {...field}
            name="texte"
            inFlow
            listLabel={PAYEUR.liste}
            text={choice.texte}
            options={clientOptions(found, SHOWN, { nom: null })}
            reading={reading}
            note={found.length > SHOWN && PAYEUR.autres}
            announcement={failed.length > 0 ? '' : clientsFound(found.length)}
            maxLength={NOM_MAX}
            onText={(texte) => write('texte', texte, { payeur: null })}
            onChoose={(key) => {
              const payeur = found.find(({ id }) => id === key);
              if (payeur) write('texte', payeur.nom, { payeur });
            }}
          />
        )}
      </Field>
      {failed.length > 0 && <Unreadable queries={failed}>{NOT_SEARCHED}</Unreadable>}
      {refusal && <Banner kind="error">{refusal}</Banner>}
      <DialogButtons>
        <Button variant="secondary" disabled={busy} onClick={onClose}>
          Annuler
        </Button>
        <Button type="submit" busy={busy} busyLabel={TEXTES.enCours}>
          Enregistrer
        </Button>
      </DialogButtons>
    </form>
  );
}
