import { Schema, type Types } from 'mongoose';
import type { StateCode } from '@crm/contracts/codes/states.js';
import type { LicenceLine } from '@crm/contracts/licences/held-licence.js';
import { licenceStatuses, type LicenceStatus } from '@crm/contracts/licences/licence.rules.js';

/** Days before the end of a licence of which its agent and the admins are told; 0: it has ended. */
export type Warning = 60 | 30 | 7 | 0;

/**
 * A licence, within the account of its agent: states, licences and the events about them are one write. Dates are Pacific
 * calendar days.
 */
export interface StoredLicence {
  _id: Types.ObjectId;
  state: StateCode;
  line: LicenceLine;
  number: string;
  from: string;
  until: string | null;
  status: LicenceStatus;
  proof: string;
  /** The last warning about this end; null where none was sent. */
  warned: Warning | null;
  version: number;
  changed_by: string | null;
}

export interface LicenceFields {
  /** Missing on accounts from before there were licences, until they are migrated. */
  licences?: StoredLicence[];
  /** When the next warning is due; null where none is. */
  licence_due_at?: Date | null;
}

const text = { type: String };

export const licenceTypes = {
  licences: {
    type: [
      new Schema<StoredLicence>({
        state: text,
        line: { type: String, enum: ['life', 'health'] },
        number: text,
        from: text,
        until: { type: String, default: null },
        status: { type: String, enum: licenceStatuses },
        proof: text,
        warned: { type: Number, default: null },
        version: Number,
        changed_by: { type: String, default: null },
      }),
    ],
    default: undefined,
  },
  licence_due_at: { type: Date },
} as const;
