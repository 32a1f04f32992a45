import type { CodeRefus } from '#domain/errors.ts';
import type { Client } from '#domain/reservations.ts';
import { isNom } from '#domain/users.ts';
import { useEcrit } from '#web/data/ecrits.ts';

/** Whom one has chosen: an account, or a name without one. */
export type ClientChoisi = { user_id: string; nom: string; email: string } | { nom: string };

/** What is written in the field, and who was chosen by it; a text that was changed since has chosen nobody. */
type Saisie = { texte: string; choisi: ClientChoisi | null };

const PERSONNE: Saisie = { texte: '', choisi: null };

/** For whom an administrator books. `null` as long as it is for oneself; a rider books for nobody else. */
export function useClient(user: string, admin: boolean) {
  const [saisie, setSaisie] = useEcrit<Saisie>(user, 'client.1', (garde) => garde ?? PERSONNE);
  const { texte, choisi: client } = admin ? saisie : PERSONNE;
  return {
    texte, client,
    /** What is written chooses nobody: a lesson is not booked for oneself by mistake. */
    obstacle: (texte.trim() !== '' && client === null ? 'client_manquant' : null) as CodeRefus | null,
    write: (ecrit: string) => setSaisie({ texte: ecrit, choisi: null }),
    choose: (choisi: ClientChoisi) => setSaisie({ texte: choisi.nom, choisi }),
    forget: () => setSaisie(PERSONNE),
  };
}

/** The name alone that a text may stand for. */
export const nomSeulOf = (texte: string): string | null => (isNom(texte) ? texte.trim().replace(/\s+/gu, ' ') : null);

/** As the call takes it. */
export const pourOf = (client: ClientChoisi): Client => ('user_id' in client ? { user_id: client.user_id } : client);
