import type { Actor } from '@crm/contracts/access.js';
import type { Beneficiary, BeneficiaryInput } from '@crm/contracts/http/beneficiaries.js';
import {
  autoPercent,
  beneficiaryErrors,
  percentLeftFor,
  settled,
  type BeneficiaryForm,
  type BeneficiaryNumber,
} from '@crm/contracts/leads/beneficiary.rules.js';
import { pacificDate, parseShownDate, shownDate } from '@crm/contracts/time/pacific.js';
import { invalid, invalidField } from '@crm/platform/errors/app-error.js';
import { retryOnConflict } from '@crm/platform/outbox/retry-on-conflict.js';
import { isDeepStrictEqual } from 'node:util';
import type { LeadsContext } from '../context.js';
import { changeableLead, workableLead } from '../lead/lead.access.js';
import { updatedEvent } from '../lead/lead.events.js';
import type { LeadDoc } from '../lead/lead.model.js';
import { stamped, viewOf, writeLead } from '../lead/write-lead.js';
import type { StoredBeneficiary } from '../lead/stored-beneficiary.js';

function formOf(input: BeneficiaryInput): BeneficiaryForm {
  return settled({
    ...input,
    grand_kids: input.grand_kids ?? '',
    work_status: input.work_status ?? '',
  });
}

const beneficiaryView = (stored: StoredBeneficiary): Beneficiary => ({
  ...stored,
  dob: shownDate(stored.dob),
});

/** A form without errors as it is stored. */
function storedOf(number: BeneficiaryNumber, form: BeneficiaryForm): StoredBeneficiary {
  const dob = parseShownDate(form.dob);
  const { relative_id, location } = form;
  if (dob === undefined || relative_id === null || location === '') {
    throw new Error('A beneficiary was to be stored before its form was held against the rules');
  }
  return {
    number,
    name: form.name,
    relative_id,
    dob,
    location,
    grand_kids: form.grand_kids === '' ? null : form.grand_kids,
    work_status: form.work_status === '' ? null : form.work_status,
    percent: form.percent,
  };
}

const slotsOf = ({ beneficiaries = [] }: LeadDoc): readonly StoredBeneficiary[] => beneficiaries;

/** The filled slots of a lead, by number; a health lead has none. Another agent's lead is 404. */
export async function listBeneficiaries(
  ctx: LeadsContext,
  actor: Actor,
  leadId: string,
): Promise<Beneficiary[]> {
  const { lead } = await workableLead(ctx, actor, leadId);
  return beneficiariesOf(lead);
}

/** The filled slots of a lead that was read. */
export function beneficiariesOf(lead: LeadDoc): Beneficiary[] {
  return slotsOf(lead).map(beneficiaryView);
}

/** The percent that a slot gets by itself (`autoprocent`); it is saved with the rest of the slot alone. */
export async function percentOfSlot(
  ctx: LeadsContext,
  actor: Actor,
  { leadId, number }: { leadId: string; number: BeneficiaryNumber },
): Promise<number> {
  const { lead } = await workableLead(ctx, actor, leadId);
  return autoPercent(number, slotsOf(lead));
}

/**
 * Fills a slot of a life lead. The slots are in the lead itself, so that two who save at once are told apart by its
 * version and the percents of a lead never exceed 100; the same again changes nothing. Held by somebody else: 423.
 * Throws `invalid` with every wrong field.
 */
export async function saveBeneficiary(
  ctx: LeadsContext,
  actor: Actor,
  { leadId, number, input }: { leadId: string; number: BeneficiaryNumber; input: BeneficiaryInput },
): Promise<Beneficiary> {
  const form = formOf(input);
  await retryOnConflict(async () => {
    const { lead } = await changeableLead(ctx, actor, leadId);
    if (lead.type_id !== 2) throw invalidField('lead', 'Only life leads have beneficiaries');
    const now = ctx.clock.now();
    const before = slotsOf(lead);
    const errors = beneficiaryErrors(form, {
      today: pacificDate(now),
      percentLeft: percentLeftFor(number, before),
    });
    if (Object.keys(errors).length > 0) throw invalid(errors);

    const others = before.filter((slot) => slot.number !== number);
    const beneficiaries = [...others, storedOf(number, form)].sort((a, b) => a.number - b.number);
    if (isDeepStrictEqual(before, beneficiaries)) return viewOf(ctx, lead);
    const isRawNoMore = lead.empty === 1;
    const after: LeadDoc = { ...lead, beneficiaries, empty: 0 };
    return writeLead(ctx, actor, lead, {
      after: stamped(after, actor, now),
      events: (change) => [updatedEvent(change, ['beneficiaries', ...(isRawNoMore ? ['empty'] : [])])],
    });
  });
  return beneficiaryView(storedOf(number, form));
}
