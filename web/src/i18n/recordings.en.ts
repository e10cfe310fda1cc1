import { laterWords } from './later-words.js';

/** The words of recordings and voicemails: the table of records, the tabs of a lead, the player. */
const recordingWords = {
  player: {
    play: 'Play %{label}',
    pause: 'Pause %{label}',
    again: 'Try again to play %{label}',
    position: 'Position in %{label}',
    at: '%{at} of %{length}',
    notReady: 'Not ready yet',
    failed: 'Could not be played',
  },
  records: {
    title: 'Records',
    search: 'Search records by lead or agent',
    clearSearch: 'Clear search',
    date: 'Date (PT)',
    lead: 'Lead Name',
    agent: 'Agent Name',
    audio: 'Recording',
    ofLead: 'the call with %{lead}, %{at}',
    showNew: 'Show new records',
    none: 'No records yet',
    noneText: 'Calls of more than two minutes stand here as soon as they are recorded.',
    noneMatch: 'No record matches this search',
    noneMatchText: 'The names of leads and agents are searched.',
    formerAgent: 'Nobody',
    unknownLead: 'Unknown',
  },
  history: {
    list: 'Recorded calls of this lead',
    none: 'No recorded calls yet. Each call of this lead stands here once it is over.',
    failed: 'The recorded calls could not be loaded.',
    id: 'Record %{id}',
    open: 'Show the call of %{at}',
    text: 'What was said',
    noText: 'Nothing has been written down of this call.',
    recordFailed: 'This call could not be loaded.',
    label: 'the call of %{at}',
  },
  vm: {
    list: 'Voicemails of this customer',
    none: 'No voicemails. What this customer leaves stands here at once.',
    failed: 'The voicemails could not be loaded.',
    new: 'New',
    unread: '%{smart_count} new voicemail |||| %{smart_count} new voicemails',
    label: 'the voicemail of %{at}',
  },
};

export const useRecordingWords = laterWords(recordingWords);
