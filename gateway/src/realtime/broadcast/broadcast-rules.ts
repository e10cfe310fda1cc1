import type { z } from 'zod';
import {
  callConnected,
  callEnded,
  callbackOffered,
  callHelpAsked,
  callMissed,
  callRinging,
  callSupervised,
  conferenceChanged,
  diallerNext,
  diallerOutcome,
  participantChanged,
  recordingReady,
  voicemailRead,
  voicemailReceived,
} from '@crm/contracts/bus/call-events.js';
import type { Envelope, MessageSpec } from '@crm/contracts/bus/envelope.js';
import {
  contactOptedOut,
  contactOverridden,
  importFinished,
  importProgressed,
  leadAssigned,
  leadCreated,
  leadDeleted,
  leadRestored,
  leadHeld,
  leadOffered,
  leadPriceChanged,
  leadReleased,
  leadTimelineChanged,
  leadUpdated,
  leadWorkCompleted,
  leadWorkStarted,
  userPresenceChanged,
} from '@crm/contracts/bus/events.js';
import {
  followupCreated,
  followupDeleted,
  followupDue,
  followupUpdated,
} from '@crm/contracts/bus/followup-events.js';
import {
  emailSent,
  notificationCreated,
  notificationRead,
  textReceived,
  textSent,
  textStatusChanged,
} from '@crm/contracts/bus/messaging-events.js';
import { floorTileChanged } from '@crm/contracts/bus/floor-events.js';
import { recordChanged } from '@crm/contracts/bus/record-events.js';
import {
  callSteps,
  conferenceSteps,
  diallerNextSteps,
  diallerSteps,
  callbackSteps,
  helpSteps,
  liveCallsSteps,
  missedCallSteps,
  participantSteps,
  recordingSteps,
  voicemailReadSteps,
  voicemailSteps,
} from './call-events.rules.js';
import {
  followupCreatedSteps,
  followupDeletedSteps,
  followupDueSteps,
  followupUpdatedSteps,
} from './followup-events.rules.js';
import { floorTileSteps } from './floor-events.rules.js';
import { importFinishedSteps, importProgressSteps } from './import-events.rules.js';
import {
  leadAssignedSteps,
  leadCreatedSteps,
  leadDeletedSteps,
  leadRestoredSteps,
  leadHoldSteps,
  leadOfferedSteps,
  leadPriceSteps,
  leadUpdatedSteps,
  optedOutSteps,
  overriddenSteps,
  timelineSteps,
  workCompletedSteps,
  workStartedSteps,
} from './lead-events.rules.js';
import {
  emailSteps,
  notificationReadSteps,
  notificationSteps,
  textSteps,
  textStatusSteps,
} from './messaging-events.rules.js';
import { recordSteps } from './record-events.rules.js';
import type { Step } from './steps.js';
import { presenceSteps } from './user-events.rules.js';

interface BroadcastRule {
  type: string;
  /** What an event's data means to browsers; throws a ZodError where they are not what its contract says. */
  stepsOf(data: unknown, sequence: number): Step[];
}

function rule<S extends z.ZodType>(
  event: MessageSpec<S>,
  stepsOf: (data: z.output<S>, sequence: number) => Step[],
): BroadcastRule {
  return { type: event.type, stepsOf: (data, sequence) => stepsOf(event.data.parse(data), sequence) };
}

/** Every event of the bus that browsers are told of, and how. */
const rules: readonly BroadcastRule[] = [
  rule(leadCreated, leadCreatedSteps),
  rule(leadUpdated, leadUpdatedSteps),
  rule(leadPriceChanged, leadPriceSteps),
  rule(leadAssigned, leadAssignedSteps),
  rule(leadOffered, leadOfferedSteps),
  rule(leadHeld, leadHoldSteps),
  rule(leadReleased, leadHoldSteps),
  rule(leadWorkStarted, workStartedSteps),
  rule(leadWorkCompleted, workCompletedSteps),
  rule(leadDeleted, leadDeletedSteps),
  rule(leadRestored, leadRestoredSteps),
  rule(leadTimelineChanged, timelineSteps),
  rule(contactOptedOut, optedOutSteps),
  rule(contactOverridden, overriddenSteps),
  rule(userPresenceChanged, presenceSteps),
  rule(importProgressed, importProgressSteps),
  rule(importFinished, importFinishedSteps),
  rule(callRinging, callSteps),
  rule(callConnected, callSteps),
  rule(callEnded, callSteps),
  rule(callMissed, missedCallSteps),
  rule(callbackOffered, callbackSteps),
  rule(conferenceChanged, conferenceSteps),
  rule(participantChanged, participantSteps),
  rule(callSupervised, liveCallsSteps),
  rule(callHelpAsked, helpSteps),
  rule(recordingReady, recordingSteps),
  rule(voicemailReceived, voicemailSteps),
  rule(voicemailRead, voicemailReadSteps),
  rule(diallerOutcome, diallerSteps),
  rule(diallerNext, diallerNextSteps),
  rule(floorTileChanged, floorTileSteps),
  rule(textReceived, textSteps),
  rule(textSent, textSteps),
  rule(textStatusChanged, textStatusSteps),
  rule(emailSent, emailSteps),
  rule(notificationCreated, notificationSteps),
  rule(notificationRead, notificationReadSteps),
  rule(followupCreated, followupCreatedSteps),
  rule(followupUpdated, followupUpdatedSteps),
  rule(followupDeleted, followupDeletedSteps),
  rule(followupDue, followupDueSteps),
  rule(recordChanged, recordSteps),
];
const ruleOf = new Map(rules.map((each) => [each.type, each]));

export const broadcastTypes: readonly string[] = rules.map(({ type }) => type);

/** The steps of one event; none for a type that browsers are not told of. Throws where its data break the contract. */
export function stepsOf({ type, data, sequence }: Pick<Envelope, 'type' | 'data' | 'sequence'>): Step[] {
  return ruleOf.get(type)?.stepsOf(data, sequence) ?? [];
}
