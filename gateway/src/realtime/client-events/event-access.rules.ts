import { maySeeType, sendsBeside, wordsFor, type Actor } from '@crm/contracts/access.js';
import { typeIdOf, typeName } from '@crm/contracts/codes/lead-types.js';
import type { ClientEvent } from '@crm/contracts/sockets/client-events.js';

/** The user an event is about: the online status names it `id`, everything else `user_id`. */
function subjectOf(payload: unknown): unknown {
  if (typeof payload !== 'object' || payload === null) return undefined;
  return 'user_id' in payload ? payload.user_id : 'id' in payload ? payload.id : undefined;
}

const hasId = (payload: unknown) =>
  typeof payload === 'object' && payload !== null && 'id' in payload && payload.id !== undefined;

function maySeeItsType(actor: Pick<Actor, 'role' | 'subroles'>, payload: unknown): boolean {
  const named =
    typeof payload === 'object' && payload !== null && 'type' in payload ? payload.type : undefined;
  const type = typeName.safeParse(named);
  return type.success && maySeeType(actor, typeIdOf[type.data]);
}

/**
 * Whether an actor may send a client event, as far as role and payload say (`sockets.json`, access, and the table of
 * roles). What hangs on a lead is decided by the service that has it: those rules let pass here.
 */
export function maySend(
  { name, access }: Pick<ClientEvent, 'name' | 'access'>,
  actor: Pick<Actor, 'id' | 'role' | 'subroles'>,
  payload: unknown,
): boolean {
  if (sendsBeside(actor.role, name)) return true;
  const as = wordsFor(actor.role);
  if (as === undefined) return false;
  switch (access) {
    case 'signed-in':
    case 'lead':
    case 'admin; the assigned agent, to a suitable agent or 0':
      return true;
    case 'own':
      return subjectOf(payload) === actor.id;
    case 'own, not admin':
      return as !== 'admin' && subjectOf(payload) === actor.id;
    case 'admin':
      return as === 'admin';
    case 'admin|agent':
      return as !== 'guide';
    case 'admin; agent with that sub-role':
      return maySeeItsType(actor, payload);
    case 'admin; agent with sub-role 1':
      return maySeeType(actor, typeIdOf.life);
    case 'admin; agent with sub-role 2':
      return maySeeType(actor, typeIdOf.health);
    case 'create: admin|agent; change: lead':
      return hasId(payload) || as !== 'guide';
  }
}
