import { useState } from 'react';
import { useVoicemailMessages } from '../i18n/voicemails.en.js';
import { refusalOf } from '../http/http-client.js';
import { faultOfAudio } from './audio-file.rules.js';

/** The file that is chosen for an upload, and what speaks against it. */
export function useChosenAudio() {
  const translate = useVoicemailMessages();
  const [file, setFile] = useState<File>();
  const [refused, setRefused] = useState<string>();
  const fault = file && faultOfAudio(file);
  const error = fault ? translate(`crm.voicemails.${fault}`) : refused;
  return {
    field: {
      file,
      error,
      onChoose: (chosen: File) => {
        setFile(chosen);
        setRefused(undefined);
      },
    },
    /** Why it cannot be sent now. */
    reason: file === undefined ? translate('crm.voicemails.chooseFirst') : error,
    /** What goes out; the server reads as it receives: whose it is stands before it. */
    formFor: (userId: string) => {
      const form = new FormData();
      form.append('user_id', userId);
      if (file) form.append('audio', file, file.name);
      return form;
    },
    refuse: (thrown: unknown) => {
      setRefused(refusalOf(thrown)?.errors?.['audio']);
    },
    clear: () => {
      setFile(undefined);
    },
  };
}
