import * as z from 'zod';
import { call } from './call.ts';

const HorlogeSchema = z.object({
  /** False while the clock is far ahead of all stored times (SET-16). */
  juste: z.boolean(),
  maintenant: z.string(),
  /** The latest instant at which an instance ran with a trusted clock. */
  dernier: z.nullable(z.string()),
});

export const horloge = {
  get: call
    .route({ method: 'GET', path: '/horloge', summary: "L'horloge du serveur est-elle crue ?" })
    .meta({ who: 'admin', shows: ['horloge'] })
    .output(HorlogeSchema),

  /** An administrator confirms that the clock is right. */
  confirm: call
    .route({ method: 'POST', path: '/horloge/confirmation', summary: "L'horloge est juste" })
    .meta({ who: 'admin', changes: ['horloge'] })
    .output(HorlogeSchema),
};
