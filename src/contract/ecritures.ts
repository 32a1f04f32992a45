import * as z from 'zod';
import { call } from './call.ts';
import { EcritureSchema } from './fields.ts';

export const ecritures = {
  /**
   * What a write with this id has stored, null if none is stored (API-28): a lesson, a closure or a
   * series, which may be gone since, or a free line, a correction or a payment.
   */
  get: call
    .route({
      method: 'GET',
      path: '/ecritures/{id}',
      summary: "Une écriture dont la réponse s'est perdue est-elle enregistrée ?",
    })
    .meta({ who: 'signed-in' })
    .input(z.strictObject({ id: EcritureSchema }))
    .output(z.object({ objet_id: z.nullable(z.string()) })),
};
