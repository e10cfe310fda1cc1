import { useListContext, type RaRecord } from 'react-admin';
import { z } from 'zod';
import { useLiveList, type LiveRows } from '../lists/useLiveList.js';
import { useVerb } from '../providers/useVerb.js';
import { useSubscribeToRecords } from '../providers/useSubscribe.js';

const versioned = z.looseObject({ id: z.string(), version: z.int() });

/**
 * Keeps the list of a resource as it is on the server: a record that somebody changed is read again and flashes, one that
 * was made or deleted is read with its page, and nothing moves under a reader: then a changed row is read alone.
 */
export function useLiveRecords(resource: string): LiveRows {
  const { data = [] } = useListContext<RaRecord>();
  const { rereadSoon, isReading, patch, ...live } = useLiveList({ resource });
  const rereading = useVerb((provider, id: string) => provider.getOne(resource, { id }), {
    onSuccess: (answer) => {
      patch(versioned.parse(answer.data));
    },
    // Gone meanwhile: its page tells of it once nobody reads it.
    onRefused: () => true,
  });
  useSubscribeToRecords(resource, ({ type, payload: { ids } }) => {
    rereadSoon();
    if (type === 'deleted') return;
    for (const id of ids.map(String)) {
      const isShown = data.some((row) => row.id === id);
      if (isShown && isReading) rereading.mutate(id);
      else if (isShown || type === 'created') live.flashes.flash(id, isShown ? 'changed' : 'new');
    }
  });
  return live;
}
