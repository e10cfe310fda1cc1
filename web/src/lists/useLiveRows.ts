import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef } from 'react';
import { useLiveConnection } from '../realtime/RealtimeProvider.js';
import { createFlashes } from './flashes.js';
import { useReading } from './useReading.js';

/** The rows of a list: whether somebody is reading them, and which have just changed. */
export function useLiveRows(resource: string) {
  const rows = useRef<HTMLDivElement>(null);
  const isReading = useReading(rows);
  const flashes = useMemo(createFlashes, []);
  useEffect(
    () => () => {
      flashes.clear();
    },
    [flashes],
  );
  const client = useQueryClient();
  const connection = useLiveConnection();
  // Rows that were there before their rooms were joined may have changed meanwhile; those under way are asked for once.
  useEffect(
    () =>
      connection.onGap((gap) => {
        if (gap === 'loss') return;
        void client.invalidateQueries({ queryKey: [resource, 'getList'] }, { cancelRefetch: false });
      }),
    [client, connection, resource],
  );
  return { rows, isReading, flashes };
}
