import { randomUUID } from 'node:crypto';
import type { AuditOutcome } from '@crm/platform/audit/audit-entry.js';
import type { EntryLog } from '@crm/platform/audit/audit-log.js';
import { ownEntry } from '@crm/platform/audit/own-entry.js';
import { answerError } from '@crm/platform/errors/answer-error.js';
import { dueIn, earliestDue } from '@crm/platform/jobs/earliest-due.js';
import type { Job } from '@crm/platform/jobs/job-scheduler.js';
import { currentContext, runWithContext } from '@crm/platform/log/request-context.js';
import type { TelephonyUserDoc } from '../users/user.model.js';
import { dialNext, off } from './dial-one-by-one.js';
import type { DiallerContext } from './dialler-calls.js';
import type { DiallerDoc } from './dialler.model.js';
import { dialSoon, healMs, isSoonFree, nextDialMs } from './line.js';
import { announceNext } from './switch-off.js';

/** Guides dialled for at once, at most: each waits for the carrier's answer. */
const maxAtOnce = 20;

type EntryTaker = Pick<EntryLog, 'later'>;
type DueLine = Pick<DiallerDoc, '_id' | 'nextAt'>;

/** When the next lead of any guide is due to be dialled; null where none is. */
export const nextDialAt = ({ diallers }: Pick<DiallerContext, 'diallers'>): Promise<Date | null> =>
  earliestDue(diallers, 'nextAt');

/** Dials the next lead of every guide whose dialler is on, a second behind the last one, whatever their window does. */
export function nextDialJob(ctx: DiallerContext, audit: EntryTaker): Job {
  return {
    name: 'next dials',
    ...dueIn(ctx.diallers, 'nextAt'),
    run: async () => {
      const due = await ctx.diallers
        .find({ nextAt: { $lte: ctx.clock.now() } }, { nextAt: 1 })
        .sort({ nextAt: 1 })
        .limit(maxAtOnce)
        .lean<DueLine[]>();
      await Promise.all(
        due.map((line) =>
          runWithContext({ correlationId: randomUUID() }, () => considerNext(ctx, audit, line)),
        ),
      );
      return due.length > 0;
    },
  };
}

/** Dials a guide's next lead, or says when to look again: while they are in a call, and where their line is taken. */
async function considerNext(ctx: DiallerContext, audit: EntryTaker, line: DueLine): Promise<void> {
  const guideId = line._id.toHexString();
  const guide = await guideOf(ctx, line);
  if (guide === undefined) return rest(ctx, line);
  if ((await ctx.calls.live(guideId)) !== null) return lookAgain(ctx, line);
  // Told by whoever switched the dialler off over it.
  const answer = await dialNext(ctx, guideId).catch((error: unknown) => {
    const { expected, body } = answerError(error);
    if (!expected) ctx.log.error({ err: error, guide: guideId }, 'the next lead could not be dialled');
    // With nobody left to call, nothing was done to anybody.
    if (body.code !== 'not_found') enter(ctx, audit, guide, 'failed');
    return off;
  });
  if (answer === undefined) {
    // Whoever has the line may have died before it was given back.
    if (!(await isSoonFree(ctx, guideId))) await lookAgain(ctx, line);
    return;
  }
  if (answer === off) return;
  const { AD_restart, ...outcome } = answer;
  enter(ctx, audit, guide, AD_restart ? 'denied' : 'done');
  announceNext(ctx, { ...outcome, guide_id: guideId, on: true });
}

/** A guide whose dialler is on; undefined for anybody else. */
async function guideOf({ users }: DiallerContext, { _id }: DueLine): Promise<TelephonyUserDoc | undefined> {
  const user = await users.findById(_id).lean<TelephonyUserDoc>();
  return user?.AD_Status === 1 && user.banned === 0 ? user : undefined;
}

/** Nothing is due any more, unless the dialler was switched on in this moment. */
async function rest(ctx: DiallerContext, line: DueLine): Promise<void> {
  await ctx.diallers.updateOne(line, { $set: { nextAt: null } });
  if ((await guideOf(ctx, line)) !== undefined) await dialSoon(ctx, line._id.toHexString(), nextDialMs);
}

async function lookAgain(ctx: DiallerContext, line: DueLine): Promise<void> {
  const nextAt = new Date(ctx.clock.now().getTime() + healMs);
  await ctx.diallers.updateOne(line, { $set: { nextAt } });
}

/** The audit entry of a lead that was dialled for a guide without their asking. */
function enter(
  { clock }: DiallerContext,
  audit: EntryTaker,
  { _id, fullname }: TelephonyUserDoc,
  outcome: AuditOutcome,
): void {
  const id = _id.toHexString();
  audit.later(
    ownEntry({
      ...{ at: clock.now(), actor_id: id, actor_name: fullname, action: 'lead.dialled', outcome },
      subjects: [`user/${id}`, ...(currentContext()?.audit?.subjects ?? [])],
    }),
  );
}
