import { eventIterator } from '@orpc/contract';
import * as z from 'zod/mini';
import { call, NOUNS } from './call.ts';

const ChangeSchema = z.object({ changed: z.array(z.enum(NOUNS)) });
export type Change = z.infer<typeof ChangeSchema>;

/** Server-sent events: which nouns changed, never their data (decision 42). Blocked people hear them too (decision 6). */
export const live = call
  .route({ method: 'GET', path: '/live', summary: 'Les changements, au fil de l\'eau' })
  .meta({ who: 'session' })
  .output(eventIterator(ChangeSchema));
