import { coverageType } from '@crm/contracts/codes/health-lists.js';
import { term } from '@crm/contracts/codes/life-lists.js';
import { hidesPhones, statusCode } from '@crm/contracts/codes/statuses.js';
import type { LeadDoc, ListKeys } from './lead.model.js';

/** Longer texts sort and search by their beginning: an index key has a limit. */
const keyLength = 100;

const lowered = (text: string | null) => (text ?? '').trim().toLowerCase().slice(0, keyLength);

/** The place of a status in the dialog: what a status filter is asked by. */
export function statusOrder(code: LeadDoc['status']): number {
  return statusCode.options.indexOf(code);
}

function productOrder(lead: LeadDoc): number {
  if (lead.type_id === 2) return lead.term === null ? -1 : term.options.indexOf(lead.term);
  return lead.coverage_type === null ? -1 : coverageType.options.indexOf(lead.coverage_type);
}

/** A text in the parts by which it is searched: at white space and punctuation. */
export function wordsOf(text: string): string[] {
  return text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .map((word) => word.slice(0, keyLength));
}

/** A number is found by its beginning, its local part and its last four digits. */
function numberWords(number: string | null): string[] {
  const national = number?.slice(2) ?? '';
  return national === '' ? [] : [national, national.slice(3), national.slice(6)];
}

/** Of an e-mail the whole and the parts before the @: what follows it half of all leads share. */
function searchWords(fullname: string, email: string, phones: readonly (string | null)[]): string[] {
  const [mailbox = ''] = email.split('@');
  const words = [...wordsOf(fullname), email, ...wordsOf(mailbox), ...phones.flatMap(numberWords)];
  return [...new Set(words)].filter((word) => word !== '');
}

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
    birth_date: lead.birth_date ?? '',
    words: searchWords(lead.fullname, email, phones),
  };
}
