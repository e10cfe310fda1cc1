import { laterWords } from './later-words.js';

/** The words of the dialogs on voicemails. The specification's own texts stand here letter for letter. */
const voicemailWords = {
  voicemails: {
    file: 'Audio file',
    choose: 'Choose an mp3 or wav file',
    chooseOther: 'Choose another file',
    limit: 'At most 5 MB',
    wrongType: 'The file must be an mp3 or a wav',
    tooLarge: 'The file is larger than 5 MB',
    chooseFirst: 'Choose an audio file first',
    upload: 'Upload',
    loadFailed: 'The voicemails could not be read.',
    remove: 'Remove',
  },
  oooVm: {
    title: 'OOO VM',
    hint: 'Played to callers while you are out of the office, before they leave a message.',
    present: 'Your out-of-office voicemail',
    none: 'You have none yet: callers hear the one of the company.',
    label: 'your out-of-office voicemail',
    save: 'Save',
  },
  outboundVm: {
    title: 'OUTBOUND VM',
    hint: 'Left on a customer’s machine with one click during a call.',
    list: 'Your voicemails',
    none: 'No voicemails yet. Upload one to leave it on a machine.',
    label: 'the voicemail %{title}',
    removeOf: 'Remove %{title}',
    removeTitle: 'Remove voicemail',
    removeText: '“%{title}” is removed for good.',
    added: 'Added %{at}',
  },
};

export const useVoicemailWords = laterWords(voicemailWords);
