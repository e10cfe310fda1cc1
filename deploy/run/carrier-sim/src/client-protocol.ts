/**
 * The protocol between a simulated calling device and the carrier over the WebSocket `/_sim/client`, one JSON
 * object per message. Until `ringing` or `answer` has given a caller its call's sid, the id from `connect` is used
 * as `callsid`. Error codes are those of the real device: 20101 for an invalid token, 20104 for an expired one,
 * 31000 for an unreadable message, 31005 for a call that the carrier dropped.
 */
import { z } from 'zod';

const text = z.string();

export const lineEvent = z.enum(['reconnecting', 'reconnected', 'warning', 'warning-cleared']);

/** How the sound of a device is: opinion score, milliseconds, and percent of packets lost. */
export const lineSound = z.object({
  mos: z.number().min(1).max(5),
  jitter: z.number().min(0),
  rtt: z.number().min(0),
  loss: z.number().min(0).max(100),
});
export type LineSound = z.infer<typeof lineSound>;

/** Messages from a device. `token` in `connect` allows calls without registration. */
export const clientMessage = z.discriminatedUnion('type', [
  /** Receives calls for the token's identity from now on. */
  z.object({ type: z.literal('register'), token: text }),
  /** Starts a call; the carrier asks the application how to handle it and passes `params` on. */
  z.object({
    type: z.literal('connect'),
    id: text.min(1).max(128),
    token: text.optional(),
    params: z.record(text, text),
  }),
  z.object({ type: z.literal('accept'), callsid: text }),
  z.object({ type: z.literal('reject'), callsid: text }),
  z.object({ type: z.literal('hangup'), callsid: text }),
  z.object({ type: z.literal('dtmf'), callsid: text, digits: text.regex(/^[0-9*#w]+$/) }),
  /** A fresh token for the same identity, before the old one expires. */
  z.object({ type: z.literal('token'), token: text }),
]);
export type ClientMessage = z.infer<typeof clientMessage>;

/** Messages from the carrier. */
export const carrierMessage = z.discriminatedUnion('type', [
  /** The token is valid; `ttl` is its remaining seconds. Sent after `register` and after `token`. */
  z.object({ type: z.literal('connected'), token: z.object({ identity: text, ttl: z.number() }) }),
  /** Calls for this identity reach the device. */
  z.object({ type: z.literal('ready') }),
  /** They no longer do: the token expired. */
  z.object({ type: z.literal('offline') }),
  z.object({
    type: z.literal('invite'),
    callsid: text,
    parameters: z.object({ CallSid: text, From: text, To: text, AccountSid: text }),
    /** The `<Parameter>` values of the document that rang this device. */
    custom: z.record(text, text),
  }),
  /** The called party is ringing (a Dial with answerOnBridge). */
  z.object({ type: z.literal('ringing'), id: text, callsid: text }),
  /**
   * The call is connected: with answerOnBridge when the customer answers, otherwise as soon as the application
   * accepts it.
   */
  z.object({ type: z.literal('answer'), id: text, callsid: text }),
  /** The call ended, but not by this device. */
  z.object({
    type: z.literal('hangup'),
    callsid: text,
    error: z.object({ code: z.number(), message: text }).optional(),
  }),
  /** The caller hung up, or another device of the same identity accepted first. */
  z.object({ type: z.literal('cancel'), callsid: text }),
  /** What became of the connection of a call, or a warning about its sound by the real device's name for it. */
  z.object({ type: z.literal('line'), callsid: text, event: lineEvent, name: text.optional() }),
  /** How the sound of its calls is from now on; until it is told it is good. */
  lineSound.extend({ type: z.literal('sound') }),
  z.object({ type: z.literal('error'), code: z.number(), message: text }),
]);
export type CarrierMessage = z.infer<typeof carrierMessage>;
