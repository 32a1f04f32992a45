/** Converts anything thrown to a refusal of the table, and writes refusals (API-02). */
import { ORPCError, ValidationError } from '@orpc/contract';
import { type CodeRefus, isCodeRefus, REFUS, Refus } from '#domain/errors/errors.ts';
import { isAccountGone, passingRefus } from '../platform/db.ts';

/**
 * `{ code, status, message }`; the calls below `/api/functions/` add a success flag and the error
 * (API-08).
 */
export function writeRefus(
  url: string,
  code: CodeRefus,
  message: string = REFUS[code].message,
): Record<string, unknown> {
  const refus = { code, status: REFUS[code].status, message };
  return url.startsWith('/api/functions/') ? { success: false, error: message, ...refus } : refus;
}

/** Converts any error to a refusal of the table. */
export function toRefus(error: unknown): Refus {
  if (error instanceof Refus) return error;
  const issue = issueOf(error);
  if (issue) return new Refus(isCodeRefus(issue.message) ? issue.message : 'donnees_invalides');
  if (error instanceof ORPCError && error.status < 500)
    return new Refus('donnees_invalides', { cause: error });
  if (isAccountGone(error)) return new Refus('session_absente', { cause: error });
  return new Refus(passingRefus(error) ?? 'panne', { cause: error });
}

type Issue = {
  message: string;
  path?: ReadonlyArray<PropertyKey | { key: PropertyKey }> | undefined;
};

/** The first fault of an input, in the order in which the contract lists the fields. */
function issueOf(error: unknown): Issue | null {
  const cause = error instanceof ORPCError && error.code === 'BAD_REQUEST' ? error.cause : null;
  return cause instanceof ValidationError ? (cause.issues[0] ?? null) : null;
}

/** The sentence for bad input, with the name of the field; null for any other error. */
export function sentenceOf(error: unknown): string | null {
  const issue = issueOf(error);
  if (!issue || isCodeRefus(issue.message)) return null;
  const keys =
    'keys' in issue && Array.isArray(issue.keys)
      ? issue.keys
      : issue.path?.map((part) => (typeof part === 'object' ? part.key : part));
  const field = keys?.map(String).join('.').slice(0, 80);
  return field ? sentenceAbout(field) : null;
}

export const sentenceAbout = (field: string): string =>
  `${REFUS.donnees_invalides.message.slice(0, -1)} : ${field}.`;

/** A refusal as an error of oRPC. */
export function wireError(
  url: string,
  code: CodeRefus,
  sentence: string,
): ORPCError<string, unknown> {
  return new ORPCError(code, {
    status: REFUS[code].status,
    message: sentence,
    data: writeRefus(url, code, sentence),
  });
}
