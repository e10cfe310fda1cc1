import { licenceExpiring, type EndingLicence } from '@crm/contracts/bus/licence-events.js';
import { dueIn } from '@crm/platform/jobs/earliest-due.js';
import type { Job } from '@crm/platform/jobs/job-scheduler.js';
import { newEvent } from '@crm/platform/outbox/new-event.js';
import type { AuthContext } from '../context.js';
import { changeUser, type UserChange } from '../user/change-user.js';
import type { StoredUser } from '../user/user.model.js';
import type { StoredLicence } from '../user/licence.model.js';
import { dueWarning, nextWarningAt } from '../user/stored-licences.js';

/** The warnings about an account's licences that are due, as sent: in the write that marks them, so that each is sent once. */
function warningChange({ licences = [] }: StoredUser, now: Date): UserChange {
  const ending: EndingLicence[] = [];
  const warned = licences.map((licence): StoredLicence => {
    const days = dueWarning(licence, now);
    if (days === undefined || licence.until === null) return licence;
    ending.push({ state: licence.state, line: licence.line, until: licence.until, days });
    return { ...licence, warned: days };
  });
  return {
    set: { licences: warned, licence_due_at: nextWarningAt(warned) },
    eventsOf: ({ after, actor }) =>
      ending.length === 0
        ? []
        : [
            newEvent(licenceExpiring, {
              source: 'auth',
              subject: `user/${after._id.toHexString()}/licences`,
              sequence: after.version,
              data: { user_id: after._id.toHexString(), fullname: after.fullname, licences: ending },
              actor,
              now,
            }),
          ],
  };
}

/** Warns about the licences of each account for which something is due. Answers whether there was any. */
async function warnAboutLicences(ctx: AuthContext): Promise<boolean> {
  const now = ctx.clock.now();
  const due = await ctx.models.users
    .find({ licence_due_at: { $gt: new Date(0), $lte: now } }, { _id: 1 })
    .sort({ licence_due_at: 1 })
    .limit(100)
    .lean<Pick<StoredUser, '_id'>[]>();
  for (const { _id } of due) {
    await changeUser(ctx, 'system', _id.toHexString(), (user) =>
      // Where another process was faster, nothing is due any more.
      user.licence_due_at && user.licence_due_at <= now ? warningChange(user, now) : undefined,
    );
  }
  return due.length > 0;
}

/** Warns of the end of licences 60, 30 and 7 days before it, and once they have ended. */
export const licenceJob = (ctx: AuthContext): Job => ({
  name: 'licences',
  ...dueIn(ctx.models.users, 'licence_due_at'),
  run: () => warnAboutLicences(ctx),
});
