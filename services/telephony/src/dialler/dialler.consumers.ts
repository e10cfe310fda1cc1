import { callConnected, callEnded, callMissed, callRinging } from '@crm/contracts/bus/call-events.js';
import { enqueueDiallerCommand, type commands } from '@crm/contracts/bus/commands.js';
import { roles } from '@crm/contracts/codes/roles.js';
import type { LiveCall } from '@crm/contracts/entities/telephony.js';
import type { events } from '@crm/contracts/bus/events.js';
import type { Handlers } from '@crm/platform/deliveries/deliveries.js';
import { learn } from './attempts.js';
import type { DiallerContext } from './dialler-calls.js';
import { dialSoon, nextDialMs } from './line.js';
import { createRowPool } from './pool.js';
import { makeRun } from './runs.js';
import { sendToDiallers } from './send-to-diallers.js';
import { concludeAttempt, deviceSilent, switchOffOf } from './conclude-attempt.js';

/** Whether a call is one of the dialler's, or may be: an event that came late has no call to say so. */
const isDialled = ({ call }: { call: LiveCall | null }) => call === null || call.kind === 'dialler';

/** What the dialler hears: what became of its calls. */
export function diallerEvents(ctx: DiallerContext): Handlers<typeof events> {
  return {
    [callRinging.type]: async ({ data }) => {
      if (isDialled(data)) await learn(ctx, data.call_id, { placed: true });
    },
    [callConnected.type]: async ({ data }) => {
      if (isDialled(data)) await learn(ctx, data.call_id, { placed: true, answeredBy: data.answeredBy });
    },
    [callEnded.type]: async ({ data: { call_id, kind, outcome, user_id } }) => {
      if (kind === 'dialler') await concludeAttempt(ctx, call_id, outcome);
      // Somebody called in between; the dialler goes on behind it.
      else if (user_id !== null && (await ctx.staff.get(user_id))?.role_id === roles.guide)
        await dialSoon(ctx, user_id, nextDialMs);
    },
    [callMissed.type]: async ({ data: { id } }) => {
      // A person answered, and the guide was gone: a call that was no dialler's is none of ours.
      await switchOffOf(ctx, id, deviceSilent);
    },
  };
}

/** Leads that another part of the system, or an integrator, sends to the diallers. */
export function diallerCommands(ctx: DiallerContext): Pick<Handlers<typeof commands>, 'dialler.enqueue'> {
  const pool = createRowPool(ctx);
  return {
    [enqueueDiallerCommand.type]: async ({ id, data: { lead_ids, guide_id } }) => {
      if (guide_id === undefined) await sendToDiallers(ctx, pool, lead_ids);
      else await makeRun(ctx, { guide_id, lead_ids, key: id, starts: false });
    },
  };
}
