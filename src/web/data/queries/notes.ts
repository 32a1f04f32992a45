/** What administrators read of the riders in lessons (RIDE-20). */
import { skipToken, useQuery } from '@tanstack/react-query';
import { orpc } from '../queries.ts';

/** Of the lessons of a day; nothing is read without a day. */
export const useNotesCavaliers = (jour: string | null) =>
  useQuery(
    orpc.cavaliers.notes.queryOptions({
      input: jour === null ? skipToken : { du: jour, au: jour },
    }),
  );
