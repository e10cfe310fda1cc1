import { Types } from 'mongoose';
import type { Actor } from '@crm/contracts/access.js';
import { roles } from '@crm/contracts/codes/roles.js';
import { customScriptType, scriptLength, type CustomScript } from '@crm/contracts/http/scripts.js';
import { invalidField, notFound } from '@crm/platform/errors/app-error.js';
import type { LeadsContext } from '../context.js';
import { sanitiseScript } from './sanitise-script.js';
import type { ScriptDoc } from './script.model.js';

type Scripts = Pick<LeadsContext, 'scripts' | 'clock'>;

/** Each is a tab beside the built-in script: more than these nobody finds again. */
const maxScripts = 20;

const scriptView = ({ _id, agent_id, html, updatedAt }: ScriptDoc): CustomScript => ({
  id: _id.toHexString(),
  agent_id: agent_id.toHexString(),
  type_id: customScriptType,
  html,
  updatedAt: updatedAt.toISOString(),
});

function cleaned(html: string): string {
  const clean = sanitiseScript(html);
  if (clean === undefined) throw invalidField('html', 'This field is required');
  if (clean.length > scriptLength) throw invalidField('html', 'A script may have 50,000 characters at most');
  return clean;
}

/** The scripts of a user, the first written first. */
export async function listScripts({ scripts }: Scripts, userId: string): Promise<CustomScript[]> {
  const found = await scripts
    .find({ agent_id: new Types.ObjectId(userId) })
    .sort({ _id: 1 })
    .lean<ScriptDoc[]>();
  return found.map(scriptView);
}

/** Writes a script of a user down. Throws `invalid` where nothing to read is left, or there are too many. */
export async function createScript(
  { scripts, clock }: Scripts,
  agentId: string,
  html: string,
): Promise<CustomScript> {
  const agent_id = new Types.ObjectId(agentId);
  const clean = cleaned(html);
  if ((await scripts.countDocuments({ agent_id })) >= maxScripts) {
    throw invalidField('html', `At most ${String(maxScripts)} scripts: delete one first`);
  }
  const now = clock.now();
  const script: ScriptDoc = {
    _id: new Types.ObjectId(),
    agent_id,
    html: clean,
    createdAt: now,
    updatedAt: now,
  };
  await scripts.collection.insertOne(script);
  return scriptView(script);
}

/** Finds a script among those that somebody may change: the own ones, for an admin all. */
const among = ({ id, role }: Actor, scriptId: string) => ({
  _id: new Types.ObjectId(scriptId),
  ...(role === roles.admin ? {} : { agent_id: new Types.ObjectId(id) }),
});

/** Changes a script. Throws `not_found` for another agent's, as for one that is not there. */
export async function changeScript(
  { scripts, clock }: Scripts,
  actor: Actor,
  scriptId: string,
  html: string,
): Promise<CustomScript> {
  const set = { html: cleaned(html), updatedAt: clock.now() };
  const script = await scripts
    .findOneAndUpdate(among(actor, scriptId), { $set: set }, { returnDocument: 'after' })
    .lean<ScriptDoc>();
  if (script === null) throw notFound('Script');
  return scriptView(script);
}

/** Deletes a script. Throws `not_found` as `changeScript` does. */
export async function deleteScript({ scripts }: Scripts, actor: Actor, scriptId: string): Promise<void> {
  const { deletedCount } = await scripts.deleteOne(among(actor, scriptId));
  if (deletedCount === 0) throw notFound('Script');
}
