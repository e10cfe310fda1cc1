import { userSessionsEnded } from '@crm/contracts/bus/events.js';
import { ownEntry } from '@crm/platform/audit/own-entry.js';
import type { AuditedAction } from '@crm/platform/audit/audit-entry.js';
import { newEvent, type EventActor } from '@crm/platform/outbox/new-event.js';
import { withEvents } from '@crm/platform/outbox/outbox-fields.js';
import type { AuthContext } from '../context.js';
import type { EndReason, StoredSession } from './session.model.js';

const dayMs = 24 * 60 * 60 * 1000;
const maxTries = 20;

/** What the product itself enters when nobody asked for the end of a session. */
const entryActions: Partial<Record<EndReason, string>> = {
  idle: 'session.expired',
  'too-old': 'session.expired',
  reused: 'session.token-reused',
  'factor-required': 'session.expired',
};

export interface SessionEnd {
  reason: EndReason;
  actor: EventActor;
  /** From where, for the entry of what the product ends by itself. */
  address?: string;
  /** Looked at once more with the record as it is written: false leaves it alone. */
  stillDue?: (session: StoredSession) => boolean;
}

/**
 * Ends one open session, all tokens renewed in it with it, in one write with its event; once, however many ask at the
 * same time. Answers whether it was this call that did.
 */
export async function endSession(ctx: AuthContext, sid: string, end: SessionEnd): Promise<boolean> {
  for (let tries = 0; tries < maxTries; tries += 1) {
    const session = await ctx.models.sessions.findById(sid).lean<StoredSession | null>();
    if (session?.open !== true || end.stillDue?.(session) === false) return false;
    const now = ctx.clock.now();
    const data = { user_id: session.user_id, sid, exp: session.exp };
    const event = newEvent(userSessionsEnded, {
      source: 'auth',
      subject: `session/${sid}`,
      sequence: session.version + 1,
      data,
      actor: end.actor,
      now,
    });
    const entry = entryFor(session, end, now);
    const written = await ctx.models.sessions.updateOne(
      { _id: sid, version: session.version, active_at: session.active_at },
      withEvents(
        {
          $set: {
            ended_at: now,
            end_reason: end.reason,
            forgetAt: new Date(Math.max(now.getTime(), session.exp * 1000) + dayMs),
          },
          $unset: { open: 1, 'provider.id_token': 1 },
        },
        [event],
        now,
        entry === undefined ? undefined : new Map([[event.id, entry]]),
      ),
    );
    if (written.matchedCount === 0) continue;
    // Everybody else learns of it by message; this process must not let one more request through until it does.
    ctx.sessions.sessionsEnded(data);
    return true;
  }
  return false;
}

function entryFor(
  session: StoredSession,
  { reason, address }: SessionEnd,
  now: Date,
): AuditedAction | undefined {
  const action = entryActions[reason];
  if (action === undefined) return undefined;
  return ownEntry({
    at: now,
    actor_id: 'system',
    actor_name: '',
    action,
    subjects: [`user/${session.user_id}`],
    ...(reason === 'reused' ? { outcome: 'denied' as const } : {}),
    ...(address === undefined ? {} : { address }),
  });
}
