import type { RaRecord } from 'react-admin';
import { useSystemMessages, type SystemMessage } from '../i18n/system.en.js';
import { labelled, type ListColumn } from '../lists/list-column.js';
import { PanelTable, type PanelTableProps } from '../lists/PanelTable.js';

/** A column, labelled by the message of its name. */
export type SystemColumn<R> = Omit<ListColumn<R>, 'label' | 'source'> & { source: SystemMessage };

interface Props<R extends RaRecord> {
  name: SystemMessage;
  empty?: 'none' | 'noDead' | 'noQueues' | 'noActions' | 'noSchema';
  columns: readonly SystemColumn<R>[];
  query: PanelTableProps<R>['query'];
  hueOf?: PanelTableProps<R>['hueOf'];
}

/** A table of the system page. */
export function SystemTable<R extends RaRecord>({ name, empty = 'none', columns, ...table }: Props<R>) {
  const translate = useSystemMessages();
  return (
    <PanelTable
      label={translate(`crm.system.${name}`)}
      columns={labelled(columns, (source) => translate(`crm.system.${source}`))}
      {...table}
      empty={{ title: translate(`crm.system.${empty}Title`), text: translate(`crm.system.${empty}Text`) }}
      failed={translate('crm.system.failedTitle')}
    />
  );
}
