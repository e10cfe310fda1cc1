import { Types } from 'mongoose';
import { leadSummary } from '@crm/contracts/entities/lead.js';
import type { AnswerOf } from '@crm/contracts/endpoint/endpoint.js';
import type { snapshotLeads as endpoint } from '@crm/contracts/http/rebuilding.js';
import { dollarsOrNull } from '@crm/contracts/money.js';
import { alive } from '@crm/platform/outbox/outbox-fields.js';
import type { LeadsContext } from '../context.js';
import type { LifeLeadDoc } from '../lead/lead.model.js';
import { rowProjection, leadRowView, type StoredRow } from '../lead/lead.view.js';

const pageSize = 500;

const projection = {
  ...rowProjection,
  coverage_amount: 1,
  policy_number: 1,
  app_date: 1,
  draft_date: 1,
} as const;
/** What is read of a lead; a health lead has only its row. */
type Stored = StoredRow &
  Partial<Pick<LifeLeadDoc, 'coverage_amount' | 'policy_number' | 'app_date' | 'draft_date'>>;

/** A page of all leads by id, for a projection that starts from nothing; `next` is what to ask after. */
export async function snapshotLeads(
  { leadCollection, clock }: Pick<LeadsContext, 'leadCollection' | 'clock'>,
  after: string | undefined,
): Promise<AnswerOf<typeof endpoint>> {
  const leads = await leadCollection
    .find(alive(after === undefined ? {} : { _id: { $gt: new Types.ObjectId(after) } }))
    .sort({ _id: 1 })
    .limit(pageSize)
    .project<Stored>(projection)
    .toArray();
  const now = clock.now();
  const last = leads.length === pageSize ? leads.at(-1) : undefined;
  return {
    leads: leads.map((lead) =>
      leadSummary.parse(
        Object.assign(leadRowView(lead, now), {
          coverage_amount: dollarsOrNull(lead.coverage_amount),
          policy_number: lead.policy_number ?? null,
          app_date: lead.app_date ?? null,
          draft_date: lead.draft_date ?? null,
        }),
      ),
    ),
    next: last?._id.toHexString() ?? null,
  };
}
