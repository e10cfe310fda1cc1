import { Schema, type Connection, type Model } from 'mongoose';

/** An admin who is about to be none, or to be banned. */
export interface LeavingAdmin {
  /** Of this attempt. */
  claim: string;
  user_id: string;
  at: Date;
}

/** The one document of those: whoever takes an admin away enters it there first. */
export interface StoredLeavingAdmins {
  _id: 'admins';
  version: number;
  leaving: LeavingAdmin[];
}

export function leavingAdminsModel(connection: Connection): Model<StoredLeavingAdmins> {
  const leaving = new Schema<LeavingAdmin>({ claim: String, user_id: String, at: Date }, { _id: false });
  const schema = new Schema<StoredLeavingAdmins>(
    {
      _id: { type: String, required: true },
      version: { type: Number, required: true },
      leaving: { type: [leaving], required: true },
    },
    { versionKey: false },
  );
  return connection.model<StoredLeavingAdmins>('LeavingAdmins', schema, 'leaving_admins');
}
