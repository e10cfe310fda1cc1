import { Types, type Model } from 'mongoose';
import { roles } from '@crm/contracts/codes/roles.js';
import type { Actor } from '@crm/contracts/access.js';
import { earliestDue, firstOf } from '@crm/platform/jobs/earliest-due.js';
import type { Job } from '@crm/platform/jobs/job-scheduler.js';
import type { AuthContext } from '../context.js';
import type { AuditAction, AuditEntry, AuditFields } from './audit.model.js';

interface Action {
  action: AuditAction;
  subject: string;
  changed: readonly string[];
  now: Date;
}

/** The audit entry of an admin's action; undefined if the actor is not an admin. */
export function auditEntry(actor: Actor | 'system', about: Action): AuditEntry | undefined {
  if (actor === 'system' || actor.role !== roles.admin) return undefined;
  return {
    _id: new Types.ObjectId(),
    at: about.now,
    actor_id: actor.id,
    action: about.action,
    subject: about.subject,
    changed: [...about.changed].sort(),
  };
}

/** The same for calls that users may make about themselves: only an admin's action on another user is audited. */
export function auditEntryAboutOthers(actor: Actor | 'system', about: Action): AuditEntry | undefined {
  const isOwn = actor !== 'system' && about.subject === `user/${actor.id}`;
  return isOwn ? undefined : auditEntry(actor, about);
}

/** The part of an update that adds a pending entry to the changed document: change and entry are one write. */
export function withAudit(entry: AuditEntry | undefined) {
  return entry === undefined ? {} : { $push: { audit: entry }, $min: { auditAt: entry.at } };
}

/**
 * Moves pending entries to the audit collection. Idempotent and safe to run concurrently: an entry keeps its id and
 * is removed from its document only after it has been inserted.
 */
export async function moveAudit(ctx: Pick<AuthContext, 'models'>): Promise<void> {
  await moveFrom(ctx, ctx.models.users);
  await moveFrom(ctx, ctx.models.settings);
}

async function moveFrom<T extends AuditFields>(
  { models }: Pick<AuthContext, 'models'>,
  model: Model<T>,
): Promise<void> {
  const waiting = await model
    .find({ auditAt: { $exists: true } }, { audit: 1 })
    .sort({ auditAt: 1 })
    .lean<{ _id: unknown; audit?: AuditEntry[] }[]>();
  for (const { _id, audit = [] } of waiting) {
    await models.audit.bulkWrite(
      audit.map((entry) => ({
        updateOne: { filter: { _id: entry._id }, update: { $setOnInsert: entry }, upsert: true },
      })),
    );
    await model.updateOne({ _id }, { $pull: { audit: { _id: { $in: audit.map((entry) => entry._id) } } } });
    await model.updateOne({ _id, audit: { $size: 0 } }, { $unset: { audit: 1, auditAt: 1 } });
  }
}

/** Debounces: entries of the same moment are moved together. */
const waitMs = 60_000;

/** Moves entries once the oldest has been pending for a minute. */
export function auditJob(ctx: Pick<AuthContext, 'models'>): Job {
  const { users, settings } = ctx.models;
  return {
    name: 'audit',
    nextDueAt: async () => {
      const oldest = firstOf(
        await Promise.all([earliestDue(users, 'auditAt'), earliestDue(settings, 'auditAt')]),
      );
      return oldest === null ? null : new Date(oldest.getTime() + waitMs);
    },
    run: async () => {
      await moveAudit(ctx);
      return false;
    },
  };
}
