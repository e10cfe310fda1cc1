import { Schema, type Connection, type Model } from 'mongoose';

/** What a gateway reported last: the users that have a socket on it. */
export interface StoredGateway {
  /** The gateway's name. */
  _id: string;
  reportedAt: Date;
  users: string[];
  /** Whose last socket on it went a moment ago, and when. */
  left: { user: string; at: Date }[];
}

export function gatewayModel(connection: Connection): Model<StoredGateway> {
  // There are as many documents as gateways, a handful: each is found by name or by reading them all.
  const schema = new Schema<StoredGateway>(
    {
      _id: { type: String, required: true },
      reportedAt: { type: Date, required: true },
      users: { type: [String], required: true },
      left: { type: [{ _id: false, user: String, at: Date }], required: true },
    },
    { versionKey: false },
  );
  return connection.model<StoredGateway>('Gateway', schema, 'gateways');
}
