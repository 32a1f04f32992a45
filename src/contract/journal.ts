import * as z from 'zod';
import { CATEGORIES } from '#domain/journal/categories.ts';
import { call, NOUNS } from './call.ts';
import { JourSchema, PageSchema } from './fields.ts';

/** Who acted, or whose account it was done to, by the name that the account has now. */
const CompteSchema = z.object({ id: z.string(), nom: z.string() });

const LigneSchema = z.object({
  id: z.int(),
  survenu_at: z.string(),
  /** A word of `domain/journal/journal.ts`. */
  action: z.string(),
  /** null for nobody, for the server itself, and where the account is gone. */
  acteur: z.nullable(CompteSchema),
  /** The server itself did it, at its start or by a command. */
  serveur: z.boolean(),
  /** The account that it was done to, while there is one. */
  compte: z.nullable(CompteSchema),
  objet_id: z.nullable(z.string()),
  /** Ids and changed fields (ACC-72). */
  details: z.record(z.string(), z.unknown()),
  ip: z.nullable(z.string()),
  user_agent: z.nullable(z.string()),
});
export type Ligne = z.infer<typeof LigneSchema>;

export const journal = {
  /**
   * The newest first, 100 a page; `X-Total-Count` is the number of matches (ACC-74). Every change
   * has its line: any noun concerns it.
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
        /** Days in Brussels, both included. */
        du: z.optional(JourSchema),
        au: z.optional(JourSchema),
        /** The account that acted. */
        par: z.optional(z.uuid()),
        /** An id, or part of the name or the email of the account that acted or was concerned. */
        q: z.optional(z.string().check(z.maxLength(200))),
        page: PageSchema,
      }),
    )
    .output(z.array(LigneSchema)),
};
