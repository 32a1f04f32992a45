/** The search of administrators (DESK-61, DESK-81). */
import { keepPreviousData, skipToken, useQuery } from '@tanstack/react-query';
import { RECHERCHE_MIN } from '#domain/planning/recherche.ts';
import { orpc } from '#web/data/queries.ts';

/**
 * What a text finds. The results of the previous text stay until the next ones arrive; a late
 * answer for another text is never shown.
 */
export const useRecherche = (q: string) =>
  useQuery(
    orpc.recherche.get.queryOptions({
      input: q.length >= RECHERCHE_MIN ? { q } : skipToken,
      placeholderData: keepPreviousData,
    }),
  );

/**
 * The lessons of a found customer, or of a written name without one. Nothing is read for null.
 */
export const useLeconsTrouvees = (asked: { q: string; client?: string } | null) =>
  useQuery(
    orpc.recherche.lecons.queryOptions({
      input: asked ?? skipToken,
    }),
  );
