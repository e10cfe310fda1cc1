import { laterMessages } from './later-messages.js';

/** The page of lists of numbers that are not to be called. */
export const suppressionMessages = {
  suppression: {
    title: 'Suppression lists',
    emptyText: 'Load the national list, a state’s, or one of your own. Without one no number is screened.',
    add: 'Load a list',
    uploadTitle: 'Load a list',
    uploadText:
      'A CSV file with one number in each line. It replaces the list of the same kind when all of it is loaded.',
    upload: 'Load',
    chooseFirst: 'Choose a file first',
    chooseState: 'Choose a state',
    fillIn: 'Enter a name and the date of the list',
    lists: 'Suppression lists',
    removeTitle: 'Remove this list?',
    removeText: '%{name} no longer closes its numbers. It stays on record without them.',
    removeNow: 'Remove',
  },
};

export const useSuppressionMessages = laterMessages(suppressionMessages);
