import { laterMessages } from './later-messages.js';

/** Words of the screen on which admins keep the lists. */
export const referenceMessages = {
  reference: {
    choose: 'List',
    lists: {
      medications: 'Conditions, life',
      mediaalphaMedications: 'Conditions, marketplace',
      healthMedications: 'Major conditions, health',
      current_company: 'Current company, life',
      health_current_company: 'Current company, health',
      carriers: 'Carriers',
      portals: 'Application portals',
    },
    count: '%{offered} of %{all} on offer',
    changed: 'Last changed by %{name}, %{at}',
    neverChanged: 'Default',
    nameOf: 'Name of entry %{number}',
    add: 'Add entry',
    save: 'Save list',
    discard: 'Undo changes',
    nothing: 'No changes to save',
    up: 'Move %{name} up',
    down: 'Move %{name} down',
    offered: 'Offer %{name}',
    offeredHead: 'Offered',
    order: 'Order',
    actions: 'Actions',
    empty: 'No entries yet',
    emptyText: 'Add the first entry.',
    details: 'Details of %{name}',
    remove: 'Remove %{name}',
    unnamed: 'the new entry',
    hint: 'Entries no longer offered stay readable on leads that use them.',
    conflict: '%{name} saved this list. Undo your changes to see it.',
    somebody: 'Somebody',
    failed: 'The list failed to load.',
    again: 'Try again',
    leave: 'Leave this list?',
    done: 'Done',
  },
};

export const useReferenceMessages = laterMessages(referenceMessages);
