// chunk: people-lists
import type { ClientTrouve } from '#domain/customers/clients.ts';
import { cleOf } from '#domain/riders/cavaliers.ts';
import { isNom } from '#domain/people/users.ts';
import type { Option } from '#web/ui/forms/Combobox.tsx';

/** The key of the option that makes a customer of the typed name. */
export const NEW_CLIENT = 'nouveau client';

/**
 * The name of a new customer in a typed text: null if it is not a name, or if a customer without an
 * account has it already, who is then chosen instead (CLI-02).
 */
export const newClientIn = (text: string, found: readonly ClientTrouve[]): string | null =>
  isNom(text) &&
  !found.some(
    ({ nom, telephone, compte }) => !compte && telephone === null && cleOf(nom) === cleOf(text),
  )
    ? text.trim().replace(/\s+/gu, ' ')
    : null;

/**
 * The customers that a search found, the first ones only, then the new customer; `enter`: whether Enter
 * takes that one without the arrow keys.
 */
export const clientOptions = (
  found: readonly ClientTrouve[],
  shown: number,
  nouveau: { nom: string | null; enter?: boolean },
): Option[] => [
  ...found.slice(0, shown).map((client) => ({
    key: client.id,
    content: (
      <>
        <bdi className="font-medium wrap-anywhere">{client.nom}</bdi>
        <bdi className="text-sm wrap-anywhere text-muted">{apartOf(client)}</bdi>
      </>
    ),
  })),
  ...(nouveau.nom === null
    ? []
    : [
        {
          key: NEW_CLIENT,
          ...(nouveau.enter === false && { enter: false }),
          content: (
            <span className="wrap-anywhere">
              «&#x202f;<bdi>{nouveau.nom}</bdi>&#x202f;»
              <span className="text-muted">, nouveau client</span>
            </span>
          ),
        },
      ]),
];

/** What tells customers of one name apart. */
export const apartOf = ({ email, telephone, compte }: ClientTrouve): string | null =>
  compte ? email : [telephone ?? email, 'sans compte'].filter(Boolean).join(' · ');

export const NOT_SEARCHED =
  "Les clients n'ont pas pu être cherchés. Vérifiez votre connexion, puis réessayez.";

/** How many were found, for screen readers. */
export const clientsFound = (n: number): string =>
  n === 0 ? 'Aucun client trouvé' : `${n} client${n > 1 ? 's' : ''} trouvé${n > 1 ? 's' : ''}`;
