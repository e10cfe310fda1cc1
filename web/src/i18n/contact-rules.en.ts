import { laterMessages } from './later-messages.js';

/** The pages of contact rules and of who is not to be contacted. */
const contactRuleMessages = {
  contactRules: {
    noLimit: 'No limit',
    add: 'Rule for a state',
    save: 'Save',
    from: '%{day} from',
    until: '%{day} until',
    timeHelp: 'For example 08:00; leave empty for no contact',
    emptyText: 'Without the rule that holds everywhere nobody is contacted.',
    noClosedDays: 'No closed days',
    dayKind: 'Kind of day',
    dayKinds: { holiday: 'Holiday', date: 'Date', weekday: 'Weekday of a month' },
    holiday: 'Holiday',
    month: 'Month',
    day: 'Day',
    year: 'Year, if only one',
    whichOne: 'Which',
    weekday: 'Weekday',
    addDay: 'Add day',
    noDay: 'Enter a valid date',
    closedAlready: '%{day} is already closed',
  },
  doNotContact: {
    title: 'Do not contact',
    add: 'Add',
    emptyText: 'Entries come from the status Do not call, opt-outs and carriers, or are added by hand.',
    show: 'Show',
    all: 'All',
    toDecide: 'To decide (%{count})',
    rules: 'Rules of %{version}',
    earlier: 'and %{count} earlier',
    confirm: 'Confirm %{name}, %{channel}',
    reopen: 'Reopen %{name}, %{channel}',
    reopenTitle: 'Reopen?',
    reopenText: '%{name} can be contacted again. The words were:',
    reopenNow: 'Reopen',
    lift: 'Lift %{name}',
    liftTitle: 'Contact again?',
    liftText: '%{name} can be contacted again. Your name and reason are recorded.',
    liftNow: 'Lift',
    reason: 'Reason',
    reasonNeeded: 'Enter a reason',
  },
};

export const useContactRuleMessages = laterMessages(contactRuleMessages);
