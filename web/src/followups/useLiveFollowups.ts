import { useLiveList, type LiveRows } from '../lists/useLiveList.js';
import { useServerEvent } from '../realtime/useServerEvent.js';

/** The list, and with it the values that its filters offer. */
const everything = ['follow-ups'];

/** Keeps the list up to date: a changed row is patched in place and flashes, those that come and go are read anew. */
export function useLiveFollowups(): LiveRows {
  const { rereadSoon, patch, ...live } = useLiveList({ resource: 'follow-ups', key: everything });
  useServerEvent('followupCreate', rereadSoon);
  useServerEvent('followupDelete', rereadSoon);
  useServerEvent('followupUpdate', (row) => {
    patch(row);
    // What it is sorted or filtered by may have changed too.
    rereadSoon();
  });
  return live;
}
