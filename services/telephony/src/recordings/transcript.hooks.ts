import { Types } from 'mongoose';
import { z } from 'zod';
import { id } from '@crm/contracts/ids.js';
import type { TelephonyContext } from '../context.js';
import type { HookRoute } from '@crm/domain/carrier/hook-routes.js';
import { transcriptIsReady } from './transcribe.js';

const readyHook = z.object({
  transcript_sid: z.string().regex(/^GT[0-9a-fA-F]{32}$/),
  customer_key: id.optional().catch(undefined),
});

/** The webhook of what writes recordings down. What it does not tell is seen by looking after it. */
export function transcriptHooks(ctx: TelephonyContext): HookRoute[] {
  return [
    {
      path: '/tw/transcript',
      handle: async ({ fields }) => {
        const read = readyHook.safeParse({ ...fields });
        if (read.success) {
          const { transcript_sid: sid, customer_key: key } = read.data;
          await transcriptIsReady(ctx, { sid, key: key === undefined ? undefined : new Types.ObjectId(key) });
        }
        return undefined;
      },
    },
  ];
}
