import { Schema, type Connection, type Model } from 'mongoose';

/** The last report of a gateway: the users with a socket on it. */
export interface StoredGateway {
  /** The gateway's name. */
  _id: string;
  reportedAt: Date;
  users: string[];
  /** Users whose last socket on it closed recently, and when. */
  left: { user: string; at: Date }[];
}

export function gatewayModel(connection: Connection): Model<StoredGateway> {
  // One document per gateway, a handful: read by name or all at once.
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
