import { laterMessages } from './later-messages.js';

/** The page of the agency's opening hours. */
export const openingHoursMessages = {
  openingHours: {
    title: 'Opening hours',
    text: 'Shared numbers are answered in these hours; otherwise callers leave a voicemail. An agent’s own number rings whenever the agent is online.',
    timeHelp: 'For example 08:00; leave both empty when closed',
    save: 'Save',
  },
};

export const useOpeningHoursMessages = laterMessages(openingHoursMessages);
