import { Types } from 'mongoose';
import { diallerNext } from '@crm/contracts/bus/call-events.js';
import type { NextDial } from '@crm/contracts/entities/telephony.js';
import type { Outcome } from '@crm/contracts/errors.js';
import { switchDiallerOff } from '@crm/contracts/http/auth.js';
import { newEvent } from '@crm/platform/outbox/new-event.js';
import type { DiallerContext } from './dialler-calls.js';

/** Tells a guide's windows what came of the server's own next dial; a window that missed it reads how the dialler stands. */
export function announceNext(ctx: DiallerContext, data: NextDial): void {
  const now = ctx.clock.now();
  ctx.announce([
    newEvent(diallerNext, {
      ...{ source: 'telephony', subject: `dialler/${data.guide_id}`, actor: 'system', now, data },
      sequence: now.getTime(),
    }),
  ]);
}

/**
 * Switches a guide's dialler off, and tells them why: it would ring one customer after the other for nobody, or in vain.
 * What it works through stays where it is. Whoever asks for the next call meanwhile is told the same.
 */
export async function switchOff(ctx: DiallerContext, guideId: string, why: Outcome): Promise<void> {
  const _id = new Types.ObjectId(guideId);
  await ctx.diallers.updateOne({ _id }, { $set: { offBecause: why.message } });
  await ctx.diallers.updateOne({ _id, call_id: null }, { $set: { nextAt: null } });
  await ctx.services.call(switchDiallerOff, { body: { user_id: guideId } }, { asService: true });
  announceNext(ctx, { ...why, guide_id: guideId, on: false });
}
