import { roleName, roles, type RoleName } from '@crm/contracts/codes/roles.js';
import { requiredFrom } from '@crm/contracts/entities/factor-requirement.js';
import { pacificDate, startOfPacificDay } from '@crm/contracts/time/pacific.js';
import { firstOf } from '@crm/platform/jobs/earliest-due.js';
import type { Job } from '@crm/platform/jobs/job-scheduler.js';
import type { AuthContext } from '../context.js';
import { endSession } from '../sessions/end-session.js';
import { readRequirement } from '../settings/change-settings.js';

/** The roles that need a second factor, from which day on, and whose sessions have not been ended for it yet. */
async function unenforced(ctx: Pick<AuthContext, 'models'>): Promise<{ role: RoleName; from: string }[]> {
  const { second_factor, second_factor_enforced } = await readRequirement(ctx);
  return roleName.options.flatMap((role) => {
    const from = requiredFrom(second_factor, role);
    return from === null || second_factor_enforced[role] === from ? [] : [{ role, from }];
  });
}

/** Ends the sessions of those of a role who have no second factor, but for those that began with one at a provider. */
async function endSessionsWithout(ctx: AuthContext, role: RoleName): Promise<void> {
  const { users, factors, sessions } = ctx.models;
  const people = await users.distinct('_id', { role_id: roles[role] });
  const ids = people.map((id) => id.toHexString());
  const enrolled = await factors.distinct('_id', {
    _id: { $in: ids },
    $or: [{ totp: { $exists: true } }, { 'passkeys.0': { $exists: true } }],
  });
  const has = new Set<string>(enrolled);
  const without = ids.filter((id) => !has.has(id));
  const open = await sessions.distinct('_id', {
    user_id: { $in: without },
    open: true,
    'provider.counts_as_factor': { $ne: true },
  });
  for (const sid of open) await endSession(ctx, sid, { reason: 'factor-required', actor: 'system' });
}

/** From the first day on, whoever has no second factor enrolls one at the next sign-in (rule A32). */
export async function enforceSecondFactor(ctx: AuthContext): Promise<boolean> {
  const today = pacificDate(ctx.clock.now());
  const due = (await unenforced(ctx)).filter(({ from }) => from <= today);
  for (const { role, from } of due) {
    await endSessionsWithout(ctx, role);
    await ctx.models.settings.updateOne(
      { _id: 'settings' },
      { $set: { [`second_factor_enforced.${role}`]: from } },
    );
  }
  return due.length > 0;
}

/** Ends sessions without a second factor on the day from which a role needs one. */
export const secondFactorJob = (ctx: AuthContext): Job => ({
  name: 'second factor',
  nextDueAt: async () => firstOf((await unenforced(ctx)).map(({ from }) => startOfPacificDay(from))),
  run: () => enforceSecondFactor(ctx),
});
