import { Types } from 'mongoose';
import { id } from '@crm/contracts/ids.js';
import type { Hook, HookRoute } from '@crm/domain/carrier/hook-routes.js';
import { incomingFiles } from '../files/incoming-files.rules.js';
import type { MessagingContext } from '../context.js';
import { changeText } from './change-text.js';
import { receiveText } from './receive-text.js';
import { reasonReported, statusReported } from '../text/reduce-text.rules.js';

/** An empty document: the carrier sends no answer of its own making. */
const nothing = '<?xml version="1.0" encoding="UTF-8"?><Response/>';

async function takeStatus(ctx: MessagingContext, { params, query, fields }: Hook): Promise<undefined> {
  const text = id.safeParse(params['id']);
  const status = statusReported(fields['MessageStatus'] ?? fields['SmsStatus'] ?? '');
  const sid = fields['MessageSid'] ?? fields['SmsSid'];
  if (!text.success || status === undefined || sid === undefined) {
    ctx.log.warn({ text: params['id'], status: fields['MessageStatus'] }, 'webhook for an unknown text');
    return;
  }
  const code = Number(fields['ErrorCode'] ?? 0);
  await ctx.accountFaults.published(code);
  await changeText(
    ctx,
    new Types.ObjectId(text.data),
    {
      is: 'reported',
      attempt: Number(query.get('a') ?? '1'),
      sid,
      status,
      reason: reasonReported(status, code),
    },
    { code },
  );
}

/** The carrier's webhooks of texts. */
export function textHooks(ctx: MessagingContext): HookRoute[] {
  return [
    {
      path: '/tw/sms/in',
      handle: async ({ fields }) => {
        const { MessageSid: sid, From: from, To: to, Body: body = '', OptOutType: optOutType } = fields;
        if (sid === undefined || from === undefined || to === undefined) {
          ctx.log.warn({ sid }, 'incoming text without a number');
          return nothing;
        }
        const { accountSid } = ctx.config.carrier;
        const files = incomingFiles(fields, { accountSid, messageSid: sid });
        await receiveText(ctx, { sid, from, to, body, optOutType, files });
        return nothing;
      },
    },
    { path: '/tw/sms/status/{id}', handle: (hook) => takeStatus(ctx, hook) },
  ];
}
