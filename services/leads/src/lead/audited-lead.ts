import { healthLeads } from '@crm/contracts/resources/health-lead.js';
import { lifeLeads } from '@crm/contracts/resources/life-lead.js';
import { changesBetween, type Disclosure } from '@crm/platform/audit/changes-between.js';
import type { AuditedChange } from '@crm/platform/log/audit-details.js';
import type { LeadDoc } from './lead.model.js';

/** What is not defined of a type and is entered all the same; all else is bookkeeping. */
const ofBoth = [
  ...['source_id', 'status', 'user_id', 'agent_fullname', 'assigned_why', 'AD_status', 'empty', 'post_sale'],
  ...['price', 'premium_price', 'premium_carrier', 'carrier', 'beneficiaries', 'recorded_ok'],
];

/** Entered with what it was and is: how to reach the customer, the sale, who works it. Anything else may tell of their health. */
const withValues: ReadonlySet<string> = new Set([
  ...['fullname', 'phone', 'second_phone', 'email', 'address', 'city', 'zipcode', 'state', 'recorded_ok'],
  'language',
  ...['source_id', 'status', 'user_id', 'agent_fullname', 'assigned_why', 'AD_status', 'empty', 'post_sale'],
  ...['premium_price', 'premium_carrier', 'carrier', 'term', 'coverage_amount', 'policy_number'],
]);
const audited = new Set([...Object.keys(lifeLeads.fields), ...Object.keys(healthLeads.fields), ...ofBoth]);
const disclosure: Disclosure = (field) => {
  if (withValues.has(field)) return 'values';
  return audited.has(field) ? 'name' : 'none';
};

/** What changed of a lead, as its audit entry says. */
export const auditedLeadChanges = (before: LeadDoc | undefined, after: LeadDoc): AuditedChange[] =>
  changesBetween(before, after, disclosure);
