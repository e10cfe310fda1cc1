import type { Actor } from '@crm/contracts/access.js';
import type { Outcome } from '@crm/contracts/errors.js';
import { phoneNumber } from '@crm/contracts/phone.js';
import { invalid } from '@crm/platform/errors/app-error.js';
import { success } from '@crm/platform/http/outcomes.js';
import type { TelephonyContext } from '../context.js';
import { languageOf, type CallDoc } from './call.model.js';
import { farewellTwiml } from './call-twiml.js';
import { withColleague } from './colleague.rules.js';
import { changeCall, emitCallChanged } from './change-call.js';
import { askAbout, hangUpCall } from './control-call.js';
import { ownCall } from './live-calls.js';

/** Sends the customer's line to the farewell; false where that cannot be done, and the call is hung up instead. */
async function sayFarewell(ctx: TelephonyContext, call: CallDoc): Promise<boolean> {
  const sid = call.legs['customer']?.sid ?? null;
  if (call.state !== 'talking' || sid === null) return false;
  try {
    await askAbout(ctx, call, () =>
      ctx.carrier.redirectCall(sid, { twiml: farewellTwiml(languageOf(call)) }),
    );
  } catch (error) {
    ctx.log.warn({ err: error, call: call._id.toHexString() }, 'no farewell, the call is hung up');
    return false;
  }
  // Everybody but the customer is free at once.
  await emitCallChanged(ctx, call._id, { is: 'farewell', farewell: 'playing' });
  return true;
}

/**
 * The customer of the asker's own call is not to be called again: their number is listed with the write that says so, and
 * the call ends with a spoken farewell. Asked twice, or after the call, it is listed once and nothing else is done. Throws
 * `invalid` where the caller hides their number.
 */
export async function doNotCall(ctx: TelephonyContext, actor: Actor, id: string): Promise<Outcome> {
  const call = await ownCall(ctx, actor, id);
  if (call.colleague) throw invalid({}, withColleague);
  if (!phoneNumber.safeParse(call.number).success)
    throw invalid({}, 'The caller hides their number, so that it cannot be listed');
  const claim = { isMine: false };
  await changeCall(ctx, call._id, ({ farewell }) => {
    claim.isMine = !farewell;
    return claim.isMine ? { input: { is: 'farewell', farewell: 'wanted' } } : undefined;
  });
  const done = success('Will not be contacted');
  if (!claim.isMine || call.state === 'ended') return done;
  if (!(await sayFarewell(ctx, call))) await hangUpCall(ctx, actor, id);
  return done;
}
