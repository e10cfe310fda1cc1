import { z } from 'zod';
import { lineEvent, lineSound } from '../client-protocol.js';
import type { Faults } from '../model.js';

/** A fault applies to the next `times` matching requests or webhooks. */
export const faultInput = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('rest'),
    method: z.enum(['GET', 'POST', 'DELETE']).optional(),
    /** A part of the path. */
    path: z.string().default(''),
    times: z.int().min(1).default(1),
    outcome: z.union([
      z.enum(['no answer', 'reset']),
      z.strictObject({
        status: z.int().min(400).max(599),
        code: z.int().default(20500),
        message: z.string().default('A fault was asked for'),
      }),
    ]),
  }),
  z.strictObject({
    kind: z.literal('hook'),
    /** A part of the URL. */
    url: z.string().default(''),
    event: z.string().optional(),
    times: z.int().min(1).default(1),
    outcome: z.union([
      z.enum(['drop', 'duplicate']),
      z.strictObject({ delayMs: z.int().min(0).max(600_000) }),
    ]),
  }),
  /** Cuts the connections of a device, or of all, at once. */
  z.strictObject({ kind: z.literal('device'), identity: z.string().optional() }),
  /** Tells a device how the connection of its call is. */
  z.strictObject({
    kind: z.literal('line'),
    identity: z.string(),
    event: lineEvent,
    name: z.string().optional(),
  }),
  /** How the sound of a device's calls is, measured by the device once a second. */
  lineSound.extend({ kind: z.literal('sound'), identity: z.string() }).strict(),
  /** Removes all faults. */
  z.strictObject({ kind: z.literal('none') }),
]);
export type FaultInput = z.input<typeof faultInput>;
type Fault = z.output<typeof faultInput>;

type Struck<K extends Fault['kind']> = Extract<Fault, { kind: K }>;

export interface FaultList extends Faults {
  add(fault: Struck<'rest'> | Struck<'hook'>): void;
  clear(): void;
}

/** The first match is used up by one. */
function strike<F extends { times: number }>(list: F[], fits: (fault: F) => boolean): F | undefined {
  const index = list.findIndex(fits);
  const fault = list[index];
  if (!fault) return undefined;
  fault.times -= 1;
  if (fault.times === 0) list.splice(index, 1);
  return fault;
}

export function createFaults(): FaultList {
  let rest: Struck<'rest'>[] = [];
  let hooks: Struck<'hook'>[] = [];
  return {
    add: (fault) => {
      if (fault.kind === 'rest') rest.push({ ...fault });
      else hooks.push({ ...fault });
    },
    clear: () => {
      rest = [];
      hooks = [];
    },
    rest: (method, path) =>
      strike(rest, (fault) => (fault.method ?? method) === method && path.includes(fault.path))?.outcome,
    hook: (url, event) =>
      strike(hooks, (fault) => (fault.event ?? event) === event && url.includes(fault.url))?.outcome,
  };
}
