import type { AccountBook } from './account/account-book.js';
import type { CarrierMessage, LineSound } from './client-protocol.js';
import type { SimClock } from './clock/sim-clock.js';
import type { Deferred } from './deferred.js';
import type { SimOptions } from './options.js';
import type { Sids } from './sids.js';

export type LegStatus =
  | 'queued'
  | 'initiated'
  | 'ringing'
  | 'in-progress'
  | 'completed'
  | 'busy'
  | 'failed'
  | 'no-answer'
  | 'canceled';

export type Params = Record<string, string>;

/** A webhook URL of the application, its method, and its events. */
export interface Hook {
  url: string;
  method: 'GET' | 'POST';
  events: ReadonlySet<string>;
}

/** How status webhooks of special numbers are distorted. */
export type HookQuirk = 'duplicated' | 'shuffled' | 'terminal lost';

export interface CallError {
  code: number;
  message: string;
}

/** The far end of a leg: a scripted phone, a manual one, a device. */
export interface FarEnd {
  /** The carrier rings it; it answers, rejects or lets it ring. */
  ring(leg: Leg): void;
  /** Whether a person decides, so that time must wait. */
  readonly isPerson: boolean;
  /** The called party is ringing (heard by the caller). */
  heardRinging?(leg: Leg): void;
  answered?(leg: Leg): void;
  /** Connected with somebody. */
  bridged?(leg: Leg): void;
  /** Heard the tone of a `<Record>`: how many seconds it speaks, and whether it hangs up then. */
  speaks?(leg: Leg): { seconds: number; hangsUp: boolean } | undefined;
  ended?(leg: Leg, by: 'far end' | 'carrier', error?: CallError): void;
}

export interface Program {
  stop: AbortController;
  /** What it is doing, as text for a person. */
  doing: string;
}

export type Direction = 'inbound' | 'outbound-api' | 'outbound-dial';

export interface Leg {
  readonly sid: string;
  readonly parentSid: string | undefined;
  readonly from: string;
  readonly to: string;
  readonly direction: Direction;
  readonly createdAt: Date;
  readonly far: FarEnd;
  readonly quirk: HookQuirk | undefined;
  status: LegStatus;
  answeredAt: Date | undefined;
  endedAt: Date | undefined;
  changedAt: Date;
  answeredBy: string | undefined;
  statusHook: Hook | undefined;
  /** The fallback URL, if a document of this leg is unavailable. */
  fallback: Pick<Hook, 'url' | 'method'> | undefined;
  sequence: number;
  program: Program | undefined;
  /** Removes the leg from its bridge or conference, without ending it. */
  detach: (() => void) | undefined;
  /** Takes the keys that the far end presses while a `<Gather>` listens. */
  pressed: ((keys: string) => void) | undefined;
  readonly answered: Deferred<void>;
  readonly ended: Deferred<void>;
  /** Aborts with the leg, and so does every wait on its behalf. */
  readonly over: AbortController;
}

export interface Seat {
  readonly leg: Leg;
  readonly label: string | undefined;
  readonly createdAt: Date;
  readonly startOnEnter: boolean;
  status: 'queued' | 'connecting' | 'ringing' | 'connected' | 'complete' | 'failed';
  endOnExit: boolean;
  muted: boolean;
  hold: boolean;
  /** The leg that alone receives what this participant says; undefined where everybody does. */
  coaches: string | undefined;
  changedAt: Date;
  readonly left: Deferred<void>;
}

export interface RecordPlan {
  channels: 1 | 2;
  source: RecordingSource;
  hook: Hook | undefined;
}

export interface Conference {
  readonly sid: string;
  readonly friendlyName: string;
  readonly createdAt: Date;
  status: 'init' | 'in-progress' | 'completed';
  changedAt: Date;
  /** Set by the first participant, as Twilio documents. */
  hook: Hook | undefined;
  recordPlan: RecordPlan | undefined;
  recording: Recording | undefined;
  readonly seats: Map<string, Seat>;
  sequence: number;
  reasonEnded: string | null;
  endedByCall: string | null;
}

/** Calls that wait under one name, in the order in which they came. */
export interface Queue {
  readonly sid: string;
  readonly waiting: { leg: Leg; since: number }[];
}

export type RecordingSource =
  | 'DialVerb'
  | 'Conference'
  | 'OutboundAPI'
  | 'RecordVerb'
  | 'StartCallRecordingAPI'
  | 'StartConferenceRecordingAPI';

export interface Recording {
  readonly sid: string;
  readonly callSid: string | undefined;
  readonly conferenceSid: string | undefined;
  readonly startedAt: Date;
  readonly channels: 1 | 2;
  readonly source: RecordingSource;
  readonly hook: Hook | undefined;
  status: 'in-progress' | 'paused' | 'stopped' | 'processing' | 'completed' | 'absent';
  changedAt: Date;
  /** When it was started or resumed; undefined while it is paused with skipping. */
  runsSince: number | undefined;
  recordedMs: number;
  /** Whole seconds, once ended. */
  duration: number | undefined;
}

/** A file that a message carries. */
export interface Media {
  readonly sid: string;
  readonly type: string;
  readonly bytes: Buffer;
  readonly createdAt: Date;
}

