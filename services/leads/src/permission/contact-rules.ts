import type { z } from 'zod';
import type { Actor } from '@crm/contracts/access.js';
import type { StateCode } from '@crm/contracts/codes/states.js';
import type { ContactRule, ContactRuleId, contactRuleFields } from '@crm/contracts/entities/contact.js';
import { conflict } from '@crm/platform/errors/app-error.js';
import type { LeadsContext } from '../context.js';
import { isDuplicate } from '@crm/platform/mongo/store-errors.js';
import { seededRules } from './contact-rules.seed.js';
import type { ContactRuleDoc } from './contact.model.js';

const longestHistory = 50;

function ruleView({ _id, updatedAt, history: _history, ...rule }: ContactRuleDoc): ContactRule {
  return { id: _id, ...rule, updatedAt: updatedAt.toISOString() };
}

/** Gives a new store the rules that it begins with; what an admin made of them stays. */
export async function seedContactRules({ contactRules, clock }: LeadsContext): Promise<void> {
  for (const { id, ...fields } of seededRules) {
    const first = { ...fields, version: 1, changed_by: null, updatedAt: clock.now(), history: [] };
    await contactRules.updateOne({ _id: id }, { $setOnInsert: first }, { upsert: true });
  }
}

/** All rules, the default first, then by state. */
export async function listContactRules({ contactRules }: LeadsContext): Promise<ContactRule[]> {
  const stored = (await contactRules.find().lean<ContactRuleDoc[]>()).map(ruleView);
  const place = ({ id }: ContactRule) => (id === 'default' ? '' : id);
  return stored.sort((a, b) => place(a).localeCompare(place(b)));
}

/** The default and the rules of some states. */
export async function rulesOf(
  { contactRules }: LeadsContext,
  states: readonly StateCode[],
): Promise<ContactRule[]> {
  const ids: ContactRuleId[] = ['default', ...states];
  return (await contactRules.find({ _id: { $in: ids } }).lean<ContactRuleDoc[]>()).map(ruleView);
}

/** Changes a rule from the version it was read at, or makes a state's first one. Throws `conflict` where it moved on. */
export async function saveContactRule(
  { contactRules, clock }: LeadsContext,
  { fullname }: Actor,
  id: ContactRuleId,
  { version, ...fields }: z.infer<typeof contactRuleFields> & { version: number },
): Promise<ContactRule> {
  const now = clock.now();
  const stamp = { changed_by: fullname, updatedAt: now };
  if (version === 0) {
    const first: ContactRuleDoc = { _id: id, ...fields, version: 1, ...stamp, history: [] };
    try {
      await contactRules.create(first);
    } catch (error) {
      if (isDuplicate(error)) throw conflict(undefined, 'Someone else has just added a rule for this state');
      throw error;
    }
    return ruleView(first);
  }
  const before = await contactRules.findOne({ _id: id, version }).lean<ContactRuleDoc>();
  if (before === null) throw conflict();
  const { history, ...row } = before;
  const change = { at: now, by: fullname, before: ruleView({ ...row, history: [] }) };
  const after: ContactRuleDoc = {
    ...row,
    ...fields,
    ...stamp,
    version: version + 1,
    history: [...history, change].slice(-longestHistory),
  };
  const { _id, ...set } = after;
  const written = await contactRules.updateOne({ _id, version }, { $set: set });
  if (written.matchedCount === 0) throw conflict();
  return ruleView(after);
}
