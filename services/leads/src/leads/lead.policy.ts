import { mayWorkLead, type Actor } from '@crm/contracts/access.js';
import { roles } from '@crm/contracts/codes/roles.js';
import { isFitForLeads, isSuitable, type Candidate } from '../assignment/assignment.rules.js';
import type { LiveHold } from '../holds/live-holds.js';
import { wireAgent } from './agent-choice.js';
import type { Doer } from './lead.events.js';
import type { LeadDoc } from './lead.model.js';

/**
 * Who may do what with a lead: the one place that every verb asks, of one lead or of many. Pure; how a refusal is told is
 * the verb's own: of one lead it is the answer, of many the lead is left and named.
 */

type Owned = Pick<LeadDoc, 'type_id' | 'user_id'>;

export function isPerson(doer: Doer): doer is Actor {
  return doer !== 'system';
}

/** Role 2: whoever of them makes or edits a lead becomes its agent (lead-work section 5). */
export function isAgent(doer: Doer): doer is Actor {
  return isPerson(doer) && doer.role === roles.agent;
}

/** An admin, and the system: for them the agent of a lead makes no difference. */
function isUnbound(doer: Doer): boolean {
  return !isPerson(doer) || doer.role === roles.admin;
}

/**
 * Whether somebody may work a lead; the system may work any. `hold`: whom a call bound it to may while they hold it.
 */
export function mayWork(doer: Doer, lead: Owned, hold?: Pick<LiveHold, 'user_id' | 'bound'>): boolean {
  if (doer === 'system' || (hold?.bound === true && hold.user_id === doer.id)) return true;
  const agent = wireAgent(lead.user_id);
  return mayWorkLead(doer, { type_id: lead.type_id, user_id: agent === 0 ? null : agent });
}

/** Whether somebody else holds the lead: then nothing of it is changed, not by an admin nor by the system either. */
export function isHeldByAnother<H extends Pick<LiveHold, 'user_id'>>(
  doer: Doer,
  hold: H | undefined,
): hold is H {
  return hold !== undefined && !(isPerson(doer) && hold.user_id === doer.id);
}

/** Whether somebody reads a lead that another user holds: an admin does, and sees that it is busy. */
export function mayReadHeld(doer: Doer): boolean {
  return isUnbound(doer);
}

/** Whether somebody may change where a lead came from. */
export function mayChangeSource(doer: Doer): boolean {
  return isUnbound(doer);
}

/** What keeps a doer from changing a lead; undefined where nothing does. Another agent's is as unknown as none. */
export function refusalToChange(
  doer: Doer,
  lead: Owned,
  hold: LiveHold | undefined,
): 'unknown' | 'held' | undefined {
  if (!mayWork(doer, lead, hold)) return 'unknown';
  return isHeldByAnother(doer, hold) ? 'held' : undefined;
}

/** Whether a doer may give a lead to another agent, or to none: an admin, the system, or the agent whose it is. */
export function mayGiveAway(doer: Doer, { user_id }: Pick<LeadDoc, 'user_id'>): boolean {
  return isUnbound(doer) || (isAgent(doer) && doer.id === wireAgent(user_id));
}

/**
 * Why somebody cannot be given leads; undefined where they can. An agent gives theirs to suitable agents alone, so of
 * them the lead is looked at too.
 */
export function refusalOfReceiver(
  doer: Doer,
  receiver: Candidate | undefined,
  lead?: Pick<LeadDoc, 'type_id' | 'state'>,
): string | undefined {
  if (receiver === undefined || !isFitForLeads(receiver)) return 'Leads cannot be assigned to this user';
  const isFitting = isUnbound(doer) || lead === undefined || isSuitable(receiver, lead);
  return isFitting ? undefined : 'This agent is not suitable for the lead';
}
