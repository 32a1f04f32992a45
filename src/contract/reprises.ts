import * as z from 'zod';
import { call } from './call.ts';
import { fault } from './fields.ts';

/** A lesson that the caller may book again as it is; `rejoindre`: by joining one (RIDE-71). */
const RepriseSchema = z.object({
  type_lecon: z.string(),
  type_piste: z.string(),
  date_reservation: z.string(),
  heure_debut: z.string(),
  heure_fin: z.string(),
  noms_participants: z.array(z.string()),
  rejoindre: z.boolean(),
});
export type RepriseLue = z.infer<typeof RepriseSchema>;

const SHOWS = ['reservations', 'fermetures', 'parametres', 'types_lecons', 'pistes'] as const;

export const reprises = {
  /** The usual lessons of the caller, each at its next free moment (RIDE-70). */
  list: call
    .route({
      method: 'GET',
      path: '/reservations/reprises',
      summary: 'Ses leçons habituelles, à leur prochain moment libre',
    })
    .meta({ who: 'signed-in', shows: SHOWS })
    .output(z.array(RepriseSchema)),

  /**
   * One of the caller's own lessons a week later (RIDE-72). `jour`: the day asked for; `obstacle`: why
   * it cannot be that day; `reprise`: the lesson on that day, or on the next one that is free.
   */
  encore: call
    .route({
      method: 'GET',
      path: '/reservations/{id}/encore',
      summary: 'La même leçon une semaine plus tard',
    })
    .meta({ who: 'signed-in', shows: SHOWS })
    .input(z.strictObject({ id: z.uuid(fault('reservation_introuvable')) }))
    .output(
      z.object({
        jour: z.string(),
        obstacle: z.nullable(z.string()),
        reprise: z.nullable(RepriseSchema),
      }),
    ),
};
