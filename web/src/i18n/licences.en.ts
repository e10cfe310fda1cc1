import { laterMessages } from './later-messages.js';

/** Licences: their page, and what is said where one is missing. */
export const licenceMessages = {
  licences: {
    title: 'Licences',
    emptyText: 'Add licences one by one, or import a CSV file.',
    emptyOwn: 'Licences that an admin adds for you are listed here.',
    add: 'Add licence',
    agent: 'Agent',
    agentsFailed: 'Agents failed to load.',
    expired: 'Expired',
    ended: 'Ended %{date}',
    daysLeft: '%{smart_count} day left |||| %{smart_count} days left',
    lastDay: 'Last day',
    never: 'No expiry',
    invalid: 'Check the fields marked red',
    missing: 'Transfer the call, or reassign the lead to an agent who is licensed there.',
    import: 'Import CSV',
    importTitle: 'Import licences',
    importText:
      'Columns: agent e-mail, state, line (life or health), number, from, until, proof. A licence that exists already is replaced.',
    chooseFile: 'Choose file',
    noFile: 'Choose a CSV file',
    tooLarge: 'The file is larger than 900 KB',
    importNow: 'Import',
    refused: '%{smart_count} row refused |||| %{smart_count} rows refused',
    line: 'Line',
    reason: 'Reason',
    move: 'Leads of %{name}',
    moveTitle: 'Leads to move',
    moveSubtitle: '%{agent}: %{line} leads in %{state}',
    counting: 'Counting leads…',
    countFailed: 'Leads failed to load.',
    none: 'No leads to move',
    count: '%{smart_count} lead |||| %{smart_count} leads',
    moveText: 'Move them to an agent with a valid licence:',
    nobody: 'No other agent holds a valid licence here.',
    pickAgent: 'Choose an agent',
    moveNow: 'Move %{smart_count} lead |||| Move %{smart_count} leads',
    moved: '%{done} of %{total} leads moved to %{name}',
    toCheck: '%{smart_count} licence to be checked |||| %{smart_count} licences to be checked',
    toCheckFirst: {
      left: 'The first is valid for %{smart_count} more day. |||| The first is valid for %{smart_count} more days.',
      ended: 'The first has ended: its agent has no calls, texts or new leads there.',
    },
    toCheckOwn: 'Send your licence details to an admin.',
    review: 'Review',
    close: 'Hide until tomorrow',
  },
};

export const useLicenceMessages = laterMessages(licenceMessages);
