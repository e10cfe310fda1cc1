import { laterMessages } from './later-messages.js';

/** The words of the notes of a lead. */
export const noteMessages = {
  note: {
    list: 'Notes on this lead',
    label: 'New note',
    placeholder: 'What to know next time',
    send: 'Send',
    sends: 'sends',
    empty: 'Write something first',
    none: 'No notes yet. Everybody who works this lead can see them.',
    failed: 'Notes failed to load.',
    delete: 'Delete the note of %{name}, %{time}',
    deleteTitle: 'Delete note',
    deleteText: 'This permanently deletes the note.',
    deleteAction: 'Delete',
    formerUser: 'A former user',
  },
};

export const useNoteMessages = laterMessages(noteMessages);
