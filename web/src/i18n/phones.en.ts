import { laterMessages } from './later-messages.js';

/** The words of the dialog on the phone numbers of the states. */
export const phoneMessages = {
  phones: {
    title: 'Phones',
    hint: 'The number used to call customers in a state.',
    state: 'State',
    choose: 'Choose a state to see its number.',
    noPhone: 'None (the default phone is used)',
    noCodes: 'None',
    announced: 'Calls announce that they are recorded',
    notAnnounced: 'Calls do not announce recording',
    edit: 'Edit',
    save: 'Save',
    failed: 'The number of this state failed to load.',
  },
};

export const usePhoneMessages = laterMessages(phoneMessages);
