import { Schema, type Connection, type Model } from 'mongoose';

/**
 * The sound of one user's part of a call, as numbers that are summed as they are: 0 where it was not measured, or not
 * rated.
 */
export interface PartSums {
  calls: number;
  mos: number;
  jitter: number;
  loss: number;
  rtt: number;
  low: number;
  thumbs_up: number;
  thumbs_down: number;
}

export interface CallQualityRow extends PartSums {
  /** `<call>:<user>` */
  _id: string;
  agent: string;
  /** The day in Los Angeles on which the call began. */
  day: string;
  /** The version of telephony's document that it was read from; older events are ignored. */
  version: number;
}

/** The rows of a service's own connection. */
export function callQualityModel(connection: Connection): Model<CallQualityRow> {
  const schema = new Schema<CallQualityRow>(
    {
      _id: String,
      agent: String,
      day: String,
      calls: Number,
      mos: Number,
      jitter: Number,
      loss: Number,
      rtt: Number,
      low: Number,
      thumbs_up: Number,
      thumbs_down: Number,
      version: Number,
    },
    { collection: 'callqualities', versionKey: false },
  );
  // The table of call quality: aggregate over some days, of all agents or of some.
  schema.index({ day: 1, agent: 1 });
  schema.index({ agent: 1, day: 1 });
  return connection.model<CallQualityRow>('callquality', schema);
}
