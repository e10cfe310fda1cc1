import { laterMessages } from './later-messages.js';

/** Deleted leads, how long their records are stored, and legal holds. */
export const retentionMessages = {
  deletedLeads: {
    emptyText: 'Deleted leads are stored for as long as the law requires, and can be restored.',
    restore: 'Restore %{name}',
    restoreTitle: 'Restore this lead?',
    restoreText:
      '%{name} is listed again, with notes, texts, calls and recordings. Follow-ups do not come back.',
    restoreNow: 'Restore',
    held: 'Legal hold',
    restricted: 'Erasure requested',
  },
  retention: {
    title: 'Retention',
    periods: 'Retention periods',
    periodsText:
      'Counted from the deletion of a lead, which ends contact. What ended is deleted automatically; each run is listed under Privacy requests.',
    class: 'Records',
    period: 'Period',
    years: '%{smart_count} year |||| %{smart_count} years',
    never: 'Never deleted',
    source: 'Source',
    checked: 'read %{date}',
    changed: 'set by %{who}, %{when}',
    waiting: 'Deleted leads',
    soon: 'Ends in 30 days',
    held: 'On hold',
    failed: 'Retention periods failed to load.',
    change: 'Change the period of %{name}',
    changeTitle: 'Change period',
    yearsLabel: 'Years',
    least: 'At least %{smart_count} year: %{source} |||| At least %{smart_count} years: %{source}',
    save: 'Save',
  },
  legalHold: {
    add: 'Set legal hold',
    emptyText: 'A hold keeps everything of a number or e-mail until it is lifted.',
    lift: 'Lift the hold of %{name}',
    liftTitle: 'Lift this hold?',
    liftText: 'Retention periods apply to %{name} again. What has ended by now is deleted.',
    liftNow: 'Lift',
    reason: 'Reason',
    reasonNeeded: 'Enter a reason',
  },
};

export const useRetentionMessages = laterMessages(retentionMessages);
