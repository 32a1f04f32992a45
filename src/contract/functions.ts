/** The three server functions (API-08). A refusal also carries `success: false` and `error`. */
import * as z from 'zod';
import { call } from './call.ts';
import { fault, text } from './fields.ts';

export const functions = {
  /** The same rules as `DELETE /users/{id}` (ACC-14). */
  deleteUser: call
    .route({ method: 'POST', path: '/functions/delete-user', summary: 'Supprimer un compte' })
    .meta({ who: 'admin', changes: ['users', 'courriels', 'reservations'] })
    .input(z.strictObject({ userId: z.uuid(fault('utilisateur_introuvable')) }))
    .output(z.object({ success: z.literal(true) })),

  /**
   * Sends an email to one valid address. The sender is always the product's own address: `from` is
   * accepted and ignored.
   */
  sendEmail: call
    .route({ method: 'POST', path: '/functions/send-email', summary: 'Envoyer un email' })
    .meta({ who: 'admin', changes: ['courriels'] })
    .input(
      z.strictObject({
        to: text('destinataire_invalide'),
        subject: text('sujet_invalide'),
        html: text('message_invalide'),
        from: z.optional(z.string()),
      }),
    )
    .output(z.object({ success: z.literal(true), data: z.object({ id: z.string() }) })),

  /** Answers the same for every address (ACC-30). `redirectUrl` must be a page of this site. */
  resetPasswordEmail: call
    .route({
      method: 'POST',
      path: '/functions/reset-password-email',
      summary: 'Envoyer un lien pour un nouveau mot de passe',
    })
    .meta({ who: 'all', changes: ['courriels'] })
    .input(
      z.strictObject({
        email: text('email_invalide'),
        redirectUrl: z.optional(text('lien_etranger')),
      }),
    )
    .output(z.object({ success: z.literal(true) })),
};
