import { useEffect } from 'react';
import { useEvent } from 'react-admin';
import { useVerbs } from './useVerb.js';
import { listTopic, type RecordListener } from '../realtime/record-topics.js';

/** Subscribes to changes of a resource's records while mounted. */
export function useSubscribeToRecords(resource: string, listener: RecordListener): void {
  const dataProvider = useVerbs();
  const latest = useEvent(listener);
  useEffect(() => {
    const topic = listTopic(resource);
    void dataProvider.subscribe(topic, latest);
    return () => void dataProvider.unsubscribe(topic, latest);
  }, [dataProvider, resource, latest]);
}
