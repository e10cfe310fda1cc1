import { Types } from 'mongoose';
import type { User } from '@crm/contracts/entities/user.js';
import type { MessagingContext } from '../context.js';
import type { MessagingUserDoc } from './user.model.js';

/** Saves users as auth tells of them; what is older than what stands changes nothing. */
export function saveUsers(ctx: Pick<MessagingContext, 'knownUsers'>, users: readonly User[]): Promise<void> {
  return ctx.knownUsers.put(
    users.map((user) => {
      const { role_id, fname, lname, fullname, email, phone, twilio_phone, banned, version } = user;
      const { email_credentials_set, text_message, team_id } = user;
      return {
        id: new Types.ObjectId(user.id),
        parts: [
          {
            guard: 'version' as const,
            sequence: version,
            set: {
              role_id,
              fname,
              lname,
              fullname,
              email,
              phone,
              twilio_phone,
              text_message,
              team_id,
              banned,
              email_credentials_set,
            },
          },
        ],
      };
    }),
  );
}

/** A user who is there and not banned, or undefined. */
export async function findUser(
  { users }: Pick<MessagingContext, 'users'>,
  id: string,
): Promise<MessagingUserDoc | undefined> {
  const user = await users.findOne({ _id: new Types.ObjectId(id), banned: 0 }).lean<MessagingUserDoc>();
  return user ?? undefined;
}

/** Users who are there and not banned, by their own number where exactly one has it, and by their id. */
export async function findUsers(
  { users }: Pick<MessagingContext, 'users'>,
  { numbers, ids }: { numbers: readonly string[]; ids: readonly string[] },
): Promise<Record<'byNumber' | 'byId', ReadonlyMap<string, MessagingUserDoc>>> {
  const found = await users
    .find({
      banned: 0,
      $or: [
        { twilio_phone: { $in: numbers } },
        { _id: { $in: ids.map((userId) => new Types.ObjectId(userId)) } },
      ],
    })
    .lean<MessagingUserDoc[]>();
  const holders = new Map<string, MessagingUserDoc[]>();
  for (const user of found) holders.set(user.twilio_phone, [...(holders.get(user.twilio_phone) ?? []), user]);
  return {
    byNumber: new Map(
      [...holders].flatMap(([number, [user, ...others]]) =>
        user === undefined || others.length > 0 ? [] : [[number, user] as const],
      ),
    ),
    byId: new Map(found.map((user) => [user._id.toHexString(), user])),
  };
}
