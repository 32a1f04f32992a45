/** The stream of changes to one open screen (decision 42): which nouns changed, never their data. */
import type { Change } from '#contract/live.ts';
import { type Ctx, personneOf } from '../platform/services.ts';

/**
 * A stream ends by itself after a while and the browser opens it again, so that no stream outlives
 * its session by more than this.
 */
const LIFETIME_MS = 15 * 60 * 1000;

/** Yields what changed until the browser leaves, the server stops, or the stream has had its time. */
export async function* streamChanges(ctx: Ctx, signal: AbortSignal | undefined): AsyncGenerator<Change, void> {
  const end = AbortSignal.any([AbortSignal.timeout(LIFETIME_MS), ...(signal ? [signal] : [])]);
  yield* ctx.live.subscribe(end, personneOf(ctx).id);
}
