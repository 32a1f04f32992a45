import type { CodeRefus } from '#domain/errors.ts';
import type { Client } from '#domain/reservations.ts';
import { isNom } from '#domain/users.ts';
import { useEcrit } from '#web/data/ecrits.ts';

/** The chosen client: an account, or a name without one. */
export type ClientChoisi = { user_id: string; nom: string; email: string } | { nom: string };

/** The text of the field, and the client chosen with it; a later change of the text clears the choice. */
type Saisie = { texte: string; choisi: ClientChoisi | null };

const PERSONNE: Saisie = { texte: '', choisi: null };

/** The client an administrator books for (BOOK-26); null: oneself, always so for a rider. */
export function useClient(user: string, admin: boolean) {
  const [saisie, setSaisie] = useEcrit<Saisie>(user, 'client.1', (garde) => garde ?? PERSONNE);
  const { texte, choisi: client } = admin ? saisie : PERSONNE;
  return {
    texte, client,
    /** A text without a choice refuses the booking, so that nobody books for themselves by mistake. */
    obstacle: (texte.trim() !== '' && client === null ? 'client_manquant' : null) as CodeRefus | null,
    write: (ecrit: string) => setSaisie({ texte: ecrit, choisi: null }),
    choose: (choisi: ClientChoisi) => setSaisie({ texte: choisi.nom, choisi }),
    forget: () => setSaisie(PERSONNE),
  };
}

/** The name that a text gives without an account; null where it is not a name. */
export const nomSeulOf = (texte: string): string | null => (isNom(texte) ? texte.trim().replace(/\s+/gu, ' ') : null);

/** The client as the call takes it. */
export const pourOf = (client: ClientChoisi): Client => ('user_id' in client ? { user_id: client.user_id } : client);
