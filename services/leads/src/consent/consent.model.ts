import { Schema, type Connection, type Model, type Types } from 'mongoose';
import type { Certificate, ConsentChannel, ConsentKind } from '@crm/contracts/customers/consent.js';
import { part } from '@crm/platform/mongo/part.js';
import { addOutbox, type OutboxFields } from '@crm/platform/outbox/outbox-fields.js';

/** Somebody took a consent back. */
export interface RevocationPart {
  at: Date;
  by: string;
  reason: string;
  channels: ConsentChannel[];
}

/** A certificate as it is stored, with what its issuer answered once it was claimed; never claimed again after that. */
export interface CertificatePart extends Pick<Certificate, 'by' | 'id' | 'url'> {
  claim?: {
    result: NonNullable<Certificate['claim']>['result'];
    claimed_at: Date;
    expires_at: Date | null;
  };
}

/**
 * A consent as it was received. It is only ever added to: it proves what was known when somebody was contacted. What came
 * later stands beside it, each once: revocations, and the answers to claims of its certificates.
 */
export interface ConsentDoc extends OutboxFields {
  _id: Types.ObjectId;
  /** The lead that it came with; null where that was not taken, and for rows of files. */
  lead_id: Types.ObjectId | null;
  /** E.164 numbers and e-mails in lower case. */
  addresses: string[];
  kind: ConsentKind;
  /** Empty where the sender did not say. */
  channels: ConsentChannel[];
  at: Date | null;
  received_at: Date;
  received_from: string;
  text: string | null;
  url: string | null;
  ip: string | null;
  seller: string | null;
  certificates: CertificatePart[];
  // Missing in consents that were stored before these were known.
  /** The import that brought it, by a row's own columns or for the whole file. */
  import?: { id: Types.ObjectId; covers: 'row' | 'file' } | null;
  asked_by?: string | null;
  note?: string | null;
  expires_at?: Date | null;
  revocations?: RevocationPart[];
  /** The version of the lead that says so; of a consent to be recorded alone. */
  lead_version?: number;
  /** When a certificate is to be claimed next, and how often that failed; missing where nothing is to be claimed. */
  claim_at?: Date;
  claim_failures?: number;
}

/** What is shown of a consent; all that decides is among it. */
export const shownOfConsent = [
  ...(['kind', 'addresses', 'channels', 'at', 'received_at', 'received_from', 'import', 'asked_by'] as const),
  ...(['text', 'url', 'ip', 'seller', 'note', 'expires_at', 'certificates', 'revocations'] as const),
] as const satisfies readonly (keyof ConsentDoc)[];
export type ShownConsent = Pick<ConsentDoc, '_id' | (typeof shownOfConsent)[number]>;

/** The consents of a service's own connection. */
export function consentModel(connection: Connection): Model<ConsentDoc> {
  const schema = new Schema<ConsentDoc>(
    {
      lead_id: Schema.Types.ObjectId,
      addresses: [String],
      kind: String,
      channels: [String],
      at: Date,
      received_at: Date,
      received_from: String,
      import: part({ id: Schema.Types.ObjectId, covers: String }),
      asked_by: String,
      text: String,
      url: String,
      ip: String,
      seller: String,
      note: String,
      expires_at: Date,
      certificates: [
        part({
          by: String,
          id: String,
          url: String,
          claim: part({ result: String, claimed_at: Date, expires_at: Date }),
        }),
      ],
      revocations: [part({ at: Date, by: String, reason: String, channels: [String] })],
      lead_version: Number,
      claim_at: Date,
      claim_failures: Number,
    },
    { collection: 'consents' },
  );
  addOutbox(schema);
  // Of a person, the last first: find({ addresses: { $in } }).sort({ received_at: -1 }).
  schema.index({ addresses: 1, received_at: -1 });
  // Of a lead whose numbers have changed since: find({ lead_id }).
  schema.index({ lead_id: 1, received_at: -1 });
  // The next certificate to claim: find({ claim_at: { $lte } }).sort({ claim_at: 1 }).
  schema.index({ claim_at: 1 }, { sparse: true });
  return connection.model<ConsentDoc>('consent', schema);
}
