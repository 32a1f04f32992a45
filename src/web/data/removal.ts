/** What a person removes from a list of their own. */
import { codeOf } from './client.ts';
import { LOOK_UP, withinMs } from './queries.ts';

/** Removes. Where the answer was lost, the list tells: what is gone was removed (UI-32). */
export async function removeSurely<T>(id: string, remove: () => Promise<T>, list: () => Promise<readonly { id: string }[]>): Promise<T | { success: boolean }> {
  try {
    return await remove();
  } catch (error) {
    const left = codeOf(error) === null ? await withinMs(LOOK_UP, list().catch(() => undefined)) : undefined;
    if (!left || left.some((one) => one.id === id)) throw error;
    return { success: true };
  }
}
