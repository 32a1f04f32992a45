import * as z from 'zod';
import { STATUTS_USER } from '#domain/people/users.ts';
import { STATUTS_RESERVATION } from '#domain/lessons/reservations.ts';
import { call } from './call.ts';
import { fault } from './fields.ts';

const QSchema = z.string().check(z.maxLength(200));

const LeconSchema = z.object({
  id: z.string(),
  date_reservation: z.string(),
  heure_debut: z.string(),
  heure_fin: z.string(),
  type_piste: z.string(),
  label: z.string(),
  statut: z.enum(STATUTS_RESERVATION),
  noms: z.array(z.string()),
});

/** The search of administrators (DESK-61 to DESK-64): what a text finds, the first of each kind. */
export const recherche = {
  get: call
    .route({
      method: 'GET',
      path: '/recherche',
      summary: 'Les clients, les noms écrits et les leçons que trouve un texte',
    })
    .meta({ who: 'admin', shows: ['users', 'cavaliers', 'reservations', 'types_lecons'] })
    .input(z.strictObject({ q: QSchema }))
    .output(
      z.object({
        clients: z.array(
          z.object({
            id: z.string(),
            nom: z.string(),
            email: z.nullable(z.string()),
            telephone: z.nullable(z.string()),
            /** Of its account; null without one. */
            statut: z.nullable(z.enum(STATUTS_USER)),
            /** Its riders in whose names a word of the text is. */
            cavaliers: z.array(z.string()),
          }),
        ),
        /** Names of seats without a customer. */
        noms: z.array(
          z.object({
            nom: z.string(),
            places: z.int(),
            prochaine: z.nullable(z.string()),
            derniere: z.string(),
          }),
        ),
        lecons: z.array(LeconSchema),
      }),
    ),

  /**
   * The lessons of a rider, cancelled and deleted ones too (DESK-81). `client`: a customer; of its
   * riders those that the text names. Without one, the text is the written name of seats that have
   * no customer.
   */
  lecons: call
    .route({
      method: 'GET',
      path: '/recherche/lecons',
      summary: "Les leçons d'un cavalier qu'une recherche a trouvé",
    })
    .meta({ who: 'admin', shows: ['users', 'reservations', 'types_lecons'] })
    .input(z.strictObject({ q: QSchema, client: z.optional(z.uuid(fault('client_inconnu'))) }))
    .output(
      z.object({
        a_venir: z.int(),
        passees: z.int(),
        annulees: z.int(),
        lecons: z.array(z.object({ ...LeconSchema.shape, supprimee: z.boolean() })),
      }),
    ),
};
