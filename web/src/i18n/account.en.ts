import { laterMessages } from './later-messages.js';

/** The words of what a person settles about the own account. The specification's own texts stand here letter for letter. */
export const accountMessages = {
  changePassword: {
    title: 'Change Password',
    old: 'Old password',
    new: 'New password',
    confirmation: 'Confirm new password',
    rule: 'At least 12 characters, such as several words. Other devices are signed out.',
    required: 'Required.',
    mismatch: 'Password must be the same',
    notReady: 'Fill in all three fields first',
  },
  oooText: {
    title: 'OOO TEXT',
    hint: 'Texted to callers while you are out of the office.',
    text: 'Callback text message',
    empty: 'Leave empty to use the company’s text.',
    same: 'No changes to save',
  },
  cellPhone: {
    title: 'Change Cell #',
    hint: 'The number you can be reached at.',
    required: 'Phone is required',
    same: 'No changes to save',
  },
};

export const useAccountMessages = laterMessages(accountMessages);
