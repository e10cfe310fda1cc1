import type { PartState, SystemPart } from '@crm/contracts/http/system.js';
import { shownCount } from '../i18n/shown-numbers.js';
import { Clip } from '../controls/Clip.js';
import { useSystemMessages } from '../i18n/system.en.js';
import { SystemTable } from './SystemTable.js';
import { usePartState } from './useSystem.js';

type Progress = NonNullable<PartState['schema']>[number];
const stateOf = {
  pending: 'crm.system.schemaPending',
  running: 'crm.system.schemaRunning',
  failed: 'crm.system.schemaFailed',
  done: 'crm.system.schemaDone',
} as const;

/** The collections of a service that have had a migration, and how far it is. */
export function SchemaTable({ service }: { service: SystemPart }) {
  const translate = useSystemMessages();
  const { data, error, refetch } = usePartState(service);
  const progressOf = ({ state, documents, total }: Progress) =>
    state === 'pending' || total === 0
      ? '–'
      : translate('crm.system.schemaProgress', {
          documents: shownCount(documents),
          total: shownCount(total),
        });
  return (
    <SystemTable
      name="schemaTab"
      empty="noSchema"
      query={{
        data: data?.schema?.map((progress) => ({ ...progress, id: progress.collection })),
        // The service answers, and cannot read its own store.
        error: data?.schema === null ? new Error(translate('crm.system.failedText')) : error,
        refetch,
      }}
      hueOf={({ state }) => (state === 'failed' ? 'red' : 'neutral')}
      columns={[
        {
          source: 'collection',
          width: 180,
          shrinksTo: 130,
          names: true,
          cell: ({ collection }) => <Clip text={collection} />,
        },
        {
          source: 'schemaVersion',
          width: 120,
          cell: ({ version, known }) => translate('crm.system.schemaVersionOf', { version, known }),
        },
        {
          source: 'migration',
          width: 260,
          shrinksTo: 130,
          cell: ({ migration }) => <Clip text={migration} />,
        },
        {
          source: 'state',
          width: 200,
          shrinksTo: 140,
          cell: ({ state, failure }) => <Clip text={translate(stateOf[state], { failure: failure ?? '' })} />,
        },
        { source: 'progress', width: 180, align: 'right', cell: progressOf },
      ]}
    />
  );
}
