import { laterMessages } from './later-messages.js';

/** The words of recordings and voicemails: the table of records, the tabs of a lead, the player. */
export const recordingMessages = {
  player: {
    play: 'Play %{label}',
    pause: 'Pause %{label}',
    again: 'Try again to play %{label}',
    position: 'Position in %{label}',
    at: '%{at} of %{length}',
    speed: 'Speed %{speed} times',
    notReady: 'Not ready yet',
    failed: 'Could not be played',
  },
  records: {
    title: 'Records',
    search: 'Search records by lead or agent',
    date: 'Date (PT)',
    lead: 'Lead Name',
    agent: 'Agent Name',
    audio: 'Recording',
    ofLead: 'the call with %{lead}, %{at}',
    showNew: 'Show new records',
    none: 'No records yet',
    noneText: 'Recorded calls of more than two minutes appear here.',
    noneMatch: 'No records match this search',
    noneMatchText: 'Search by lead or agent name.',
    formerAgent: 'Nobody',
    unknownLead: 'Unknown',
  },
  history: {
    list: 'Recorded calls of this lead',
    none: 'No recorded calls yet',
    failed: 'Recorded calls failed to load.',
    id: 'Record %{id}',
    text: 'What was said',
    noText: 'No transcript',
    recordFailed: 'This call failed to load.',
    label: 'the call of %{at}',
  },
  vm: {
    list: 'Voicemails of this customer',
    none: 'No voicemails',
    failed: 'Voicemails failed to load.',
    new: 'New',
    unread: '%{smart_count} new voicemail |||| %{smart_count} new voicemails',
    label: 'the voicemail of %{at}',
  },
};

export const useRecordingMessages = laterMessages(recordingMessages);
