import { Types, type Model } from 'mongoose';
import type { Actor } from '@crm/contracts/access.js';
import { roles, type RoleId } from '@crm/contracts/codes/roles.js';

/** What of a user decides whose team they are in. */
export interface TeamMember {
  _id: Types.ObjectId;
  role_id: RoleId;
  /** Missing where nobody told of one yet. */
  team_id?: string | null;
}

/** The index for the people of a team: find({ team_id }). */
export const teamIndex = [{ team_id: 1 }, { sparse: true }] as const;

/**
 * Who asks, with the people of their team where they lead one: by the users as the service knows them, so that somebody who
 * changes teams is seen by the new lead, and no longer by the former one, as soon as the event of it was taken in.
 */
export async function withTeam<D extends TeamMember>(users: Model<D>, actor: Actor): Promise<Actor> {
  if (actor.role !== roles.teamLead) return actor;
  const team = await teamOf(users, actor.id);
  return { ...actor, team };
}

/** The ids of the agents whose team somebody leads; none for whoever leads none. */
export async function teamOf<D extends TeamMember>(users: Model<D>, leadId: string): Promise<string[]> {
  const lead = await users.collection.findOne<TeamMember>(
    { _id: new Types.ObjectId(leadId), role_id: roles.teamLead },
    { projection: { team_id: 1 } },
  );
  if (typeof lead?.team_id !== 'string') return [];
  const members = await users.collection
    .find<TeamMember>({ team_id: lead.team_id, role_id: roles.agent }, { projection: { _id: 1 } })
    .toArray();
  return members.map(({ _id }) => _id.toHexString());
}
