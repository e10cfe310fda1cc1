import { useState } from 'react';
import { sentFilesFault } from '@crm/contracts/codes/text-files.js';
import { uploadTextFile } from '@crm/contracts/http/messaging.js';
import { useShowAnswer } from '../notifications/useShowAnswer.js';
import { useVerb } from '../providers/useVerb.js';

/** A file that is to go with the text: uploaded as soon as it is chosen. */
export interface Attachment {
  key: string;
  file: File;
  /** Its id at the server; undefined while it is uploaded. */
  id: string | undefined;
}

/** The files of a text that is being written. */
export function useAttachments() {
  const showAnswer = useShowAnswer();
  const [attached, setAttached] = useState<readonly Attachment[]>([]);
  const remove = (keys: readonly string[]) => {
    setAttached((now) => now.filter(({ key }) => !keys.includes(key)));
  };
  const { mutate } = useVerb(
    async (provider, { key, file }: Attachment) => {
      const body = new FormData();
      body.append('file', file, file.name);
      try {
        return { key, id: (await provider.call(uploadTextFile, { body })).file.id };
      } catch (error) {
        remove([key]);
        throw error;
      }
    },
    {
      onSuccess: ({ key, id }) => {
        setAttached((now) => now.map((each) => (each.key === key ? { ...each, id } : each)));
      },
    },
  );
  return {
    attached,
    isUploading: attached.some(({ id }) => id === undefined),
    remove,
    /** Adds files and uploads them, or says why they cannot go with a text. */
    add: (files: readonly File[]) => {
      const added = files.map((file): Attachment => ({ key: crypto.randomUUID(), file, id: undefined }));
      const all = [...attached, ...added].map(({ file: { type, size: bytes } }) => ({ type, bytes }));
      const fault = sentFilesFault(all);
      if (fault !== undefined) {
        showAnswer({ message: fault });
        return;
      }
      setAttached((now) => [...now, ...added]);
      for (const each of added) mutate(each);
    },
  };
}
