import { coverageType } from '@crm/contracts/codes/health-lists.js';
import { term } from '@crm/contracts/codes/life-lists.js';
import { hidesPhones, statusCode } from '@crm/contracts/codes/statuses.js';
import { leadSearchWords, lowered } from '@crm/contracts/leads/lead-search.rules.js';
import type { LeadDoc, ListKeys } from './lead.model.js';

/** The place of a status in the dialog: what a status filter is asked by. */
export function statusOrder(code: LeadDoc['status']): number {
  return statusCode.options.indexOf(code);
}

function productOrder(lead: LeadDoc): number {
  if (lead.type_id === 2) return lead.term === null ? -1 : term.options.indexOf(lead.term);
  return lead.coverage_type === null ? -1 : coverageType.options.indexOf(lead.coverage_type);
}

/** What birth dates are sorted by: the year alone, since the date is sealed and this stands beside it in clear. */
export const birthDateKey = (birthDate: string): string => birthDate.slice(0, 4);

/** The keys of a lead as it stands after a change. */
export function listKeysOf(lead: LeadDoc): ListKeys {
  const isHidden = hidesPhones(lead.status);
  const phones = isHidden ? [] : [lead.phone, lead.second_phone];
  const email = lowered(lead.email);
  return {
    status: statusOrder(lead.status),
    source: lead.source_id,
    state: lead.state ?? '',
    agent: lead.user_id?.toHexString() ?? '',
    agent_name: lowered(lead.agent_fullname),
    name: lowered(lead.fullname),
    email,
    phone: phones[0] ?? '',
    premium: lead.premium_price ?? -1,
    carrier: lowered(lead.premium_carrier),
    product: productOrder(lead),
    birth_date: birthDateKey(lead.birth_date ?? ''),
    words: leadSearchWords({ fullname: lead.fullname, email, phones }),
  };
}
