import { useEffect } from 'react';
import { useDataProvider, useEvent, type DataProvider } from 'react-admin';
import { listTopic, type realtimeVerbs, type RecordListener } from './record-topics.js';

/** Subscribes to changes of a resource's records while mounted. */
export function useSubscribeToRecords(resource: string, listener: RecordListener): void {
  const dataProvider = useDataProvider<DataProvider & ReturnType<typeof realtimeVerbs>>();
  const latest = useEvent(listener);
  useEffect(() => {
    const topic = listTopic(resource);
    void dataProvider.subscribe(topic, latest);
    return () => void dataProvider.unsubscribe(topic, latest);
  }, [dataProvider, resource, latest]);
}
