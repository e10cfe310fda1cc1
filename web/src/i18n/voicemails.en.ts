import { laterMessages } from './later-messages.js';

/** The words of the dialogs on voicemails. The specification's own texts stand here letter for letter. */
export const voicemailMessages = {
  voicemails: {
    file: 'Audio file',
    choose: 'Choose an mp3 or wav file',
    chooseOther: 'Choose another file',
    limit: 'At most 5 MB',
    wrongType: 'The file must be an mp3 or a wav',
    tooLarge: 'The file is larger than 5 MB',
    chooseFirst: 'Choose an audio file first',
    upload: 'Upload',
    loadFailed: 'Voicemails failed to load.',
    remove: 'Remove',
  },
  oooVm: {
    title: 'OOO VM',
    hint: 'Played to callers while you are out of the office, before they leave a message.',
    present: 'Your out-of-office voicemail',
    none: 'None yet. Callers hear the company’s voicemail.',
    label: 'your out-of-office voicemail',
    save: 'Save',
  },
  outboundVm: {
    title: 'OUTBOUND VM',
    hint: 'Leave one on a customer’s machine with one click during a call.',
    list: 'Your voicemails',
    none: 'No voicemails yet. Upload one to use it on calls.',
    label: 'the voicemail %{title}',
    removeOf: 'Remove %{title}',
    removeTitle: 'Remove voicemail',
    removeText: 'This permanently removes “%{title}”.',
    added: 'Added %{at}',
  },
};

export const useVoicemailMessages = laterMessages(voicemailMessages);
