/** Opening hours that vary (SET-46), in the format of the settings and the rules. */
import * as z from 'zod';
import { fault, text } from './fields.ts';

const heure = text('periodes_invalides');

const SemaineSchema = z
  .array(
    z.nullable(
      z.array(
        z.strictObject({ debut: heure, fin: heure }, fault('periodes_invalides')),
        fault('periodes_invalides'),
      ),
    ),
    fault('periodes_invalides'),
  )
  .check(z.length(7, fault('periodes_invalides')));

export const HorairesSchema = z.strictObject(
  {
    /** Monday first. null: the usual hours; an empty list: closed. */
    semaine: SemaineSchema,
    saisons: z.array(
      z.strictObject({
        nom: text('saison_nom_invalide'),
        du: text('saison_dates_invalides'),
        au: text('saison_dates_invalides'),
        annuelle: z.boolean(fault('saison_dates_invalides')),
        /** null: the same hours as outside the season. */
        semaine: SemaineSchema,
      }),
      fault('saison_dates_invalides'),
    ),
  },
  fault('periodes_invalides'),
);
