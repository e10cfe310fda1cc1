/**
 * What a simulated calling device and the carrier say to each other over the WebSocket `/_sim/client`, one JSON object a
 * message. Until `ringing` or `answer` has told a caller its call's sid, the id it gave with `connect` stands wherever a
 * `callsid` is asked for or told.
 *
 * Error codes are those a program sees on the real device: 20101 for a token that does not hold, 20104 for one that
 * has expired, 31000 for a message that cannot be read, 31005 for a call that the carrier had to drop.
 */
import { z } from 'zod';

const text = z.string();

/** What a device says. `token` in `connect` lets one call that has not registered. */
export const clientMessage = z.discriminatedUnion('type', [
  /** Takes calls for the token's identity from now on. */
  z.object({ type: z.literal('register'), token: text }),
  /** Starts a call; the carrier asks the application what to do with it and passes `params` on. */
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

/** What the carrier says. */
export const carrierMessage = z.discriminatedUnion('type', [
  /** The token is good; `ttl` is the seconds it has left. Comes after `register` and after `token`. */
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
  /** The called party rings (a Dial with answerOnBridge). */
  z.object({ type: z.literal('ringing'), id: text, callsid: text }),
  /** The call is up: at the customer's answer with answerOnBridge, else as soon as the application takes it. */
  z.object({ type: z.literal('answer'), id: text, callsid: text }),
  /** The call is over, and not because this device said so. */
  z.object({
    type: z.literal('hangup'),
    callsid: text,
    error: z.object({ code: z.number(), message: text }).optional(),
  }),
  /** The caller gave up, or another device of the same identity accepted, before this one did. */
  z.object({ type: z.literal('cancel'), callsid: text }),
  z.object({ type: z.literal('error'), code: z.number(), message: text }),
]);
export type CarrierMessage = z.infer<typeof carrierMessage>;
