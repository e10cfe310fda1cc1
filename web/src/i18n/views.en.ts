import { laterMessages } from './later-messages.js';

/** The words of the views that people save. */
export const viewMessages = {
  savedViews: {
    save: 'Save view…',
    update: 'Update %{name}',
    title: { save: 'Save view', rename: 'Rename view' },
    hint: 'The filters of the list under a name, as a tab above it.',
    name: 'Name',
    required: 'Give the view a name',
    share: 'Share with everyone',
    shared: 'Shared with everyone',
    menu: 'Options of %{name}',
    rename: 'Rename…',
    stopSharing: 'Stop sharing',
    delete: 'Delete',
    undo: 'Undo',
  },
};

export const useViewMessages = laterMessages(viewMessages);
