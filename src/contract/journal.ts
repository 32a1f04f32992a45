import * as z from 'zod';
import { CATEGORIES } from '#domain/journal/categories.ts';
import { call, NOUNS } from './call.ts';
import { JourSchema, PageSchema } from './fields.ts';

/** The account that acted, or who was affected, with its present name. */
const CompteSchema = z.object({ id: z.string(), nom: z.string() });

const SuiteSchema = z.object({
  id: z.int(),
  /** An action of `domain/journal/journal.ts`. */
  action: z.string(),
  /** The affected account or customer, if it still exists. */
  compte: z.nullable(CompteSchema),
  objet_id: z.nullable(z.string()),
  /** Ids and changed fields (ACC-72). */
  details: z.record(z.string(), z.unknown()),
});

export const LigneSchema = z.object({
  ...SuiteSchema.shape,
  survenu_at: z.string(),
  /** null if nobody acted, if the server itself did, or if the account no longer exists. */
  acteur: z.nullable(CompteSchema),
  /** True if the server itself did it, at its start or by a command. */
  serveur: z.boolean(),
  ip: z.nullable(z.string()),
  user_agent: z.nullable(z.string()),
  /** The other lines of its act (ACC-76). */
  suites: z.array(SuiteSchema),
});
export type Ligne = z.infer<typeof LigneSchema>;

export const journal = {
  /**
   * Acts, newest first, 100 per page; `X-Total-Count` is the number of matches (ACC-74). Every change
   * adds a line to the journal, so the list depends on every noun.
   */
  list: call
    .route({
      method: 'GET',
      path: '/journal',
      summary: "Le journal : qui a fait quoi, quand, d'où",
    })
    .meta({ who: 'admin', shows: NOUNS })
    .input(
      z.strictObject({
        categorie: z.optional(z.enum(CATEGORIES)),
        /** Days in the time zone of Brussels, both included. */
        du: z.optional(JourSchema),
        au: z.optional(JourSchema),
        /** The account that acted. */
        par: z.optional(z.uuid()),
        /**
         * An id; part of the name or the email of the account that acted or was affected, of the
         * name of a customer or in a lesson; or beginnings of words of the sentence.
         */
        q: z.optional(z.string().check(z.maxLength(200))),
        page: PageSchema,
      }),
    )
    .output(z.array(LigneSchema)),
};
