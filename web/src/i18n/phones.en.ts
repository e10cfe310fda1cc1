import { laterWords } from './later-words.js';

/** The words of the dialog on the phone numbers of the states. */
const phoneWords = {
  phones: {
    title: 'Phones',
    hint: 'The number that customers of a state are called from.',
    state: 'State',
    choose: 'Choose a state to see its number.',
    phone: 'Phone number',
    noPhone: 'None: the default phone is used',
    codes: 'Area codes',
    codesHelp: 'Three digits each, with blanks or commas between them',
    noCodes: 'None',
    announce: 'Say at the beginning of a call that it is recorded',
    announced: 'Calls begin by saying that they are recorded',
    notAnnounced: 'Calls do not say that they are recorded',
    edit: 'Edit',
    save: 'Save',
    nothing: 'Nothing has been changed',
    wrongCode: '%{code} is no area code',
    twice: '%{code} is there twice',
    failed: 'The number of this state could not be read.',
  },
};

export const usePhoneWords = laterWords(phoneWords);
