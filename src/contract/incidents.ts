/**
 * The report that a screen sends about an unexpected error (UI-48). Every field has a narrow
 * pattern, so no free text can be sent.
 */
import * as z from 'zod';
import { call } from './call.ts';
import { fault } from './fields.ts';

const like = (pattern: RegExp) =>
  z.string(fault('donnees_invalides')).check(z.regex(pattern, fault('donnees_invalides')));

export const incidents = {
  /**
   * Writes the report to the server's log. `noted`: false if this hour already had the maximum of
   * reports (LIM-57).
   */
  report: call
    .route({ method: 'POST', path: '/incidents', summary: "Signaler une erreur d'un écran" })
    .meta({ who: 'all' })
    .input(
      z.strictObject({
        /** The class name of the error. */
        type: like(/^[A-Z][A-Za-z]{0,39}$/),
        /** React's error number. */
        code: z.nullable(like(/^react-\d{1,4}$/)),
        /** The pattern of the page's address. */
        screen: like(/^\/[a-z*/-]{0,40}$/),
        /** The entry file of the application; its name contains a hash of its content. */
        version: like(/^[a-z]{1,20}-[\w-]{4,20}\.js$/),
        /** The stack of the error, innermost frame first: `file:line:column`. */
        frames: z.array(like(/^[\w-]{1,60}\.js:\d{1,7}:\d{1,7}$/)).check(z.maxLength(10)),
      }),
    )
    .output(z.object({ noted: z.boolean() })),
};
