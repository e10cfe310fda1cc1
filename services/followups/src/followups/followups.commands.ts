import { createHash } from 'node:crypto';
import { Types } from 'mongoose';
import { createFollowupCommand, type commands } from '@crm/contracts/bus/commands.js';
import type { FollowupInput } from '@crm/contracts/entities/followup.js';
import type { Handlers } from '@crm/platform/deliveries/deliveries.js';
import { evenDeleted } from '@crm/platform/outbox/outbox-fields.js';
import type { FollowupsContext } from '../context.js';
import { createFollowup } from './create-followup.js';

/** The command decides the id of what it makes: a second delivery finds it, or what is left of it. */
const idOf = (command: string) =>
  new Types.ObjectId(createHash('sha256').update(command).digest('hex').slice(0, 24));

async function createOnce(ctx: FollowupsContext, command: string, input: FollowupInput): Promise<void> {
  const _id = idOf(command);
  const isMade = async () => (await ctx.followups.exists(evenDeleted({ _id }))) !== null;
  if (await isMade()) return;
  try {
    await createFollowup(ctx, 'system', input, _id);
  } catch (error) {
    // Another replica was brought the same one.
    if (!(await isMade())) throw error;
  }
}

/** The commands of the bus: the same use case as the call, on the system's behalf. */
export function followupCommands(ctx: FollowupsContext): Pick<Handlers<typeof commands>, 'followup.create'> {
  return { [createFollowupCommand.type]: ({ id, data }) => createOnce(ctx, id, data) };
}
