import { Types } from 'mongoose';
import type { AnswerOf, InputOf } from '@crm/contracts/endpoint/endpoint.js';
import { newestFirst } from '@crm/contracts/entities/timeline.js';
import type { timelineOfCalls as endpoint } from '@crm/contracts/http/timeline.js';
import { behind } from '@crm/domain/timeline/behind.js';
import type { CallDoc } from '../calls/call.model.js';
import { talkedSeconds } from '../calls/call.view.js';
import type { TelephonyContext } from '../context.js';
import type { RecordDoc } from '../recordings/record.model.js';
import { namesOf } from '../users/names-of.js';
import type { CustomerVoicemailDoc } from '../voicemails/customer-voicemail.model.js';

type Asked = InputOf<typeof endpoint>['body'];
type Entry = AnswerOf<typeof endpoint>['entries'][number];

const numberOf = (number: string) => (number.startsWith('+') ? number : null);

async function callsOf(ctx: TelephonyContext, { lead_id, before, limit }: Asked): Promise<Entry[]> {
  const lead = new Types.ObjectId(lead_id);
  const calls = await ctx.callDocs
    .find({ lead_id: lead, ...behind(before, { what: 'call', field: 'startedAt' }) })
    .sort({ startedAt: -1, _id: -1 })
    .limit(limit)
    .lean<CallDoc[]>();
  const recorded = calls.filter(({ connectedAt }) => connectedAt !== null).map(({ _id }) => _id);
  const [names, records] = await Promise.all([
    namesOf(
      ctx,
      calls.map(({ user_id }) => user_id),
    ),
    recorded.length === 0
      ? []
      : ctx.records
          .find({ lead_id: lead, call_id: { $in: recorded } }, { call_id: 1 })
          .lean<Pick<RecordDoc, '_id' | 'call_id'>[]>(),
  ]);
  const recordOf = new Map(records.map(({ _id, call_id }) => [call_id?.toHexString(), _id.toHexString()]));
  return calls.map((call) => {
    const id = call._id.toHexString();
    return {
      kind: 'call',
      id: `call:${id}`,
      at: call.startedAt.toISOString(),
      who: (call.user_id && names.get(call.user_id.toHexString())) ?? null,
      direction: call.direction,
      call_kind: call.kind,
      outcome: call.outcome,
      answered_by: call.answeredBy,
      reason: call.reason,
      number: numberOf(call.number),
      duration: talkedSeconds(call),
      record_id: recordOf.get(id) ?? null,
    };
  });
}

async function voicemailsOf(ctx: TelephonyContext, { lead_id, before, limit }: Asked): Promise<Entry[]> {
  const voicemails = await ctx.customerVoicemails
    .find({
      lead_id: new Types.ObjectId(lead_id),
      isTold: true,
      ...behind(before, { what: 'voicemail', field: 'createdAt' }),
    })
    .sort({ createdAt: -1, _id: -1 })
    .limit(limit)
    .lean<CustomerVoicemailDoc[]>();
  return voicemails.map(({ _id, createdAt, number, duration, text = null, read }) => ({
    kind: 'voicemail',
    id: `voicemail:${_id.toHexString()}`,
    at: createdAt.toISOString(),
    who: null,
    voicemail_id: _id.toHexString(),
    number: numberOf(number),
    duration: duration ?? 0,
    text,
    read,
  }));
}

/** What telephony has for a lead's timeline, the newest first; leads has decided who may read it. */
export async function timelineOfCalls(
  ctx: TelephonyContext,
  asked: Asked,
): Promise<AnswerOf<typeof endpoint>> {
  const [calls, voicemails] = await Promise.all([
    asked.kinds.includes('call') ? callsOf(ctx, asked) : [],
    asked.kinds.includes('voicemail') ? voicemailsOf(ctx, asked) : [],
  ]);
  return { entries: [...calls, ...voicemails].toSorted(newestFirst).slice(0, asked.limit) };
}
