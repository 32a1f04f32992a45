import * as z from 'zod/mini';
import { call } from './call.ts';

const HorlogeSchema = z.object({
  /** False while the clock is far ahead of all that is known: then nothing is swept, outdated or reminded of. */
  juste: z.boolean(),
  maintenant: z.string(),
  /** The last sign of life before it. */
  dernier: z.nullable(z.string()),
});

export const horloge = {
  get: call
    .route({ method: 'GET', path: '/horloge', summary: "L'horloge du serveur est-elle crue ?" })
    .meta({ who: 'admin', shows: ['horloge'] })
    .output(HorlogeSchema),

  /** An administrator says that the clock is right. */
  confirm: call
    .route({ method: 'POST', path: '/horloge/confirmation', summary: "L'horloge est juste" })
    .meta({ who: 'admin', changes: ['horloge'] })
    .output(HorlogeSchema),
};
