import type { EntryLog } from '@crm/platform/audit/audit-log.js';
import { callHooks } from './calls/calls.hooks.js';
import type { TelephonyContext } from './context.js';
import type { HookRoute } from '@crm/domain/carrier/hook-routes.js';
import { incomingHooks } from './incoming/incoming.hooks.js';
import { transcriptHooks } from './recordings/transcript.hooks.js';
import { voicemailHooks } from './calls/voicemail.hooks.js';

/** Every webhook of the carrier's that the service takes. */
export function telephonyHooks(ctx: TelephonyContext, audit: Pick<EntryLog, 'later'>): HookRoute[] {
  return [...callHooks(ctx, audit), ...incomingHooks(ctx), ...voicemailHooks(ctx), ...transcriptHooks(ctx)];
}
