import { laterWords } from './later-words.js';

/** The words of what a person settles about the own account. The specification's own texts stand here letter for letter. */
export const accountWords = {
  changePassword: {
    title: 'Change Password',
    old: 'Old password',
    new: 'New password',
    confirmation: 'Confirm new password',
    rule: 'At least 8 characters. Other devices are signed out.',
    required: 'Required.',
    mismatch: 'Password must be the same',
    notReady: 'Fill in the three fields first',
  },
  oooText: {
    title: 'OOO TEXT',
    hint: 'Texted to callers while you are out of the office.',
    text: 'Callback text message',
    empty: 'Without one callers get the one of the company.',
    same: 'Nothing was changed',
  },
  cellPhone: {
    title: 'Change Cell #',
    hint: 'The number that you can be reached at.',
    required: 'Phone is required',
    same: 'Nothing was changed',
  },
};

export const useAccountWords = laterWords(accountWords);
