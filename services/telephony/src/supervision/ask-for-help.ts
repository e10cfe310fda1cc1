import type { Actor } from '@crm/contracts/access.js';
import type { Outcome } from '@crm/contracts/errors.js';
import { invalid } from '@crm/platform/errors/app-error.js';
import { success } from '@crm/platform/http/outcomes.js';
import { changeCall } from '../calls/change-call.js';
import { ownCall } from '../calls/live-calls.js';
import type { TelephonyContext } from '../context.js';

/** Asks the admins for help in the asker's own call. Asked twice, it is asked for since the first time. */
export async function askForHelp(ctx: TelephonyContext, actor: Actor, id: string): Promise<Outcome> {
  const { _id } = await ownCall(ctx, actor, id);
  await changeCall(ctx, _id, ({ state, helpAskedAt }) => {
    if (state === 'ended') throw invalid({}, 'The call has already ended');
    return helpAskedAt ? undefined : { input: { is: 'help', at: ctx.clock.now() } };
  });
  return success('The supervisors were asked for help');
}

/** Withdraws that. Where nothing is asked for, it is as they wanted. */
export async function withdrawHelp(ctx: TelephonyContext, actor: Actor, id: string): Promise<Outcome> {
  const { _id } = await ownCall(ctx, actor, id);
  await changeCall(ctx, _id, ({ helpAskedAt }) =>
    helpAskedAt ? { input: { is: 'help', at: null } } : undefined,
  );
  return success('Help is no longer asked for');
}
