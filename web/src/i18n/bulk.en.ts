import { laterMessages } from './later-messages.js';

/** What is done with several leads at once. The specification's own texts stand here letter for letter. */
export const bulkMessages = {
  bulk: {
    selectAll: 'Select all %{count}',
    selectAllUncounted: 'Select all',
    assign: 'Bulk Assign',
    send: 'Send Selected',
    delete: 'Delete Selected',
    clear: 'Clear',
    stop: 'Stop',
    stopping: 'Stopping…',
    working: {
      select: 'Selecting %{done} of %{total}',
      assign: 'Assigning %{done} of %{total}',
      send: 'Sending %{done} of %{total}',
      delete: 'Deleting %{done} of %{total}',
    },
    partly: '%{done} of %{total} leads done. The rest is still selected.',
    deleted: '%{count} leads deleted',
    assigned: '%{count} leads assigned to %{name}',
    sent: '%{count} leads sent',
    maxSelected: 'Selection limited to %{count} leads',
    deleteText:
      'The lead is hidden and nobody contacts it any more. Its records are stored for as long as the law requires. |||| The %{count} leads are hidden and nobody contacts them any more. Their records are stored for as long as the law requires.',
    deleteCount: 'Delete 1 lead |||| Delete %{count} leads',
    assignText: 'Assign 1 lead to |||| Assign %{count} leads to',
    assignCount: 'Assign 1 lead |||| Assign %{count} leads',
    pickAgent: 'Choose an agent first',
  },
};

export const useBulkMessages = laterMessages(bulkMessages);
