import { Schema, type Connection, type Model, type Types } from 'mongoose';

/** The calls of somebody on one day in Los Angeles. */
export interface CallDayDoc {
  /** `2026-11-20 66f0…`: the day and the user. */
  _id: string;
  day: string;
  user_id: string;
  calls: number;
  /** Calls in which somebody was talked to. */
  contacts: number;
  talk_seconds: number;
  /** The calls that are counted: a second delivery finds its own there. */
  counted: Types.ObjectId[];
}

/** The days of a service's own connection. */
export function callDayModel(connection: Connection): Model<CallDayDoc> {
  const schema = new Schema<CallDayDoc>(
    {
      ...{ _id: String, day: String, user_id: String },
      ...{ calls: Number, contacts: Number, talk_seconds: Number },
      counted: [Schema.Types.ObjectId],
    },
    { collection: 'calldays', versionKey: false },
  );
  // The figures of a day, of all: find({ day }); of one by id.
  schema.index({ day: 1 });
  return connection.model<CallDayDoc>('callday', schema);
}
