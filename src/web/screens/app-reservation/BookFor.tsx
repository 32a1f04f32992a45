import { useState } from 'react';
import { RESERVATION_REFUS } from '#domain/errors/reservation.ts';
import { isNom, NOM_MAX } from '#domain/people/users.ts';
import { useCentre } from '#web/data/queries.ts';
import { useFoundAccounts } from '#web/data/queries/users.ts';
import { AccountOption } from '#web/parts/AccountOption.tsx';
import { Card } from '#web/ui/Card.tsx';
import { Combobox } from '#web/ui/Combobox.tsx';
import { Field } from '#web/ui/Field.tsx';
import { useDebounced } from '#web/ui/useDebounced.ts';
import { TEXTES } from './textes.ts';
import type { ReservationForm } from './useReservationForm.ts';

/** How many accounts the list shows. */
const SHOWN = 8;
const NAME_ALONE = 'nom seul';

/**
 * An administrator books for an account, found by name, email or telephone, or for a name alone
 * (BOOK-26). If it is empty: for themselves, or for the first participant of a lesson that has
 * begun (BOOK-35).
 */
export default function BookFor({
  pour: { texte: text, client, begun, obstacle, write, choose },
}: {
  pour: NonNullable<ReservationForm['pour']>;
}) {
  const [focused, setFocused] = useState(false);
  const emailed = (useCentre().data?.envois?.confirmation ?? false) && !begun;
  const sought = client ? '' : text;
  const found = useFoundAccounts(sought, useDebounced(sought, 200));
  const nameAlone = client ? null : nameAloneOf(text);
  const options = [
    ...found.slice(0, SHOWN).map(({ user_id, nom, email }) => ({
      key: user_id,
      content: <AccountOption nom={nom} email={email} />,
    })),
    ...(nameAlone
      ? [
          {
            key: NAME_ALONE,
            content: (
              <span className="wrap-anywhere">
                «&#x202f;<bdi>{nameAlone}</bdi>&#x202f;»
                <span className="text-muted">, {TEXTES.pour.sansCompte}</span>
              </span>
            ),
          },
        ]
      : []),
  ];
  return (
    <Card>
      <Field
        label={
          <>
            {TEXTES.pour.titre} <span className="font-normal text-muted">(facultatif)</span>
          </>
        }
        hint={
          !client
            ? TEXTES.pour[begun ? 'aideApresCoup' : 'aide']
            : 'email' in client
              ? `${client.email}. ${emailed ? TEXTES.pour.compte : TEXTES.pour.compteSansEmail}`
              : TEXTES.pour.nomSeul
        }
        error={obstacle && !focused && RESERVATION_REFUS[obstacle].message}
      >
        {(field) => (
          <Combobox
            {...field}
            listLabel={TEXTES.pour.liste}
            text={text}
            options={options}
            note={found.length > SHOWN && TEXTES.pour.autres}
            announcement={TEXTES.pour.trouves(found.length)}
            maxLength={NOM_MAX}
            onText={write}
            onChoose={(key) => {
              const account = found.find(({ user_id }) => user_id === key);
              if (account) choose(account);
              else if (nameAlone) choose({ nom: nameAlone });
            }}
            onFocus={() => setFocused(true)}
            onBlur={() => setFocused(false)}
          />
        )}
      </Field>
    </Card>
  );
}

/** The name in a text without an account. Null if it is not a name. */
const nameAloneOf = (text: string): string | null =>
  isNom(text) ? text.trim().replace(/\s+/gu, ' ') : null;
