import { useListContext, type RaRecord } from 'react-admin';
import { useLiveList, type LiveRows } from '../lists/useLiveList.js';
import { useSubscribeToRecords } from '../realtime/useSubscribe.js';

/**
 * Keeps the list of a resource as it is on the server: a record that somebody changed is read again and flashes, one that
 * was made or deleted is read with its page, and nothing moves under a reader.
 */
export function useLiveRecords(resource: string): LiveRows {
  const { data = [] } = useListContext<RaRecord>();
  const { rereadSoon, ...live } = useLiveList({ resource });
  useSubscribeToRecords(resource, ({ type, payload: { ids } }) => {
    rereadSoon();
    if (type === 'deleted') return;
    for (const id of ids.map(String)) {
      const isShown = data.some((row) => row.id === id);
      if (isShown || type === 'created') live.flashes.flash(id, isShown ? 'changed' : 'new');
    }
  });
  return live;
}
