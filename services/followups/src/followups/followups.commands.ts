import { createHash } from 'node:crypto';
import { Types } from 'mongoose';
import { createFollowupCommand, type commands } from '@crm/contracts/bus/commands.js';
import type { FollowupInput } from '@crm/contracts/entities/followup.js';
import type { Handlers } from '@crm/platform/deliveries/deliveries.js';
import { evenDeleted } from '@crm/platform/outbox/outbox-fields.js';
import type { FollowupsContext } from '../context.js';
import { createFollowup } from './create-followup.js';

/** The command's id determines the id of the follow-up: a redelivery finds it, or its tombstone. */
const idOf = (command: string) =>
  new Types.ObjectId(createHash('sha256').update(command).digest('hex').slice(0, 24));

async function createOnce(ctx: FollowupsContext, command: string, input: FollowupInput): Promise<void> {
  const _id = idOf(command);
  const isMade = async () => (await ctx.followups.exists(evenDeleted({ _id }))) !== null;
  if (await isMade()) return;
  try {
    await createFollowup(ctx, 'system', input, _id);
  } catch (error) {
    // Another replica received the same command.
    if (!(await isMade())) throw error;
  }
}

/** The bus commands: the same use case as the call, on behalf of the system. */
export function followupCommands(ctx: FollowupsContext): Pick<Handlers<typeof commands>, 'followup.create'> {
  return { [createFollowupCommand.type]: ({ id, data }) => createOnce(ctx, id, data) };
}
