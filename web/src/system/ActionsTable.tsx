import type { SystemPart } from '@crm/contracts/http/system.js';
import { shownInstant } from '@crm/contracts/time/pacific.js';
import { Clip } from '../controls/Clip.js';
import { useSystemMessages } from '../i18n/system.en.js';
import { SystemTable } from './SystemTable.js';
import { useActions } from './useSystem.js';

const actions = { retried: 'crm.system.actionRetried', dropped: 'crm.system.actionDropped' } as const;
const results = {
  done: 'crm.system.resultDone',
  failed: 'crm.system.resultFailed',
  begun: 'crm.system.resultBegun',
} as const;

/** Who tried what again or dropped it, the latest first. */
export function ActionsTable({ service }: { service: SystemPart }) {
  const translate = useSystemMessages();
  return (
    <SystemTable
      name="actionsTab"
      empty="noActions"
      query={useActions(service)}
      columns={[
        { source: 'when', width: 180, cell: ({ at }) => shownInstant(at) },
        {
          source: 'who',
          width: 160,
          shrinksTo: 100,
          names: true,
          cell: ({ user_fullname }) => <Clip text={user_fullname} />,
        },
        { source: 'what', width: 120, cell: ({ action }) => translate(actions[action]) },
        {
          source: 'message',
          width: 180,
          shrinksTo: 100,
          cell: ({ type }) => <Clip text={type || translate('crm.system.noType')} />,
        },
        { source: 'queue', width: 200, shrinksTo: 100, cell: ({ queue }) => <Clip text={queue} /> },
        { source: 'result', width: 120, cell: ({ result }) => translate(results[result]) },
      ]}
    />
  );
}
