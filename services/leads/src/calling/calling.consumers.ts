import { callConnected, callEnded, callStarted, diallerOutcome } from '@crm/contracts/bus/call-events.js';
import type { events } from '@crm/contracts/bus/events.js';
import type { AnsweredBy } from '@crm/contracts/entities/telephony.js';
import type { Handlers } from '@crm/platform/deliveries/deliveries.js';
import type { LeadsContext } from '../context.js';
import { noteTouch } from '../lead/note-touch.js';
import { bindByCall, handOver, holdByCall, releaseByCall } from './hold-by-call.js';
import { setAdStatus } from './set-ad-status.js';

const isMachine = (answeredBy: AnsweredBy | null) => answeredBy === 'machine' || answeredBy === 'fax';

/** What calls mean for leads: how the dialler fared, who works the lead that is being called, and that it was called. */
export function callingEvents(ctx: LeadsContext): Handlers<typeof events> {
  return {
    [diallerOutcome.type]: async ({ data: { lead_id, call_id, AD_status }, sequence, time }) => {
      if (call_id === null || AD_status === null) return;
      await setAdStatus(ctx, { lead_id, AD_status, published: { call_id, sequence, at: new Date(time) } });
    },
    [callStarted.type]: async ({ data: { call_id, lead_id, user_id, direction }, time }) => {
      if (lead_id === null) return;
      const calledAt = direction === 'outbound' ? new Date(time) : undefined;
      if (user_id !== null) await holdByCall(ctx, { call_id, lead_id, user_id }, calledAt);
      else if (calledAt !== undefined) await noteTouch(ctx, lead_id, calledAt, 'call');
    },
    [callConnected.type]: async ({ data }) => {
      const { call_id, lead_id, user_id, call, answeredBy, handed_over_by } = data;
      if (lead_id === null || user_id === null) return;
      if (handed_over_by !== undefined) await handOver(ctx, { call_id, lead_id, user_id }, handed_over_by);
      // What is found out of a call that is over binds nobody any more.
      else if (call?.kind === 'dialler' && call.state !== 'ended' && !isMachine(answeredBy))
        await bindByCall(ctx, { call_id, lead_id, user_id });
      else if (call?.direction === 'inbound' && call.state !== 'ended')
        await holdByCall(ctx, { call_id, lead_id, user_id });
    },
    [callEnded.type]: async ({ data: { call_id, lead_id, user_id } }) => {
      if (lead_id !== null && user_id !== null) await releaseByCall(ctx, { call_id, lead_id, user_id });
    },
  };
}
