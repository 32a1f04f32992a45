/** The input fields that several nouns share. */
import * as z from 'zod';
import { isJour } from '#domain/core/calendrier.ts';
import type { CodeRefus } from '#domain/errors/errors.ts';

/** Every fault of the field is answered with one sentence of the table of refusals. */
export const fault = (code: CodeRefus) => ({ error: code });

export const text = (code: CodeRefus) => z.string(fault(code));

/** The id of the arena in a request. */
export const PisteIdSchema = text('type_piste_manquant').check(
  z.regex(/^[a-z0-9_]{1,60}$/, fault('type_piste_manquant')),
);

/** An existing day, `yyyy-MM-dd`. */
export const JourSchema = text('date_manquante').check(z.refine(isJour, fault('date_manquante')));

/** The next price of a lesson type: euros, and the first day for which it holds (PRICE-03). */
export const SuivantSchema = z.strictObject({
  du: text('prix_jour_invalide').check(z.refine(isJour, fault('prix_jour_invalide'))),
  prix: z.number(fault('prix_invalide')),
});

/**
 * The id of a write, drawn by its caller: a repeated call finds what it has stored (API-27). A page
 * of an earlier version sends none.
 */
export const EcritureSchema = z.uuid(fault('donnees_invalides'));

/** The page number in a long list, from 1. */
export const PageSchema = z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(100_000)), 1);
