import * as z from 'zod';
import { call } from './call.ts';
import { EcritureSchema } from './fields.ts';

export const ecritures = {
  /**
   * Whether a write with this id is stored (API-28). If it is, the caller may send it again for its
   * answer: nothing is stored twice (API-27).
   */
  get: call
    .route({
      method: 'GET',
      path: '/ecritures/{id}',
      summary: "Une écriture dont la réponse s'est perdue est-elle enregistrée ?",
    })
    .meta({ who: 'signed-in' })
    .input(z.strictObject({ id: EcritureSchema }))
    .output(z.object({ enregistree: z.boolean() })),
};
