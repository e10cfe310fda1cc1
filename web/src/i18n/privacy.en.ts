import { laterMessages } from './later-messages.js';

/** The page on which admins answer requests of persons about their own data. */
const privacyMessages = {
  privacy: {
    addresses: 'Phones and e-mails of the person',
    addressesHelp: 'Separate several with commas',
    notAddresses: 'Enter phone numbers or e-mails, separated by commas',
    find: 'Find',
    found: 'Leads found',
    own: 'Chosen',
    tick: 'Choose %{name}',
    choose:
      'Choose the leads of this person: two people may share a number. Without a lead, only data that belongs to no lead is included.',
    chosen: '%{smart_count} lead chosen |||| %{smart_count} leads chosen',
    name: 'Name',
    type: 'Type',
    status: 'Status',
    agent: 'Agent',
    reachedBy: 'Phones and e-mail',
    since: 'Since',
    noneTitle: 'No leads found',
    noneText: 'Texts, calls and voicemails without a lead are still found by number.',
    export: 'Collect everything',
    erase: 'Erase',
    exportTitle: 'Collect all data?',
    exportText:
      'Collects leads, notes, calls, transcripts, texts, e-mails, follow-ups and figures. The file can be downloaded for seven days.',
    eraseTitle: 'Permanently erase this person?',
    eraseText:
      'This permanently deletes leads, notes, calls, recordings, voicemails, texts, e-mails and follow-ups, also at the carrier, and removes their deals from the statistics.',
    eraseStays:
      'What the law requires is kept: that the person must not be contacted, and past contact decisions.',
    reason: 'What was requested, and how',
    noReason: 'Enter what was requested',
    neverContact: 'Never contact these numbers and e-mails again',
    exportNow: 'Collect',
    eraseNow: 'Erase for good',
    leads: '%{smart_count} lead |||| %{smart_count} leads',
    done: 'Done',
    waits: 'Waiting for %{services}',
    fetch: 'Download what was collected at %{at}',
    fetchShort: 'Download',
    fetchedBy: 'Fetched by %{who}',
    gone: 'The file has expired',
    noRequestsText: 'Requests are recorded here permanently.',
    nothing: 'Nothing',
    kinds: {
      leads: 'Leads',
      notes: 'Notes',
      contact_overrides: 'Allowances',
      contact_decisions: 'Contact decisions',
      do_not_contact: 'Do not contact',
      refused_rows: 'Refused rows',
      calls: 'Calls',
      recordings: 'Recordings',
      voicemails: 'Voicemails',
      missed_calls: 'Missed calls',
      dialled: 'Dialled',
      texts: 'Texts',
      emails: 'E-mails',
      notifications: 'Notifications',
      followups: 'Follow-ups',
      figures: 'Figures',
    },
  },
};

export const usePrivacyMessages = laterMessages(privacyMessages);
