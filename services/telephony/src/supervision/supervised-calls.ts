import { Types } from 'mongoose';
import { ownersSeen, type Actor } from '@crm/contracts/access.js';
import type { SupervisedCall, Supervision } from '@crm/contracts/entities/supervision.js';
import type { CallDoc } from '../calls/call.model.js';
import { namesIn } from '../calls/colleague.rules.js';
import { callSupervisorOf, secondOf } from '../calls/call.view.js';
import { supervisorOf } from '../calls/supervisor.rules.js';
import type { TelephonyContext } from '../context.js';
import { namesOf } from '../users/names-of.js';

const maxCalls = 500;

function viewOf(call: CallDoc, names: ReadonlyMap<string, string>): SupervisedCall | undefined {
  const { state } = call;
  if (state === 'ended') return undefined;
  const user_id = call.user_id?.toHexString() ?? null;
  return {
    id: call._id.toHexString(),
    lead_id: call.lead_id?.toHexString() ?? null,
    lead_name: namesIn(call),
    number: call.lead_name === '' ? call.number : '',
    kind: call.kind,
    direction: call.direction,
    state,
    user_id,
    agent_name: (user_id !== null && names.get(user_id)) || '',
    conference: call.conferenceSid !== null,
    hold: call.hold,
    help_asked_at: call.helpAskedAt?.toISOString() ?? null,
    supervisor: callSupervisorOf(call),
    startedAt: call.startedAt.toISOString(),
    connectedAt: call.connectedAt?.toISOString() ?? null,
  };
}

/** Every call that goes on of those whose calls the actor sees, the one that began first first. */
export async function listLiveCalls(ctx: TelephonyContext, actor: Actor): Promise<SupervisedCall[]> {
  const owners = ownersSeen(actor);
  const docs = await ctx.callDocs
    .find({
      lookAt: { $gt: new Date(0) },
      state: { $ne: 'ended' },
      ...(owners && { user_id: { $in: owners.map((id) => new Types.ObjectId(id)) } }),
    })
    .sort({ lookAt: 1 })
    .limit(maxCalls)
    .lean<CallDoc[]>();
  docs.sort((a, b) => a.startedAt.getTime() - b.startedAt.getTime());
  const names = await namesOf(
    ctx,
    docs.map(({ user_id }) => user_id),
  );
  return docs.flatMap((call) => viewOf(call, names) ?? []);
}

/** The call that the asker supervises; null for none. */
export async function getSupervision(ctx: TelephonyContext, actor: Actor): Promise<Supervision | null> {
  const doc = await ctx.callDocs
    .findOne({
      'supervisor.user_id': actor.id,
      'supervisor.state': { $in: ['ringing', 'on'] },
      state: { $ne: 'ended' },
    })
    .lean<CallDoc>();
  const supervisor = doc === null ? undefined : supervisorOf(doc);
  if (doc === null || supervisor === undefined || supervisor.state === 'off') return null;
  const call = viewOf(doc, await namesOf(ctx, [doc.user_id]));
  if (call === undefined) return null;
  const second = secondOf(doc);
  return {
    call,
    mode: supervisor.mode,
    state: supervisor.state,
    joinedAt: supervisor.joinedAt?.toISOString() ?? null,
    second: second === null || second.state === 'off' ? null : second.number,
  };
}
