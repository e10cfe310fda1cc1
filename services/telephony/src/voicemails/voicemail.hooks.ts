import { Types } from 'mongoose';
import { z } from 'zod';
import { id } from '@crm/contracts/ids.js';
import type { TelephonyContext } from '../context.js';
import type { Hook, HookAnswer, HookRoute } from '@crm/platform/carrier/hook-routes.js';
import type { MissedCallDoc } from '../missed/missed-call.model.js';
import { recordingFacts } from '../recordings/recording-hook.rules.js';
import { addVoicemailText, keepVoicemail } from './keep-voicemail.js';

const hangUp = '<?xml version="1.0" encoding="UTF-8"?><Response><Hangup/></Response>';

const written = z.object({
  RecordingSid: z.string().regex(/^RE[0-9a-fA-F]{32}$/),
  TranscriptionStatus: z.literal('completed'),
  TranscriptionText: z.string().trim().min(1).max(20_000),
});

/** The webhooks of a caller who leaves a voicemail. The call is known by having been missed. */
export function voicemailHooks(ctx: TelephonyContext): HookRoute[] {
  const ofMissed =
    (take: (missed: MissedCallDoc, fields: Hook['fields']) => Promise<void>) =>
    async ({ path, params, fields }: Hook): Promise<HookAnswer> => {
      const callId = id.safeParse(params['cid']);
      const missed = callId.success
        ? await ctx.missedCalls.findById(new Types.ObjectId(callId.data)).lean<MissedCallDoc>()
        : null;
      if (missed === null)
        ctx.log.warn({ path, call: params['cid'] }, 'a webhook of a call that nobody missed');
      else await take(missed, fields);
      return undefined;
    };

  return [
    { path: '/tw/vm/{cid}/done', handle: () => Promise.resolve(hangUp) },
    {
      path: '/tw/vm/{cid}/rec',
      handle: ofMissed(async (missed, fields) => {
        const facts = recordingFacts(fields);
        if (facts !== undefined) await keepVoicemail(ctx, missed, facts);
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
