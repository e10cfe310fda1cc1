import type { Identifier } from 'react-admin';
import type { LiveConnection } from './live-connection.js';

/** Record changes in the form of react-admin's realtime data providers. */
export interface RecordEvent {
  topic: string;
  type: 'created' | 'updated' | 'deleted';
  payload: { ids: readonly Identifier[] };
}
export type RecordListener = (event: RecordEvent) => void;

/** The topic of every record of a resource. */
export const listTopic = (resource: string): string => `resource/${resource}`;
/** The topic of one record. */
export const recordTopic = (resource: string, id: Identifier): string => `resource/${resource}/${String(id)}`;

/** How long a lock's answer is waited for is its caller's; with `opens` it brings what the lead's page shows. */
interface LockParams {
  id: Identifier;
  meta?: { withinMs?: number; opens?: true };
}

interface Locked {
  held: boolean;
  opened?: object | undefined;
}

/**
 * The realtime methods of the data provider on the live connection: subscribers to a topic are notified of each
 * change of those records; `lock` and `unlock` take and release the hold of a lead, the only record with exclusive
 * editing.
 */
export function realtimeVerbs(live: LiveConnection) {
  const listeners = new Map<string, Set<RecordListener>>();
  let stop: (() => void) | undefined;

  const emit = (topic: string, event: Omit<RecordEvent, 'topic'>) => {
    for (const listener of listeners.get(topic) ?? []) listener({ topic, ...event });
  };
  const listen = () =>
    live.listen('recordChanged', ({ resource, id, change }) => {
      const event = { type: change, payload: { ids: [id] } };
      emit(listTopic(resource), event);
      emit(recordTopic(resource, id), event);
    });

  return {
    subscribe: (topic: string, listener: RecordListener): Promise<void> => {
      stop ??= listen();
      listeners.set(topic, (listeners.get(topic) ?? new Set()).add(listener));
      return Promise.resolve();
    },
    unsubscribe: (topic: string, listener: RecordListener): Promise<void> => {
      const left = listeners.get(topic);
      left?.delete(listener);
      if (left?.size === 0) listeners.delete(topic);
      if (listeners.size === 0) {
        stop?.();
        stop = undefined;
      }
      return Promise.resolve();
    },
    /** Whether the hold is ours: an admin may read on beside another's. Rejects as a refused call does. */
    lock: async (_resource: 'leads', { id, meta = {} }: LockParams): Promise<Locked> => {
      const { opens, ...options } = meta;
      const payload = { lead_id: String(id), ...(opens && { opens }) };
      const { held, opened } = await live.send('busyLead', payload, options);
      return { held, opened };
    },
    unlock: async (_resource: 'leads', { id }: Pick<LockParams, 'id'>): Promise<void> => {
      await live.send('unbusyLead', { lead_id: String(id) });
    },
  };
}
