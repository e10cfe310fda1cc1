import type { TypeName } from '@crm/contracts/codes/lead-types.js';
import type { PayloadOf, ServerEventKey } from '@crm/contracts/sockets/server-events.js';

/**
 * How an emission behaves when many come at once: each one goes out; only the newest of a moment goes out; or it is a
 * row of a list of that lead type, and a flood of rows becomes one hint to read the list again.
 */
export type Pace = 'each' | 'latest' | { list: TypeName };

/** One live event for every socket in any of `rooms` and in none of `except`, each told once. */
export type Emission = {
  [K in ServerEventKey]: {
    kind: 'emit';
    event: K;
    payload: PayloadOf<K>;
    rooms: readonly string[];
    except: readonly string[];
    pace: Pace;
  };
}[ServerEventKey];

/** Sockets that have to leave a room: all in it, save those in a room of `except`. */
export interface Leaving {
  kind: 'leave';
  room: string;
  except: readonly string[];
}

/** What one event of the bus means to browsers, in this order. */
export type Step = Emission | Leaving;

/** A live event for the sockets of some rooms. */
export function emissionOf<K extends ServerEventKey>(
  event: K,
  payload: PayloadOf<K>,
  rooms: readonly string[],
  { except = [], pace = 'each' }: { except?: readonly string[]; pace?: Pace } = {},
): Extract<Emission, { event: K }> {
  return { kind: 'emit', event, payload, rooms, except, pace } as Extract<Emission, { event: K }>;
}

/** Takes sockets out of a room. */
export function leave(room: string, except: readonly string[] = []): Leaving {
  return { kind: 'leave', room, except };
}
