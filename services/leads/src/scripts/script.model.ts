import { Schema, type Connection, type Model, type Types } from 'mongoose';

/** A script that an agent wrote, its HTML sanitised before it came here. */
export interface ScriptDoc {
  _id: Types.ObjectId;
  agent_id: Types.ObjectId;
  html: string;
  createdAt: Date;
  updatedAt: Date;
}

/** The scripts of a service's own connection. */
export function scriptModel(connection: Connection): Model<ScriptDoc> {
  const schema = new Schema<ScriptDoc>(
    { agent_id: Schema.Types.ObjectId, html: String, createdAt: Date, updatedAt: Date },
    { collection: 'scripts', versionKey: false },
  );
  // An agent's scripts, the first written first: find({ agent_id }).sort({ _id }).
  schema.index({ agent_id: 1, _id: 1 });
  return connection.model<ScriptDoc>('script', schema);
}
