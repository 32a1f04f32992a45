import * as z from 'zod';
import { STATUTS_USER } from '#domain/people/users.ts';
import { STATUTS_RESERVATION } from '#domain/reservations/reservations.ts';
import { call } from './call.ts';

/** The search of administrators (DESK-61 to DESK-64): what a text finds, the first of each kind. */
export const recherche = {
  get: call
    .route({
      method: 'GET',
      path: '/recherche',
      summary: 'Les clients, les noms écrits et les leçons que trouve un texte',
    })
    .meta({ who: 'admin', shows: ['users', 'cavaliers', 'reservations', 'types_lecons'] })
    .input(z.strictObject({ q: z.string().check(z.maxLength(200)) }))
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
        lecons: z.array(
          z.object({
            id: z.string(),
            date_reservation: z.string(),
            heure_debut: z.string(),
            heure_fin: z.string(),
            type_piste: z.string(),
            label: z.string(),
            statut: z.enum(STATUTS_RESERVATION),
            noms: z.array(z.string()),
          }),
        ),
      }),
    ),
};
