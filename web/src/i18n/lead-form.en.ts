import { laterMessages } from './later-messages.js';

/** The words of the lead forms beside their fields', which go by their definitions. The specification's own stand here letter for letter. */
export const leadFormMessages = {
  lifeForm: {
    title: 'Client information',
    marketplace: 'Lead of the advertising marketplace',
    tab: { basic: 'Basic data', quote: 'Quote' },
    create: 'Create',
    update: 'Update',
    phoneHidden: 'Hidden because of the status',
    termFirst: 'Choose the product type first',
    toCorrect: '%{smart_count} field to correct |||| %{smart_count} fields to correct',
    toFill: '%{smart_count} field to fill |||| %{smart_count} fields to fill',
    errorsHere: '%{smart_count} field to correct |||| %{smart_count} fields to correct',
    nothingToSave: 'No changes to save',
    notAsked: 'This is not asked for as the lead stands now.',
    undo: 'Undo',
    undoOf: 'Undo the change of %{field}',
    offline:
      'No connection, so nothing was saved. Your changes are kept: save again once you are back online.',
    noAnswer: 'The server took too long to respond. Check whether the lead was created before you try again.',
    updatedMeanwhile:
      'Somebody else saved this lead. Your changes are kept; you see the differences when you save.',
  },
  healthForm: {
    addChild: 'Add a child',
    removeChild: 'Remove the last child',
    child: 'Child %{number}',
    childrenCount: 'Children: %{count}',
    maxChildren: 'A lead keeps no more children than these',
  },
};

export const useLeadFormMessages = laterMessages(leadFormMessages);
