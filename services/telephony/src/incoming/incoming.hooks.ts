import { Types } from 'mongoose';
import { phoneNumber } from '@crm/contracts/phone.js';
import { id } from '@crm/contracts/ids.js';
import type { Hook, HookAnswer, HookRoute } from '@crm/domain/carrier/hook-routes.js';
import type { TelephonyContext } from '../context.js';
import { addressesOf } from '../calls/addresses.js';
import { languageOf, type CallDoc } from '../calls/call.model.js';
import { conferenceTwiml, hangUpTwiml, sayTwiml } from '../calls/call-twiml.js';
import { emitCallChanged } from '../calls/change-call.js';
import { takeHook } from '../calls/inbox.js';
import { closingTime } from '../opening/is-open.rules.js';
import { knownOpeningHours } from '../opening/opening-hours.js';
import { callbackTwiml, leaveTwiml, ringingTwiml, waitTwiml } from './queue-twiml.js';
import { documentOf, receiveCall } from './receive-call.js';
import { positionOf } from './waiting-calls.js';

const sorry = 'We are sorry, this call cannot go on.';

/** Whether somebody can be called back: not who hides their number, nor who calls from abroad. */
const canBeCalled = ({ number }: CallDoc) => phoneNumber.safeParse(number).success;

/** What an agent's line does that took a call: whoever was first has it, and nobody else. */
function afterJoin(ctx: TelephonyContext, call: CallDoc, role: string | undefined): string {
  if (role === undefined || call.host !== role || call.state === 'ended') return hangUpTwiml();
  return conferenceTwiml(addressesOf(ctx, call._id), {
    ...{ name: call._id.toHexString(), role },
    ...{ isHost: true, isOrigin: false },
  });
}

/** What somebody hears who waits. */
async function whileWaiting(ctx: TelephonyContext, call: CallDoc): Promise<string> {
  // Somebody took the call, or nobody will: where the line goes now is asked for as it leaves.
  if (call.state === 'ended' || call.host) return leaveTwiml();
  if (call.queue?.state !== 'waiting') return ringingTwiml(addressesOf(ctx, call._id), ctx.links.ringTone);
  const [position, { offer_callback }] = await Promise.all([positionOf(ctx, call), knownOpeningHours(ctx)]);
  return waitTwiml({
    to: addressesOf(ctx, call._id),
    position,
    music: ctx.links.holdMusic,
    offersCallback: offer_callback === 1 && canBeCalled(call),
    language: languageOf(call),
  });
}

/** Somebody who waits pressed a key: 1 keeps their place, and they are called back. */
async function afterKey(ctx: TelephonyContext, call: CallDoc, digits: string | undefined): Promise<string> {
  const hours = await knownOpeningHours(ctx);
  if (digits !== '1' || hours.offer_callback !== 1 || !canBeCalled(call)) return whileWaiting(ctx, call);
  const until = closingTime(hours, ctx.clock.now());
  const kept = await emitCallChanged(ctx, call._id, { is: 'callback', until });
  // Somebody was free at that very moment.
  return kept?.queue?.kind === 'callback'
    ? callbackTwiml(call.number, languageOf(call))
    : whileWaiting(ctx, kept ?? call);
}

/** The webhooks of calls that come in, until somebody talks. */
export function incomingHooks(ctx: TelephonyContext): HookRoute[] {
  const known =
    (answer: (call: CallDoc, hook: Hook) => Promise<string>, input?: 'held') =>
    async (hook: Hook): Promise<HookAnswer> => {
      const cid = id.safeParse(hook.params['cid']);
      const _id = cid.success ? new Types.ObjectId(cid.data) : undefined;
      const call =
        _id &&
        (input === undefined
          ? await ctx.callDocs.findById(_id).lean<CallDoc>()
          : await emitCallChanged(ctx, _id, { is: input }));
      if (!call) ctx.log.error({ path: hook.path }, 'ALARM: webhook for an unknown call');
      return call ? answer(call, hook) : sayTwiml(sorry);
    };
  const taken =
    (answer: (call: CallDoc, hook: Hook) => Promise<string> | string) =>
    async (hook: Hook): Promise<HookAnswer> => {
      const call = await takeHook(ctx, hook);
      return call === undefined ? sayTwiml(sorry) : answer(call, hook);
    };
  return [
    { path: '/tw/voice/number', handle: (hook) => receiveCall(ctx, hook) },
    {
      path: '/tw/join/{cid}/{role}',
      handle: taken((call, { params }) => afterJoin(ctx, call, params['role'])),
    },
    { path: '/tw/caller/{cid}', handle: known((call) => documentOf(ctx, call._id)) },
    { path: '/tw/queue/{cid}/wait', handle: known((call) => whileWaiting(ctx, call), 'held') },
    {
      path: '/tw/queue/{cid}/key',
      handle: known((call, { fields }) => afterKey(ctx, call, fields['Digits'])),
    },
    { path: '/tw/queue/{cid}/left', handle: taken((call) => documentOf(ctx, call._id)) },
  ];
}
