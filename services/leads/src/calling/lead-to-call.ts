import { Types } from 'mongoose';
import { defaultLanguage } from '@crm/contracts/codes/languages.js';
import type { LeadToCall } from '@crm/contracts/http/calling.js';
import { toE164 } from '@crm/contracts/phone.js';
import { alive } from '@crm/platform/outbox/outbox-fields.js';
import type { LeadsContext } from '../context.js';
import { wireAgent } from '../lead/agent-choice.js';
import type { LeadDoc } from '../lead/lead.model.js';
import { callableStatuses } from '@crm/contracts/codes/callable-statuses.js';

const toCallProjection = {
  fullname: 1,
  type_id: 1,
  state: 1,
  status: 1,
  user_id: 1,
  phone: 1,
  second_phone: 1,
  recorded_ok: 1,
  language: 1,
  version: 1,
} as const;
type StoredToCall = Pick<LeadDoc, '_id' | keyof typeof toCallProjection>;

const leadToCall = (lead: StoredToCall): LeadToCall => ({
  lead_id: lead._id.toHexString(),
  fullname: lead.fullname,
  type_id: lead.type_id,
  state: lead.state,
  status: lead.status,
  user_id: wireAgent(lead.user_id),
  phones: [lead.phone, lead.second_phone].filter((number) => number !== null),
  recorded_ok: lead.recorded_ok ?? 0,
  language: lead.language ?? defaultLanguage,
  version: lead.version,
});

/** Leads as they are before a call, by their ids; those that are not there are left out. */
export async function leadsByIds(ctx: LeadsContext, ids: readonly string[]): Promise<LeadToCall[]> {
  const found = await ctx.leads
    .find(alive({ _id: { $in: ids.map((id) => new Types.ObjectId(id)) } }), toCallProjection)
    .lean<StoredToCall[]>();
  return found.map(leadToCall);
}

/** What finds the leads that have one of these numbers (E.164), as their first or their other one: by an index each. */
export const byNumbers = (numbers: readonly string[]) => {
  const phone = { $in: [...numbers] };
  return alive({ $or: [{ phone }, { second_phone: phone }] });
};

/** Every lead that has one of these numbers, whoever's it is, the one changed last first; none for what is no number. */
export async function leadsByPhones(ctx: LeadsContext, typed: readonly string[]): Promise<LeadToCall[]> {
  const numbers = typed.map(toE164).filter((number) => number !== undefined);
  if (numbers.length === 0) return [];
  // Sorted in memory: a number has few leads.
  const found = await ctx.leads
    .find(byNumbers(numbers), toCallProjection)
    .sort({ updatedAt: -1 })
    .lean<StoredToCall[]>();
  return found.map(leadToCall);
}

/** The leads of a guide that the dialler may take, and their order: read from an index up to the first that is callable. */
export const nextOfGuide = {
  filter: (guideId: string, without: readonly string[]) =>
    alive({
      'list.agent': guideId,
      type_id: { $in: [2, 4] as const },
      AD_status: null,
      status: { $in: callableStatuses },
      phone: { $ne: null },
      _id: { $nin: without.map((id) => new Types.ObjectId(id)) },
    }),
  sort: { createdAt: 1, _id: 1 },
} as const;

/**
 * The lead of a guide that the dialler takes next: it was never dialled, is of a status that is called and has a number;
 * the oldest first. Null where none is left.
 */
export async function nextLeadOfGuide(
  ctx: LeadsContext,
  { guide_id, without }: { guide_id: string; without: readonly string[] },
): Promise<LeadToCall | null> {
  const [next] = await ctx.leads
    .find(nextOfGuide.filter(guide_id, without), toCallProjection)
    .sort(nextOfGuide.sort)
    .limit(1)
    .lean<StoredToCall[]>();
  return next === undefined ? null : leadToCall(next);
}
