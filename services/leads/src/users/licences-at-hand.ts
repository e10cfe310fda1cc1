import { performance } from 'node:perf_hooks';
import type { Actor } from '@crm/contracts/access.js';
import type { TypeId } from '@crm/contracts/codes/lead-types.js';
import { worksAsAgent } from '@crm/contracts/codes/roles.js';
import type { StateCode } from '@crm/contracts/codes/states.js';
import type { HeldLicence } from '@crm/contracts/licences/held-licence.js';
import { pacificDate } from '@crm/contracts/time/pacific.js';
import { licenceDenialOf } from './candidate.rules.js';
import { usersKeptMs, type UsersAtHand } from './users-at-hand.js';

/** The licences of the agents who are at work, for what asks for them with each click. */
export interface LicencesAtHand {
  /** Why an actor may not contact the customer of a lead or quote for it: nothing where they may, and of nobody but agents. */
  denialReason(
    actor: Actor | 'system',
    lead: { type_id: TypeId; state: StateCode | null },
    now: Date,
  ): Promise<string | undefined>;
  /** Reads them anew next time: this process was told of a change. */
  forget(userIds: readonly string[]): void;
}

/** A licence that another process was told of is unknown here for no longer than ten seconds. */
const atHandMs = 10_000 - usersKeptMs;

interface Known {
  at: number;
  licences: Promise<readonly HeldLicence[]>;
}

export function createLicencesAtHand(users: UsersAtHand, steady = () => performance.now()): LicencesAtHand {
  const known = new Map<string, Known>();
  async function read(id: string) {
    return (await users.of([id])).get(id)?.licences ?? [];
  }
  function licencesOf(id: string): Promise<readonly HeldLicence[]> {
    const found = known.get(id);
    if (found !== undefined && steady() - found.at <= atHandMs) return found.licences;
    const licences = read(id);
    // What could not be read is asked for again; whoever waits for it learns why.
    licences.catch(() => known.delete(id));
    known.set(id, { at: steady(), licences });
    return licences;
  }
  return {
    denialReason: async (actor, lead, now) => {
      if (actor === 'system' || !worksAsAgent(actor.role) || lead.state === null) return undefined;
      const user = { role_id: actor.role, fullname: actor.fullname, licences: await licencesOf(actor.id) };
      return licenceDenialOf(user, lead, pacificDate(now));
    },
    forget: (userIds) => {
      for (const id of userIds) known.delete(id);
    },
  };
}
