import type { Actor } from '@crm/contracts/access.js';
import { hidesPhones } from '@crm/contracts/codes/statuses.js';
import { calls, type Call } from '@crm/contracts/resources/call.js';
import { everyRecord, type Source } from '@crm/platform/resources/records.js';
import type { LeadAccessDoc } from '@crm/domain/access/lead-access.model.js';
import type { TelephonyContext } from '../context.js';
import { searchFilter } from '../recordings/list-query.rules.js';
import { namesOf } from '../users/names-of.js';
import type { CallDoc } from './call.model.js';
import { talkedSeconds } from './call.view.js';

/** A call as it is listed, but for what its document does not say. */
const callView = (call: CallDoc): Call => ({
  id: call._id.toHexString(),
  version: call.version,
  startedAt: call.startedAt.toISOString(),
  direction: call.direction,
  kind: call.kind,
  lead_id: call.lead_id?.toHexString() ?? null,
  lead_name: call.lead_name,
  number: call.number,
  user_id: call.user_id?.toHexString() ?? null,
  agent_name: '',
  outcome: call.outcome,
  reason: call.reason,
  duration: talkedSeconds(call),
});

/** Those of some leads whose status hides their numbers. */
export const hiddenAmong = (leads: readonly Pick<LeadAccessDoc, '_id' | 'status'>[]): Set<string> =>
  new Set(leads.filter(({ status }) => hidesPhones(status)).map(({ _id }) => _id.toHexString()));

/** The leads among those of some calls whose status hides their numbers. */
export async function hidingLeads(
  { leadAccess }: Pick<TelephonyContext, 'leadAccess'>,
  docs: readonly CallDoc[],
): Promise<Set<string>> {
  const ids = docs.flatMap(({ lead_id }) => lead_id ?? []);
  if (ids.length === 0) return new Set();
  const known = await leadAccess
    .find({ _id: { $in: ids } }, { status: 1 })
    .lean<Pick<LeadAccessDoc, '_id' | 'status'>[]>();
  return hiddenAmong(known);
}

async function callViews(ctx: TelephonyContext, docs: readonly CallDoc[]): Promise<Call[]> {
  const [names, hiding] = await Promise.all([
    namesOf(
      ctx,
      docs.map(({ user_id }) => user_id),
    ),
    hidingLeads(ctx, docs),
  ]);
  return docs.map((doc) => {
    const call = callView(doc);
    const isHidden = call.lead_id !== null && hiding.has(call.lead_id);
    return {
      ...call,
      agent_name: (call.user_id !== null && names.get(call.user_id)) || '',
      number: isHidden ? '' : call.number,
    };
  });
}

/** Every call as a resource: found by the number or the name that it was made with. */
export const listedCalls = (ctx: TelephonyContext): Source<typeof calls.fields, CallDoc> => ({
  resource: calls,
  model: ctx.callDocs,
  view: callView,
  views: (docs) => callViews(ctx, docs),
  searchedBy: searchFilter,
});

const { fields } = calls;
/** The columns of the file, each with its title. */
const columns = {
  startedAt: 'When (UTC)',
  direction: fields.direction.label,
  kind: fields.kind.label,
  number: fields.number.label,
  lead_name: fields.lead_name.label,
  agent_name: fields.agent_name.label,
  outcome: fields.outcome.label,
  reason: fields.reason.label,
  duration: 'Duration (s)',
};
export const callHeadings = Object.values(columns);

/** The calls that a list with the same filter has, each a row of a file. */
export async function* callRows(ctx: TelephonyContext, actor: Actor, filter: string) {
  for await (const found of everyRecord(listedCalls(ctx), actor, { filter })) {
    const call = calls.record.parse(found);
    const row: Record<keyof typeof columns, string | number | null> = {
      startedAt: call.startedAt,
      direction: fields.direction.shown(call.direction),
      kind: fields.kind.shown(call.kind),
      number: fields.number.shown(call.number),
      lead_name: call.lead_name,
      agent_name: call.agent_name,
      outcome: call.outcome === null ? null : fields.outcome.shown(call.outcome),
      reason: call.reason,
      duration: call.duration,
    };
    yield Object.values(row);
  }
}
