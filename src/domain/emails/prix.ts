/** The emails about new prices of lessons that are already booked (MAIL-27). */
import { displayName } from '../people/users.ts';
import type { Participant } from '../lessons/participants.ts';
import type { BookedLecon } from '../lessons/reservations.ts';
import type { Parametres } from '../settings/parametres.ts';
import { nomPiste, type Piste } from '../slots/pistes.ts';
import type { LeconRetarifee, NewCourriel } from './courriels.ts';
import { dueNow, type Recipient, toAccount } from './envois.ts';

/** A lesson with its seats before the change, and the price of its day before and after it. */
type Retarifee = Pick<
  BookedLecon,
  'date_reservation' | 'heure_debut' | 'heure_fin' | 'type_piste' | 'type_lecon'
> & { participants: readonly Participant[]; avant: number; apres: number };

/** Whether riders are told: only if they see prices and get emails about changes. */
export const arePricesTold = (
  parametres: Pick<Parametres, 'showPrices' | 'emailNotifications' | 'sendModification'>,
): boolean => parametres.showPrices && parametres.emailNotifications && parametres.sendModification;

/**
 * One email to each account, about its own seats that got another price (RIDE-02). `evenement`: makes
 * the causes of this change unique.
 */
export function envoisPrix(
  lecons: readonly Retarifee[],
  {
    comptes,
    labelOf,
    pistes,
    parametres,
    evenement,
    now,
  }: {
    comptes: readonly Recipient[];
    labelOf: (type: string) => string;
    pistes: readonly Piste[];
    parametres: Parametres;
    evenement: string;
    now: Date;
  },
): NewCourriel[] {
  if (!arePricesTold(parametres)) return [];
  return comptes.flatMap((user) => {
    const own = lecons.flatMap((lecon): LeconRetarifee[] => {
      const { participants, type_lecon, avant, apres } = lecon;
      const places = participants.filter(
        ({ user_id, centimes }) => user_id === user.id && centimes === avant,
      ).length;
      const { date_reservation, heure_debut, heure_fin, type_piste } = lecon;
      return places === 0
        ? []
        : [
            {
              date_reservation,
              heure_debut,
              heure_fin,
              type_piste,
              type: labelOf(type_lecon),
              piste: nomPiste(pistes, type_piste),
              places,
              avant,
              apres,
            },
          ];
    });
    return own.length === 0
      ? []
      : [
          {
            ...toAccount(user),
            ...dueNow({ sorte: 'prix_changes', nom: displayName(user), lecons: own }, now),
            cause: `prix_changes ${evenement} ${user.id}`,
          },
        ];
  });
}
