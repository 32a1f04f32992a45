/** The live stream to one open screen: which nouns changed, never their data (UI-11, UI-12). */
import type { Change } from '#contract/live.ts';
import { type Ctx, personneOf } from '../platform/services.ts';

/**
 * A stream ends after this time and the browser reopens it (LIM-26), so that no stream outlives its
 * session for longer.
 */
const LIFETIME_MS = 15 * 60 * 1000;

/**
 * Yields changes until the browser closes the stream, the server stops, or `LIFETIME_MS` has
 * passed.
 */
export async function* streamChanges(
  ctx: Ctx,
  signal: AbortSignal | undefined,
): AsyncGenerator<Change, void> {
  const end = AbortSignal.any([AbortSignal.timeout(LIFETIME_MS), ...(signal ? [signal] : [])]);
  yield* ctx.live.subscribe(end, personneOf(ctx).id);
}
