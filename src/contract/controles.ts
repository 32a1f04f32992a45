import * as z from 'zod';
import { ETATS_CONTROLE } from '#domain/health/controles.ts';
import { call } from './call.ts';

export const controles = {
  /**
   * Runs the checks of `npm run doctor`. They use the network, so browsers must not repeat this
   * call: it is a POST.
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
