import { laterMessages } from './later-messages.js';

/** What every resource's list and form say; the nouns come from its definition. */
export const resourceMessages = {
  resource: {
    count: '%{smart_count} %{one} |||| %{smart_count} %{many}',
    add: 'New %{one}',
    edit: 'Edit %{name}',
    delete: 'Delete %{name}',
    deleteTitle: 'Delete %{one}?',
    deleteText: 'This permanently deletes %{name}.',
    deleteNow: 'Delete',
    actions: 'Actions',
    none: 'No %{many} yet',
    noneFound: 'No %{many} match',
    noneFoundText: 'Try another search or remove a filter.',
    clear: 'Clear all',
    clearFilters: 'Clear filters',
    more: '%{count} more',
    showMore: 'Show more',
    showLess: 'Show less',
    find: 'Search %{label}',
    search: 'Search %{many}',
    failed: 'The %{many} could not be loaded',
    create: 'Create',
    update: 'Update',
    missing: 'Still needed: %{fields}',
    invalid: 'Correct the marked fields first',
    nothing: 'No changes to save',
    selectAll: 'Select All',
    others: '%{first} (+%{count} others)',
  },
};

export const useResourceMessages = laterMessages(resourceMessages);
