import { Types, type mongo } from 'mongoose';
import {
  maySeeType,
  mayWorkLead,
  ownersSeen,
  seesAll,
  seesOf,
  supervises,
  type Actor,
} from '@crm/contracts/access.js';
import { typeIdOf, type TypeId } from '@crm/contracts/codes/lead-types.js';
import { roles, worksAsAgent } from '@crm/contracts/codes/roles.js';
import { isFitForLeads, isSuitable, licenceDenialOf, type Candidate } from '../users/candidate.rules.js';
import type { LiveHold } from './live-hold.js';
import { wireAgent } from './agent-choice.js';
import type { EventActor } from './lead.events.js';
import type { LeadDoc } from './lead.model.js';

/**
 * Who may do what with a lead: the one place that every verb asks, of one lead or of many. Pure; how a refusal is told is
 * the verb's own: of one lead it is the answer, of many the lead is left and named.
 */

type Owned = Pick<LeadDoc, 'type_id' | 'user_id'>;

export function isPerson(actor: EventActor): actor is Actor {
  return actor !== 'system';
}

/** Agents and team leads: whoever of them makes or edits a lead becomes its agent (rule L8). */
export function isAgent(actor: EventActor): actor is Actor {
  return isPerson(actor) && worksAsAgent(actor.role);
}

/** An admin, and the system: for them the agent of a lead makes no difference. */
function isUnbound(actor: EventActor): boolean {
  return !isPerson(actor) || actor.role === roles.admin;
}

/**
 * Whether somebody may work a lead; the system may work any. `hold`: whom a call bound it to may while they hold it.
 */
export function mayWork(actor: EventActor, lead: Owned, hold?: Pick<LiveHold, 'user_id' | 'bound'>): boolean {
  if (actor === 'system' || (hold?.bound === true && hold.user_id === actor.id)) return true;
  const agent = wireAgent(lead.user_id);
  return mayWorkLead(actor, { type_id: lead.type_id, user_id: agent === 0 ? null : agent });
}

/** What finds the leads that a person may work, whatever a call bound: the same as `mayWork`, for the store to decide by. */
export function workableBy(actor: Actor): mongo.Filter<LeadDoc> {
  const owners = ownersSeen(actor);
  if (owners === undefined) return {};
  const types = Object.values(typeIdOf).filter((type) => maySeeType(actor, type));
  return {
    $or: [
      { user_id: { $in: owners.map((id) => new Types.ObjectId(id)) } },
      ...(types.length === 0 ? [] : [{ user_id: null, type_id: { $in: types } }]),
    ],
  };
}

/** Whether somebody else holds the lead: then nothing of it is changed, not by an admin nor by the system either. */
export function isHeldByAnother<H extends Pick<LiveHold, 'user_id'>>(
  actor: EventActor,
  hold: H | undefined,
): hold is H {
  return hold !== undefined && !(isPerson(actor) && hold.user_id === actor.id);
}

/** Whether somebody reads a lead of theirs that another user holds: whoever looks after others does, and sees that it is busy. */
export function mayReadHeld(actor: EventActor): boolean {
  return !isPerson(actor) || seesAll(actor) || supervises(actor);
}

/** Whether somebody may change where a lead came from. */
export function mayChangeSource(actor: EventActor): boolean {
  return isUnbound(actor);
}

/** What keeps an actor from changing a lead; undefined where nothing does. Another agent's is as unknown as none. */
export function refusalToChange(
  actor: EventActor,
  lead: Owned,
  hold: LiveHold | undefined,
): 'unknown' | 'held' | undefined {
  if (!mayWork(actor, lead, hold)) return 'unknown';
  return isHeldByAnother(actor, hold) ? 'held' : undefined;
}

/** Whether somebody may make a lead of a type. */
export function mayCreate(actor: EventActor, type: TypeId): boolean {
  return !isPerson(actor) || maySeeType(actor, type);
}

/** Whether somebody may delete leads, whoever has them open: that ends with the lead. */
export function mayDelete(actor: EventActor): boolean {
  return isUnbound(actor);
}

/** Whose leads the tables show somebody: undefined for everybody's. */
export function shownLeadsOf(actor: Actor): readonly string[] | undefined {
  return ownersSeen(actor);
}

/**
 * What keeps an actor from giving a lead to another agent, or to none; undefined where nothing does. An admin, the system
 * and the agent whose it is may, and a team lead of the leads of their team, while nobody else holds it.
 */
export function refusalToGiveAway(
  actor: EventActor,
  lead: Owned,
  hold: LiveHold | undefined,
): 'unknown' | 'held' | 'forbidden' | undefined {
  const refusal = refusalToChange(actor, lead, hold);
  if (refusal !== undefined) return refusal;
  const isOwn = isAgent(actor) && actor.id === wireAgent(lead.user_id);
  const isTheirs = isUnbound(actor) || isOwn || (isPerson(actor) && supervises(actor));
  return isTheirs ? undefined : 'forbidden';
}

/**
 * Why somebody cannot be given leads; undefined where they can. Of a lead nobody gives it to an agent without a licence for
 * it, an agent gives theirs to suitable agents alone, and a team lead within the team. `today`: a Pacific calendar day.
 */
export function refusalOfReceiver(
  actor: EventActor,
  receiver: (Candidate & { _id?: Types.ObjectId }) | undefined,
  about?: { lead: Pick<LeadDoc, 'type_id' | 'state'>; today: string },
): string | undefined {
  if (receiver === undefined || !isFitForLeads(receiver)) return 'Leads cannot be assigned to this user';
  const isLead = isPerson(actor) && actor.role === roles.teamLead;
  if (isLead && !seesOf(actor, receiver._id?.toHexString() ?? null)) return 'This agent is not in your team';
  if (about === undefined) return undefined;
  const { lead, today } = about;
  const denied = licenceDenialOf(receiver, lead, today);
  if (denied !== undefined) return denied;
  const isFitting = isUnbound(actor) || isLead || isSuitable(receiver, lead, today);
  return isFitting ? undefined : 'This agent is not suitable for the lead';
}
