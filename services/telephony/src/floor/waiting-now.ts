import { Types } from 'mongoose';
import type { WaitingCaller } from '@crm/contracts/entities/floor.js';
import type { LeadAccessDoc } from '@crm/domain/access/lead-access.model.js';
import type { CallDoc } from '../calls/call.model.js';
import { hidingLeads } from '../calls/list-calls.js';
import type { TelephonyContext } from '../context.js';
import { waitingDocs } from '../incoming/waiting-calls.js';

/**
 * Who waits for an agent now, on the line or for a callback, in the order of the queue; for whoever looks after some
 * `owners` alone without the names and numbers of others' leads.
 */
export async function waitingNow(
  ctx: Pick<TelephonyContext, 'callDocs' | 'leadAccess'>,
  owners: readonly string[] | undefined,
): Promise<WaitingCaller[]> {
  const docs = await waitingDocs(ctx);
  const [hiding, theirs] = await Promise.all([hidingLeads(ctx, docs), leadsOf(ctx, docs, owners)]);
  const named = (lead: string | undefined, who: { number: string; lead_name: string }) => {
    if (theirs !== undefined && !theirs.has(lead ?? '')) return { number: '', lead_name: '' };
    return lead !== undefined && hiding.has(lead) ? { ...who, number: '' } : who;
  };
  return docs.flatMap(({ queue, number, lead_id, lead_name }, index) =>
    queue
      ? {
          ...named(lead_id?.toHexString(), { number, lead_name }),
          since: queue.since.toISOString(),
          position: index + 1,
          kind: queue.kind === 'caller' ? 'call' : 'callback',
        }
      : [],
  );
}

/** The leads of some calls that are among some users'; undefined where all are. */
async function leadsOf(
  { leadAccess }: Pick<TelephonyContext, 'leadAccess'>,
  docs: readonly Pick<CallDoc, 'lead_id'>[],
  owners: readonly string[] | undefined,
): Promise<ReadonlySet<string> | undefined> {
  if (owners === undefined) return undefined;
  const known = await leadAccess
    .find(
      {
        _id: { $in: docs.flatMap(({ lead_id }) => lead_id ?? []) },
        user_id: { $in: owners.map((id) => new Types.ObjectId(id)) },
      },
      { _id: 1 },
    )
    .lean<Pick<LeadAccessDoc, '_id'>[]>();
  return new Set(known.map(({ _id }) => _id.toHexString()));
}
