import type { SystemPart } from '@crm/contracts/http/system.js';
import { shownInstant } from '@crm/contracts/time/pacific.js';
import { Clip } from '../controls/Clip.js';
import { useSystemMessages } from '../i18n/system.en.js';
import { SystemTable } from './SystemTable.js';
import { usePartState } from './useSystem.js';

/** The queues of a part, one by one. */
export function QueuesTable({ service }: { service: SystemPart }) {
  const translate = useSystemMessages();
  const { data, error, refetch } = usePartState(service);
  const shown = (value: number | null) => value ?? translate('crm.system.unknown');
  const ofStore = (value: number | null) => (service === 'gateway' ? '–' : shown(value));
  return (
    <SystemTable
      name="queuesTab"
      empty="noQueues"
      query={{ data: data?.queues.map((queue) => ({ ...queue, id: queue.queue })), error, refetch }}
      columns={[
        { source: 'queue', width: 240, shrinksTo: 140, cell: ({ queue }) => <Clip text={queue} /> },
        { source: 'queued', width: 100, align: 'right', cell: ({ depth }) => shown(depth) },
        { source: 'consumers', width: 100, align: 'right', cell: ({ consumers }) => shown(consumers) },
        { source: 'retried', width: 100, align: 'right', cell: ({ waiting }) => ofStore(waiting) },
        { source: 'failed', width: 100, align: 'right', cell: ({ parked }) => ofStore(parked) },
        {
          source: 'oldest',
          width: 180,
          cell: ({ oldest_at }) => (oldest_at === null ? '–' : shownInstant(oldest_at)),
        },
      ]}
    />
  );
}
