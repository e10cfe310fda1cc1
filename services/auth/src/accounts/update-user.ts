import type { Actor } from '@crm/contracts/access.js';
import type { updateUser as endpoint } from '@crm/contracts/http/account.js';
import type { AnswerOf, InputOf } from '@crm/contracts/endpoint/endpoint.js';
import { invalid } from '@crm/platform/errors/app-error.js';
import type { AuthContext } from '../context.js';
import { changeUser } from '../user/change-user.js';
import { updatedEvent } from '../user/user.events.js';
import { changesOf, readPhones } from '../user/user.rules.js';
import { userView } from '../user/user.view.js';

/** Changes a user's phone, callback text or out-of-office voicemail: what the settings menu offers to everybody. */
export async function updateUser(
  ctx: AuthContext,
  actor: Actor,
  { id, phone, text_message, voice_mail }: InputOf<typeof endpoint>['body'],
): Promise<AnswerOf<typeof endpoint>> {
  const { phones, errors } = readPhones({ phone });
  if (Object.keys(errors).length > 0) throw invalid(errors);
  const user = await changeUser(ctx, actor, id, (before) => {
    const set = changesOf(before, { ...phones, text_message, voice_mail });
    const changed = Object.keys(set);
    if (changed.length === 0) return undefined;
    return {
      set,
      changedBy: set.phone === undefined ? undefined : actor.fullname,
      eventsOf: (write) => [updatedEvent(write)],
    };
  });
  return { user: userView(user), status: 'success', message: 'Saved' };
}
