import * as z from 'zod';
import { ETATS_CONTROLE } from '#domain/operations/controles.ts';
import { call } from './call.ts';

export const controles = {
  /**
   * What `npm run doctor` checks. It asks the network, so it is no reading that a browser repeats.
   */
  run: call
    .route({ method: 'POST', path: '/controles', summary: "Vérifier l'état du service" })
    .meta({ who: 'admin' })
    .output(
      z.array(
        z.object({
          nom: z.string(),
          etat: z.enum(ETATS_CONTROLE),
          constat: z.string(),
          remede: z.nullable(z.string()),
        }),
      ),
    ),
};
