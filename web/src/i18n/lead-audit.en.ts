import { laterMessages } from './later-messages.js';

/** Who opened a lead. Apart from the words of the whole audit log: the page of a lead needs only these. */
export const leadAuditMessages = {
  leadAudit: {
    title: 'Who opened this lead',
    open: 'Who opened this lead',
    openOf: 'Who opened %{name}',
    section: 'Access',
    text: 'Who opened, searched, exported, called or changed this lead.',
    none: 'No entries yet',
    noneText: 'Whoever opens or changes this lead is listed here.',
    newest: 'Newest %{shown} of %{count}',
    failed: 'This failed to load',
    inAudit: 'Show in Audit',
  },
};

export const useLeadAuditMessages = laterMessages(leadAuditMessages);
