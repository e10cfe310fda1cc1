import { laterMessages } from './later-messages.js';

/** The words of the dialog on the phone numbers of the states. */
const phoneMessages = {
  phones: {
    title: 'Phones',
    hint: 'The number used to call customers in a state.',
    state: 'State',
    choose: 'Choose a state to see its number.',
    phone: 'Phone number',
    noPhone: 'None (the default phone is used)',
    codes: 'Area codes',
    codesHelp: 'Three digits each, separated by spaces or commas',
    noCodes: 'None',
    announce: 'Announce at the start of a call that it is recorded',
    announced: 'Calls announce that they are recorded',
    notAnnounced: 'Calls do not announce recording',
    edit: 'Edit',
    save: 'Save',
    nothing: 'No changes to save',
    wrongCode: '%{code} is not an area code',
    twice: '%{code} is listed twice',
    failed: 'The number of this state failed to load.',
  },
};

export const usePhoneMessages = laterMessages(phoneMessages);
