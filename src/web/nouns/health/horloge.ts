// chunk: admin-frame
/** The server's clock, for administrators. */
import { useQuery } from '@tanstack/react-query';
import { api } from '#contract/api.ts';
import { client } from '#web/data/client.ts';
import { orpc } from '#web/data/queries.ts';
import { sure, useSurely } from '#web/data/surely.ts';

const CONFIRMATION = sure<void, Awaited<ReturnType<typeof client.horloge.get>>>({
  write: () => client.horloge.confirm(),
  find: async () => {
    const found = await client.horloge.get();
    return found.juste ? found : null;
  },
});

export const useHorloge = () => useQuery(orpc.horloge.get.queryOptions());

export const useConfirmHorloge = () =>
  useSurely(CONFIRMATION, { call: api.horloge.confirm, once: true, wait: true });