export interface Message {
  readonly sid: string;
  readonly from: string;
  readonly to: string;
  readonly body: string;
  /** Where the application keeps what it sends along. */
  readonly mediaUrls: readonly string[];
  /** What it carries and nobody has deleted: of the application's own once that is fetched. */
  readonly media: Media[];
  readonly direction: 'inbound' | 'outbound-api' | 'outbound-reply';
  /** The Messaging Service that it was sent through. */
  readonly serviceSid: string | undefined;
  readonly createdAt: Date;
  readonly hook: Pick<Hook, 'url' | 'method'> | undefined;
  status: 'queued' | 'sent' | 'delivered' | 'undelivered' | 'failed' | 'received';
  changedAt: Date;
  sentAt: Date | undefined;
  errorCode: number | null;
}

export interface Transcript {
  readonly sid: string;
  readonly serviceSid: string;
  readonly recording: Recording;
  readonly channel: unknown;
  readonly customerKey: string | null;
  readonly createdAt: Date;
  status: 'queued' | 'in-progress' | 'completed' | 'failed';
  changedAt: Date;
}

export interface TraceEntry {
  readonly seq: number;
  readonly at: Date;
  readonly kind: 'rest' | 'hook' | 'twiml' | 'leg' | 'conference' | 'recording' | 'sms' | 'device' | 'error';
  readonly text: string;
  readonly details: Readonly<Record<string, unknown>>;
}

export interface Trace {
  add(kind: TraceEntry['kind'], text: string, details?: Record<string, unknown>): void;
  since(seq: number): TraceEntry[];
  /** The first matching entry, past or future. */
  waitFor(fits: (entry: TraceEntry) => boolean): Promise<TraceEntry>;
}

export interface HookAnswer {
  /** 0 without a response. */
  status: number;
  type: string;
  body: Buffer;
  failure?: string;
}

export interface HookCall {
  url: string;
  method: 'GET' | 'POST';
  params: Params;
}

export interface Notified extends HookCall {
  /** Webhooks about one object are sent in the order of its events. */
  about: string;
  event: string;
  isTerminal?: boolean;
  quirk?: HookQuirk | undefined;
}

export interface Hooks {
  /** Requests a document and waits for it. */
  ask(call: HookCall): Promise<HookAnswer>;
  /** Notifies of an event without waiting for the response. */
  notify(call: Notified): void;
}

export interface Behaviours {
  of(number: string): Behaviour;
  set(number: string, behaviour: Behaviour | undefined): void;
  all(): ReadonlyMap<string, Behaviour>;
}

/** The behaviour of a number, as in the outcome table. */
export interface Behaviour {
  /** The REST response before anything rings. */
  rest?:
    | 'invalid number'
    | 'server error'
    | 'too many requests once'
    | 'no answer'
    | 'from refused'
    | undefined;
  call: 'human' | 'machine' | 'fax' | 'busy' | 'no-answer' | 'failed' | 'by hand';
  /** Seconds from dialling to the answer. */
  answerAfter?: number | undefined;
  /** Seconds after which the answering party hangs up; without them it stays. */
  talkFor?: number | undefined;
  /** The result of machine detection and its delay after the answer, if not implied by `call`. */
  detected?: 'unknown' | undefined;
  /** For a machine: seconds of greeting, and whether a tone or silence follows. */
  greeting?: { seconds: number; ends: 'beep' | 'silence' } | undefined;
  hooks?: HookQuirk | undefined;
  sms?: { undelivered: number } | { failed: number } | { refused: number } | { replies: string } | undefined;
}

export interface Devices {
  isRegistered(identity: string): boolean;
  /** Rings every device of the identity; returns the far end of the leg. */
  farEnd(identity: string, custom: Params): FarEnd;
  identities(): string[];
  /** Tells the devices of an identity how the connections of their calls are. */
  reportLine(identity: string, line: Pick<Extract<CarrierMessage, { type: 'line' }>, 'event' | 'name'>): void;
  /** Gives the devices of an identity a sound, also those that connect later. */
  setSound(identity: string, sound: LineSound): void;
  soundOf(identity: string): LineSound | undefined;
  /** Cuts the connections of an identity, or all. */
  cut(identity: string | undefined): number;
}

export type RestFault = { status: number; code: number; message: string } | 'no answer' | 'reset';
export type HookFault = 'drop' | 'duplicate' | { delayMs: number };

export interface Faults {
  rest(method: string, path: string): RestFault | undefined;
  hook(url: string, event: string): HookFault | undefined;
}

/** The carrier's state and collaborators. */
export interface Carrier {
  readonly options: SimOptions;
  readonly account: AccountBook;
  readonly clock: SimClock;
  readonly sids: Sids;
  readonly trace: Trace;
  readonly hooks: Hooks;
  readonly behaviours: Behaviours;
  readonly devices: Devices;
  readonly faults: Faults;
  readonly legs: Map<string, Leg>;
  readonly conferences: Map<string, Conference>;
  readonly queues: Map<string, Queue>;
  readonly recordings: Map<string, Recording>;
  readonly messages: Map<string, Message>;
  readonly transcripts: Map<string, Transcript>;
  /** Opt-outs by STOP, as `from>to` of the blocked texts. */
  readonly optedOut: Set<string>;
}
