import { userSessionsEnded } from '@crm/contracts/bus/events.js';
import type { Envelope } from '@crm/contracts/bus/envelope.js';
import { auditChanges } from '@crm/platform/audit/add-details.js';
import { conflict, notFound } from '@crm/platform/errors/app-error.js';
import type { EventActor } from '@crm/platform/outbox/new-event.js';
import { withEvents } from '@crm/platform/outbox/outbox-fields.js';
import { auditedUserChanges } from './audited-user.js';
import type { AuthContext } from '../context.js';
import { accountEvents, type UserWrite } from './user.events.js';
import type { StoredUser } from './user.model.js';
import { isPresent } from './user.rules.js';

/** What becomes of a user: fields to set, fields to take away, and what the world is told. */
export interface UserChange {
  set: Partial<StoredUser>;
  unset?: readonly ('kept_session' | 'one_time_password' | 'live_call' | 'identities')[];
  eventsOf(write: UserWrite): readonly Envelope[];
  /** Who changed what admins keep of the account: it is another version of its record then. */
  changedBy?: string | undefined;
}

/** What changing users needs of the context: a migration has no more. */
export interface UserStore extends Pick<AuthContext, 'clock'> {
  models: Pick<AuthContext['models'], 'users'>;
  sessions: Pick<AuthContext['sessions'], 'sessionsEnded'>;
}

/** Presence, admins and messages meet in one document; this many in the same instant never do. */
const maxTries = 50;

/** What of a record no change of a user goes by. */
export const notRead = { known_networks: 0, known_devices: 0 } as const;

/**
 * Changes one user by what `decide` makes of the record as it stands, in one write with its events;
 * decides anew where somebody else was faster. `known`: the record as it was read a moment ago. `decide` answers undefined
 * where there is nothing to change: then nothing is written and nobody is told. Answers the user after it; throws `not_found`.
 */
export async function changeUser(
  ctx: UserStore,
  actor: EventActor,
  id: string,
  decide: (user: StoredUser) => UserChange | undefined,
  known?: StoredUser,
): Promise<StoredUser> {
  for (let tries = 0; tries < maxTries; tries += 1) {
    const read = () => ctx.models.users.findById(id, notRead).lean<StoredUser | null>();
    const user = tries === 0 && known !== undefined ? known : await read();
    if (user === null) throw notFound('User');
    const change = decide(user);
    if (change === undefined) return user;
    const now = ctx.clock.now();
    const after = afterChange(user, change, now);
    const write = { after, actor, now };
    const events = [
      ...change.eventsOf(write),
      ...(change.changedBy === undefined ? [] : accountEvents(write, 'updated')),
    ];
    auditChanges(`user/${id}`, auditedUserChanges(user, after));
    const written = await ctx.models.users.updateOne(
      { _id: user._id, version: user.version },
      withEvents(operatorsOf(user, change, after), events, now),
    );
    if (written.matchedCount === 0) {
      auditChanges(`user/${id}`, []);
      continue;
    }
    endSessionsHere(ctx, events);
    return after;
  }
  throw conflict();
}

function afterChange(user: StoredUser, change: UserChange, now: Date): StoredUser {
  const { set, unset = [] } = change;
  const after = { ...user, ...set, ...accountOf(user, change), version: user.version + 1, updatedAt: now };
  for (const field of unset) delete after[field];
  return after;
}

/** The version of the account, and whose it is. */
const accountOf = ({ account_version = 0 }: StoredUser, { changedBy }: UserChange): Partial<StoredUser> =>
  changedBy === undefined ? {} : { account_version: account_version + 1, account_changed_by: changedBy };

function operatorsOf(user: StoredUser, change: UserChange, after: StoredUser) {
  const { set, unset = [] } = change;
  const isOn = isPresent(after);
  const gone = [...unset, ...(isOn ? [] : ['present'])];
  return {
    $set: {
      ...set,
      ...accountOf(user, change),
      updatedAt: after.updatedAt,
      ...(isOn ? { present: true } : {}),
    },
    ...(gone.length === 0 ? {} : { $unset: Object.fromEntries(gone.map((field) => [field, 1])) }),
  };
}

// Everybody else hears of it by message; this process must not let one more request through until it does.
function endSessionsHere(ctx: UserStore, events: readonly Envelope[]): void {
  for (const event of events) {
    if (event.type === userSessionsEnded.type)
      ctx.sessions.sessionsEnded(userSessionsEnded.data.parse(event.data));
  }
}
