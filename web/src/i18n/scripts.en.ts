import { laterMessages } from './later-messages.js';

/** Around the call scripts; what is said stands apart, as it is loaded with the first script that is read. */
export const scriptMessages = {
  script: {
    fexName: 'Final expense',
    termName: 'Term life',
    healthName: 'Health coverage',
    choose: 'Script',
    position: 'Section %{section} of %{count}',
    progress: 'Sections of the script',
    prev: 'Prev',
    next: 'Next',
    ask: 'Ask and wait:',
    note: 'For you:',
    objection: 'If they say:',
    unknown: 'Not known yet: ask for it',
    custom: {
      add: 'Add a Custom Script',
      untitled: 'Script %{number}',
      editTitle: 'Edit script',
      empty: 'Write something first',
      edit: 'Edit',
      delete: 'Delete',
      deleteTitle: 'Delete script',
      deleteText: 'This permanently deletes “%{name}”.',
      gone: 'This script has been deleted.',
    },
    editor: {
      toolbar: 'Format',
      heading: 'Heading',
      bold: 'Bold',
      italic: 'Italic',
      underline: 'Underline',
      bullets: 'Bullet list',
      numbers: 'Numbered list',
      quote: 'Quote',
      undo: 'Undo',
      redo: 'Redo',
    },
  },
};

export const useScriptMessages = laterMessages(scriptMessages);
export type ScriptWordKey = Parameters<ReturnType<typeof useScriptMessages>>[0];
