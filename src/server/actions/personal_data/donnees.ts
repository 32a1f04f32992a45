/** A copy of everything that is stored about the caller (PEOPLE-33). */
import { renderCourriel } from '#documents/emails/courriels.ts';
import { momentAt } from '#domain/core/calendrier.ts';
import { openingHoursOf } from '#domain/slots/horaires.ts';
import { ouvertureInWords, ouvertureOf } from '#domain/slots/ouverture.ts';
import { contactOf } from '#domain/people/contact.ts';
import { withoutJeton } from '#domain/emails/courriels.ts';
import { Refus } from '#domain/errors/errors.ts';
import { withinLimits } from '#server/platform/queue.ts';
import { type Ctx, personneOf } from '#server/platform/services.ts';
import { readDonnees } from '#server/stores/personal_data/donnees.ts';
import { insertJournal } from '#server/stores/journal.ts';
import { getParametres } from '#server/stores/settings.ts';

/**
 * At most one download per person and two per instance at a time, so that they use little memory
 * (ADR-021).
 */
const refusal = (): Refus => new Refus('service_occupe', { retryAfter: 5 });

/**
 * The data of the caller (PEOPLE-33). Dates are ISO 8601; the names of the fields are those of the
 * API. They contain no password, token or secret, and no network address of other people.
 */
export async function download(ctx: Ctx): Promise<Record<string, unknown>> {
  const { id } = personneOf(ctx);
  return withinLimits(
    [
      { group: `donnees ${id}`, max: 1, refusal },
      { group: 'donnees', max: 2, refusal },
    ],
    async () => {
      const stored = await readDonnees(ctx.db, id);
      if (!stored) throw new Refus('session_absente');
      const parametres = await getParametres(ctx.db);
      const centre = {
        ...ctx.centre,
        publicUrl: ctx.publicUrl,
        contact: contactOf(parametres),
        ouvert: ouvertureInWords(ouvertureOf(openingHoursOf(parametres), momentAt(ctx.now()).jour)),
      };
      await insertJournal(ctx.db, ctx, { action: 'donnees.telechargees', objet_id: id });
      const { compte, courriels, journal, seconds_facteurs, ...rest } = stored;
      return {
        centre: ctx.centre.nom,
        etabli_le: ctx.now().toISOString(),
        compte,
        ...rest,
        second_facteur: seconds_facteurs[0] ?? null,
        courriels: courriels.map(
          ({ contenu, sorte, statut, destinataire, created_at, envoye_at }) => {
            const { sujet, texte } = renderCourriel(withoutJeton(contenu), centre);
            return {
              sorte,
              statut,
              destinataire,
              ecrit_le: created_at,
              envoye_le: envoye_at,
              sujet,
              texte,
            };
          },
        ),
        // The network address and browser of another person's action are left out.
        journal: journal.map(
          ({ survenu_at, action, acteur_id, objet, objet_id, details, ip, user_agent }) => ({
            survenu_le: survenu_at,
            action,
            par: acteur_id === id ? 'vous' : 'une autre personne',
            objet,
            objet_id,
            details,
            ...(acteur_id === id && { adresse_ip: ip, navigateur: user_agent }),
          }),
        ),
      };
    },
  );
}
