import { Schema, type Connection, type Model, type Types } from 'mongoose';
import type { CallDirection, CallOutcome } from '@crm/contracts/codes/call-codes.js';
import type { AgentState, AwayReason } from '@crm/contracts/entities/agent-state.js';
import { addOutbox, type OutboxFields } from '@crm/platform/outbox/outbox-fields.js';

/** The state of one agent or guide, under the user's id. Changed by `settleAgent` alone. */
export interface AgentStateDoc extends OutboxFields {
  _id: Types.ObjectId;
  state: AgentState;
  reason: AwayReason | null;
  since: Date;
  /** When wrap-up ends by itself; null in every other state. */
  until: Date | null;
  /** The call, or the one that wrap-up follows. */
  call_id: Types.ObjectId | null;
  /** The presence that was last taken in. */
  presence: { at: Date; isOn: boolean; reason: AwayReason | null };
  /** Calls that they are in, and since when. */
  calls: { id: Types.ObjectId; from: Date }[];
  /** When they last ended wrap-up. */
  readyAt: Date | null;
  /** How their last call ended; null before there was one. */
  last: { call_id: Types.ObjectId; outcome: CallOutcome; direction: CallDirection; at: Date } | null;
}

/** A state that was left, under the id of the event that says so. */
export interface AgentIntervalDoc {
  _id: string;
  user_id: Types.ObjectId;
  state: AgentState;
  from: Date;
  to: Date;
  call_id: Types.ObjectId | null;
}

export interface FloorModels {
  agentStates: Model<AgentStateDoc>;
  agentIntervals: Model<AgentIntervalDoc>;
}

/** The rows are for looking a day up; the figures of older days are in the statistic. */
const keptSeconds = 100 * 24 * 3600;

/** What the floor keeps, on a service's own connection. */
export function floorModels(connection: Connection): FloorModels {
  const { ObjectId } = Schema.Types;
  const part = { _id: false } as const;
  const states = new Schema<AgentStateDoc>(
    {
      state: String,
      reason: String,
      since: Date,
      until: Date,
      call_id: ObjectId,
      presence: new Schema<AgentStateDoc['presence']>({ at: Date, isOn: Boolean, reason: String }, part),
      calls: [new Schema<AgentStateDoc['calls'][number]>({ id: ObjectId, from: Date }, part)],
      readyAt: Date,
      last: new Schema<NonNullable<AgentStateDoc['last']>>(
        { call_id: ObjectId, outcome: String, direction: String, at: Date },
        part,
      ),
    },
    { collection: 'agentstates' },
  );
  addOutbox(states);
  // Whose wrap-up is over next: find({ until }).sort({ until }).
  states.index({ until: 1 });

  const intervals = new Schema<AgentIntervalDoc>(
    { _id: String, user_id: ObjectId, state: String, from: Date, to: Date, call_id: ObjectId },
    { collection: 'agentintervals', versionKey: false },
  );
  // A user's day: find({ user_id, from }).sort({ from }).
  intervals.index({ user_id: 1, from: 1 });
  intervals.index({ to: 1 }, { expireAfterSeconds: keptSeconds });

  return {
    agentStates: connection.model<AgentStateDoc>('agentstate', states),
    agentIntervals: connection.model<AgentIntervalDoc>('agentinterval', intervals),
  };
}

/** Collections of the floor whose documents have an outbox. */
export const floorOutboxes = ['agentstates'] as const;
