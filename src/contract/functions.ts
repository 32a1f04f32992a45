/** The three server functions of §7, with its bodies and answers; a refusal also carries `success: false` and `error`. */
import * as z from 'zod/mini';
import type { CodeRefus } from '#domain/errors.ts';
import { call, refusals } from './call.ts';

const fault = (code: CodeRefus) => ({ error: code });

export const functions = {
  /** The same rules as `DELETE /users/{id}` (decision 16). */
  deleteUser: call
    .route({ method: 'POST', path: '/functions/delete-user', summary: 'Supprimer un compte' })
    .meta({ who: 'admin', changes: ['users', 'courriels', 'reservations'] })
    .errors(refusals('utilisateur_introuvable', 'dernier_admin_supprime'))
    .input(z.strictObject({ userId: z.uuid(fault('utilisateur_introuvable')) }))
    .output(z.object({ success: z.literal(true) })),

  /** Decision 39: to one valid address, always from the product's own; `from` is accepted and does nothing. */
  sendEmail: call
    .route({ method: 'POST', path: '/functions/send-email', summary: 'Envoyer un email' })
    .meta({ who: 'admin', changes: ['courriels'] })
    .errors(refusals('destinataire_invalide', 'sujet_invalide', 'message_invalide'))
    .input(z.strictObject({
      to: z.string(fault('destinataire_invalide')),
      subject: z.string(fault('sujet_invalide')),
      html: z.string(fault('message_invalide')),
      from: z.optional(z.string()),
    }))
    .output(z.object({ success: z.literal(true), data: z.object({ id: z.string() }) })),

  /** Answers the same for every address (decision 13); `redirectUrl` may only be this site's own page (decision 39). */
  resetPasswordEmail: call
    .route({ method: 'POST', path: '/functions/reset-password-email', summary: 'Envoyer un lien pour un nouveau mot de passe' })
    .meta({ who: 'all', changes: ['courriels'] })
    .errors(refusals('lien_etranger'))
    .input(z.strictObject({ email: z.string(fault('email_invalide')), redirectUrl: z.optional(z.string(fault('lien_etranger'))) }))
    .output(z.object({ success: z.literal(true) })),
};
