import { Types } from 'mongoose';
import { z } from 'zod';
import { id } from '@crm/contracts/ids.js';
import type { CallDoc } from './call.model.js';
import type { TelephonyContext } from '../context.js';
import type { Hook, HookAnswer, HookRoute } from '@crm/domain/carrier/hook-routes.js';
import { missCall } from '../missed/miss-call.js';
import type { MissedCallDoc } from '../missed/missed-call.model.js';
import { recordingDetails } from '../recordings/recording-hook.rules.js';
import { addVoicemailText, saveVoicemail } from '../voicemails/save-voicemail.js';
import { missedOf } from './missed-of.rules.js';

const hangUp = '<?xml version="1.0" encoding="UTF-8"?><Response><Hangup/></Response>';

const written = z.object({
  RecordingSid: z.string().regex(/^RE[0-9a-fA-F]{32}$/),
  TranscriptionStatus: z.literal('completed'),
  TranscriptionText: z.string().trim().min(1).max(20_000),
});

/**
 * The missed call of a caller who left something: kept from the call itself where the webhook is quicker than what
 * follows the call's end. Undefined for a call that nobody knows.
 */
async function missedCall(ctx: TelephonyContext, callId: string): Promise<MissedCallDoc | undefined> {
  const _id = new Types.ObjectId(callId);
  const find = () => ctx.missedCalls.findById(_id).lean<MissedCallDoc>();
  const kept = await find();
  if (kept !== null) return kept;
  const call = await ctx.callDocs.findById(_id).lean<CallDoc>();
  if (call === null) return undefined;
  await missCall(ctx, missedOf(call));
  return (await find()) ?? undefined;
}

/** The webhooks of a caller who leaves a voicemail. */
export function voicemailHooks(ctx: TelephonyContext): HookRoute[] {
  const ofMissed =
    (take: (missed: MissedCallDoc, fields: Hook['fields']) => Promise<void>) =>
    async ({ path, params, fields }: Hook): Promise<HookAnswer> => {
      const callId = id.safeParse(params['cid']);
      const missed = callId.success ? await missedCall(ctx, callId.data) : undefined;
      if (missed === undefined)
        ctx.log.error({ path, call: params['cid'] }, 'ALARM: voicemail for an unknown call');
      else await take(missed, fields);
      return undefined;
    };

  return [
    { path: '/tw/vm/{cid}/done', handle: () => Promise.resolve(hangUp) },
    {
      path: '/tw/vm/{cid}/rec',
      handle: ofMissed(async (missed, fields) => {
        const inputs = recordingDetails(fields);
        if (inputs !== undefined) await saveVoicemail(ctx, missed, inputs);
      }),
    },
    {
      path: '/tw/vm/{cid}/text',
      handle: ofMissed(async (missed, fields) => {
        const read = written.safeParse({ ...fields });
        if (!read.success) return;
        await addVoicemailText(ctx, missed, read.data.RecordingSid, read.data.TranscriptionText);
      }),
    },
  ];
}
