import { useState } from 'react';
import { REFUS } from '#domain/errors.ts';
import { displayName, isNom, NOM_MAX } from '#domain/users.ts';
import { useActiveUsers } from '#web/data/queriesUsers.ts';
import { Card } from '#web/ui/Card.tsx';
import { Combobox } from '#web/ui/Combobox.tsx';
import { Field } from '#web/ui/Field.tsx';
import { useDebounced } from '#web/ui/useDebounced.ts';
import { POUR } from './textes.ts';
import type { ReservationForm } from './useReservationForm.ts';

/** How many accounts the list shows. */
const MONTRES = 8;
const NOM_SEUL = 'nom seul';

/** An administrator books for an account, found by name, email or telephone, or for a name alone (BOOK-26); empty: for oneself. */
export function ReserverPour({ pour: { texte, client, obstacle, write, choose } }: { pour: NonNullable<ReservationForm['pour']> }) {
  const [dedans, setDedans] = useState(false);
  const comptes = useActiveUsers(useDebounced(client ? '' : texte.trim(), 200));
  const trouves = texte.trim() === '' || client ? [] : (comptes.data ?? [])
    .map((user) => ({ user_id: user.id, nom: displayName({ ...user, full_name: user.full_name ?? '' }), email: user.email }))
    .toSorted((a, b) => a.nom.localeCompare(b.nom, 'fr'));
  const seul = client ? null : nomSeulOf(texte);
  const options = [
    ...trouves.slice(0, MONTRES).map(({ user_id, nom, email }) => ({
      key: user_id,
      content: <><bdi className="font-medium wrap-anywhere">{nom}</bdi><bdi className="text-sm wrap-anywhere text-muted">{email}</bdi></>,
    })),
    ...(seul ? [{ key: NOM_SEUL, content: <span className="wrap-anywhere">« <bdi>{seul}</bdi> »<span className="text-muted">, {POUR.sansCompte}</span></span> }] : []),
  ];
  return (
    <Card>
      <Field
        label={<>{POUR.titre} <span className="font-normal text-muted">(facultatif)</span></>}
        hint={!client ? POUR.aide : 'email' in client ? `${client.email}. ${POUR.compte}` : POUR.nomSeul}
        error={obstacle && !dedans && REFUS[obstacle].message}
      >
        {(field) => (
          <Combobox
            {...field}
            listLabel={POUR.liste}
            text={texte}
            options={options}
            note={trouves.length > MONTRES && POUR.autres}
            announcement={POUR.trouves(trouves.length)}
            maxLength={NOM_MAX}
            onText={write}
            onChoose={(cle) => {
              const compte = trouves.find(({ user_id }) => user_id === cle);
              if (compte) choose(compte);
              else if (seul) choose({ nom: seul });
            }}
            onFocus={() => setDedans(true)}
            onBlur={() => setDedans(false)}
          />
        )}
      </Field>
    </Card>
  );
}

/** The name that a text gives without an account; null where it is not a name. */
const nomSeulOf = (texte: string): string | null => (isNom(texte) ? texte.trim().replace(/\s+/gu, ' ') : null);
