/** A search while its text is typed: whether what is found answers the text (PEOPLE-48). */
import { useDebounced } from './useDebounced.ts';

/** Milliseconds without a key before the server is asked. */
const PAUSE = 200;

type Search = { typed: string; asked: string };

/** `typed`: the text of now; `asked`: the text for which the server is asked, '' for none. */
export function useTypedSearch(text: string, pause = PAUSE): Search {
  const typed = text.trim();
  return { typed, asked: useDebounced(typed, pause) };
}

type Query<T> = {
  data: T | undefined;
  isPending: boolean;
  isError: boolean;
  isPlaceholderData: boolean;
  isFetching: boolean;
  refetch: () => unknown;
};

/** `data`: possibly of an earlier text while `reading`; `failed`: what can be read again. */
export type Answer<T> = { data: T | undefined; reading: boolean; failed: readonly Query<T>[] };

export function answerTo<T>({ typed, asked }: Search, query: Query<T>): Answer<T> {
  if (typed === '') return { data: undefined, reading: false, failed: [] };
  const reading = typed !== asked || query.isPlaceholderData || (query.isPending && !query.isError);
  const failed = !reading && query.isError;
  return { data: failed ? undefined : query.data, reading, failed: failed ? [query] : [] };
}
