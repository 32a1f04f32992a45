/** What administrators read about the riders of lessons (RIDE-20). */
import { skipToken, useQuery } from '@tanstack/react-query';
import { orpc } from '#web/data/queries.ts';

/** For the lessons of a day. Nothing is read without a day. */
export const useNotesCavaliers = (jour: string | null) =>
  useQuery(
    orpc.cavaliers.notes.queryOptions({
      input: jour === null ? skipToken : { du: jour, au: jour },
    }),
  );
