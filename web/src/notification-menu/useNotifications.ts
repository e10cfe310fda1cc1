import { useQueryClient } from '@tanstack/react-query';
import type { EventNotification, Notification } from '@crm/contracts/entities/messaging.js';
import { listNotifications, readNotification } from '@crm/contracts/http/notifications.js';
import { useVerbQuery } from '../providers/useVerbQuery.js';
import { useVerb } from '../providers/useVerb.js';
import { useServerEvent } from '../realtime/useServerEvent.js';
import { useCurrentUser } from '../session/SessionContext.js';

/** How long ago it was is worked out where it is shown. */
export type ShownNotification = Omit<Notification, 'time_passed'>;

const keyOf = (userId: string) => ['notifications', userId] as const;

/** An event leaves out what a notification says: until the list is read again it is counted, and says nothing. */
const withArrived = (known: readonly ShownNotification[], arrived: readonly EventNotification[]) => {
  const ids = new Set(arrived.map(({ id }) => id));
  const bodyOf = ({ id }: EventNotification) => known.find((each) => each.id === id)?.body ?? '';
  const added = arrived.map((each) => ({ ...each, body: bodyOf(each) }));
  return [...added, ...known.filter(({ id }) => !ids.has(id))].sort((a, b) =>
    a.createdAt < b.createdAt ? 1 : a.createdAt > b.createdAt ? -1 : 0,
  );
};

/** What the user has not read yet, the last one first; what comes and what is read elsewhere changes it at once. */
export function useNotifications() {
  const { id: userId } = useCurrentUser();
  const client = useQueryClient();
  const key = keyOf(userId);
  const change = (by: (known: ShownNotification[]) => ShownNotification[]) => {
    client.setQueryData<ShownNotification[]>(key, (known) => known && by(known));
  };
  const reread = () => void client.invalidateQueries({ queryKey: key });
  useServerEvent('receiveMessage', (notified) => {
    change((known) => withArrived(known, [notified]));
    reread();
  });
  useServerEvent('notificationsUpdate', ({ added, removed }) => {
    const gone = new Set(removed.map(({ id }) => id));
    change((known) => withArrived(known, added).filter(({ id }) => !gone.has(id)));
    if (added.length > 0) reread();
  });
  // It says what was left, and not by which notification that is told.
  useServerEvent('createCustomerVoiceMail', reread);
  return useVerbQuery<ShownNotification[]>({
    isKeptLive: true,
    key,
    ask: async (provider, signal) =>
      (await provider.call(listNotifications, { params: { id: userId }, signal })).notifications,
    refetchOnWindowFocus: true,
  });
}

/** Drops a notification; what it is of counts as seen with it. */
export function useReadNotification() {
  const { id: userId } = useCurrentUser();
  const client = useQueryClient();
  const key = keyOf(userId);
  return useVerb((provider, id: string) => provider.call(readNotification, { params: { id } }), {
    onSuccess: (_answer, id) => {
      client.setQueryData<ShownNotification[]>(key, (known) => known?.filter((each) => each.id !== id));
    },
    // Read elsewhere already, or gone: the list says which.
    onRefused: () => void client.invalidateQueries({ queryKey: key }),
  });
}
