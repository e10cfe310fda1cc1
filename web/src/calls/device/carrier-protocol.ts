import { z } from 'zod';

const callsid = z.string().min(1);
const error = z.object({ code: z.int(), message: z.string() });
const texts = z.record(z.string(), z.string());

/** What the simulated carrier says to a device. */
export const carrierMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('connected'), token: z.object({ identity: z.string(), ttl: z.number() }) }),
  z.object({ type: z.literal('ready') }),
  z.object({ type: z.literal('offline') }),
  z.object({ type: z.literal('invite'), callsid, parameters: texts, custom: texts }),
  z.object({ type: z.literal('ringing'), id: z.string(), callsid }),
  z.object({ type: z.literal('answer'), id: z.string(), callsid }),
  z.object({ type: z.literal('hangup'), callsid: z.string(), error: error.optional() }),
  z.object({ type: z.literal('cancel'), callsid }),
  z.object({
    type: z.literal('line'),
    callsid,
    event: z.enum(['reconnecting', 'reconnected', 'warning', 'warning-cleared']),
    name: z.string().optional(),
  }),
  z.object({
    type: z.literal('sound'),
    mos: z.number(),
    jitter: z.number(),
    rtt: z.number(),
    loss: z.number(),
  }),
  error.extend({ type: z.literal('error') }),
]);
export type CarrierMessage = z.infer<typeof carrierMessage>;

/** What a device says to the simulated carrier. */
export type DeviceMessage =
  | { type: 'register'; token: string }
  | { type: 'connect'; id: string; token: string; params: Record<string, string> }
  | { type: 'accept' | 'reject' | 'hangup'; callsid: string }
  | { type: 'dtmf'; callsid: string; digits: string }
  | { type: 'token'; token: string };
