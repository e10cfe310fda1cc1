import { laterWords } from './later-words.js';

/** The words of the notes of a lead. */
const noteWords = {
  note: {
    list: 'Notes on this lead',
    label: 'New note',
    placeholder: 'What is worth knowing next time',
    send: 'Send',
    sends: 'sends',
    empty: 'Write something first',
    none: 'No notes yet. What you write here is seen by everybody who works this lead.',
    failed: 'The notes could not be loaded.',
    delete: 'Delete the note of %{name}, %{time}',
    deleteTitle: 'Delete note',
    deleteText: 'The note is deleted for good.',
    deleteAction: 'Delete',
    formerUser: 'A former user',
  },
};

export const useNoteWords = laterWords(noteWords);
