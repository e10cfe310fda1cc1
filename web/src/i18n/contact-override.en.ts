import { laterMessages } from './later-messages.js';

/** Contact that somebody allows against the rules. The specification's own texts stand here letter for letter. */
export const contactOverrideMessages = {
  contact: {
    allowTitle: 'Allow contact against the rules?',
    allowText: '%{reason}. Your name and reason are recorded.',
    reason: 'Reason',
    channel: 'Channel',
    calls: 'Calls',
    texts: 'Texts',
    hours: 'For how long',
    hour: '%{smart_count} hour |||| %{smart_count} hours',
    requestedOn: 'Customer asked on',
    reasonNeeded: 'Enter a reason and the date of the customer’s request',
    callsAllowed: 'Calls allowed by %{by} until %{time}',
    textsAllowed: 'Texts allowed by %{by} until %{time}',
    emailsAllowed: 'E-mails allowed by %{by} until %{time}',
    because: '“%{reason}”',
    becauseOn: '“%{reason}”, asked on %{date}',
    end: 'End',
    endOf: 'End: %{says}',
  },
};

export const useContactOverrideMessages = laterMessages(contactOverrideMessages);
