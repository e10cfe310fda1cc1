import { Schema, type Connection, type Model } from 'mongoose';
import type { CountedState } from '@crm/contracts/entities/stats.js';

/** How long somebody was in each state on one day in Los Angeles. */
export interface AgentDayDoc {
  /** `2026-11-20 66f0…`: the day and the user. */
  _id: string;
  day: string;
  user_id: string;
  ms: Partial<Record<CountedState, number>>;
  /**
   * What is counted, each by the millisecond of the day at which it begins: of one user no two states begin at once. A
   * second delivery finds its own there.
   */
  begins: number[];
}

/** The days of a service's own connection. */
export function agentDayModel(connection: Connection): Model<AgentDayDoc> {
  const schema = new Schema<AgentDayDoc>(
    { _id: String, day: String, user_id: String, ms: Schema.Types.Mixed, begins: [Number] },
    { collection: 'agentdays', versionKey: false, minimize: false },
  );
  // Time by state: aggregate over the days of a range, of all or of some users.
  schema.index({ day: 1, user_id: 1 });
  return connection.model<AgentDayDoc>('agentday', schema);
}
