import { laterMessages } from './later-messages.js';

export const conflictMessages = {
  conflict: {
    title: 'Two people changed the same fields',
    text: 'Choose which values to keep. Everything else was merged.',
    textBy: '%{name} saved first. Choose which values to keep. Everything else was merged.',
    mine: 'Yours',
    theirs: 'Saved',
    nothing: 'empty',
    allMine: 'All yours',
    allTheirs: 'All theirs',
    back: 'Back to the form',
    left: '%{smart_count} choice left |||| %{smart_count} choices left',
    save: 'Save again',
  },
};

/** The words of the dialog in which two people's changes are brought together. */
export const useConflictMessages = laterMessages(conflictMessages);
