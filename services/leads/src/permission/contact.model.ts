import { Schema, type Connection, type Model, type Types } from 'mongoose';
import type {
  ContactChannel,
  ContactPlace,
  ContactPurpose,
  OptOutDecision,
  OptOutHow,
  OptOutWording,
  PermissionRule,
  RefusedChannel,
} from '@crm/contracts/customers/contact.js';
import type { Flag } from '@crm/contracts/ids.js';
import { contactRules, type ContactRule, type ContactRuleId } from '@crm/contracts/resources/contact-rule.js';
import { part } from '@crm/platform/mongo/part.js';
import { addOutbox, type OutboxFields } from '@crm/platform/outbox/outbox-fields.js';
import { resourceModel, type StoredOf } from '@crm/platform/resources/stored-record.js';
import type { Attempt } from './attempts.rules.js';

/** A row of the table of rules, with what it was before. */
export interface ContactRuleDoc extends StoredOf<typeof contactRules.fields, ContactRuleId> {
  /** The last rows before, oldest first: who changed which. */
  history: {
    at: Date;
    by: string;
    before: Partial<ContactRule>;
    /** The version of the table that it became a row of; missing where it was edited. */
    adopted?: string;
  }[];
  /** The version of the table that the store began with; missing on rules that did not come with it. */
  began_with?: string;
  /** The row of the table that it came from, as one text; missing on older rules and on an admin's own. */
  table?: { version: string; row: string };
}

/** What happened to an entry: its audit. */
export interface ListedChange {
  at: Date;
  /** `worded`: the customer said more; `withdrawn`: took back their own word where another one stands. */
  what: 'added' | 'lifted' | 'worded' | 'confirmed' | 'reopened' | 'withdrawn';
  how: OptOutHow | 'admin';
  by: string | null;
  reason: string | null;
  /** What was written, where that made the change. */
  wording?: OptOutWording;
}

/** A number or an e-mail that is, or was, not to be contacted. It stays when lifted, with who did it and why. */
export interface DoNotContactDoc extends OutboxFields {
  _id: Types.ObjectId;
  /** E.164, or an e-mail in lower case. */
  address: string;
  channel: RefusedChannel;
  /** 0 once lifted. */
  active: Flag;
  how: OptOutHow;
  since: Date;
  by: string | null;
  lead_id: Types.ObjectId | null;
  reason: string | null;
  /** What the customer wrote since it was listed, where it only likely ends contact; missing in older entries. */
  wordings?: OptOutWording[];
  /** Missing or null where there is nothing to decide. */
  decision?: OptOutDecision | null;
  /** 1 where the customer said so too of what somebody else had listed. */
  own_word?: Flag;
  history: ListedChange[];
  /** Ids of the last messages that asked for something: one that comes again changes nothing. */
  seen: string[];
}

/** The last attempts to reach a number: one document, so that counting and deciding are one write. */
export interface ContactAttemptsDoc {
  /** E.164. */
  _id: string;
  attempts: Attempt[];
  version: number;
  lastAt: Date;
  /** When the number last wrote to us or called us; missing where it never did. */
  reachedAt?: Date;
}

/** An admin's word that a number or e-mail of a lead may be contacted though a rule says no. */
export interface ContactOverrideDoc {
  _id: Types.ObjectId;
  lead_id: Types.ObjectId;
  place: ContactPlace;
  address: string;
  channel: ContactChannel;
  reason: string;
  /** When the customer asked for it, YYYY-MM-DD; missing of older ones. */
  requested_on?: string;
  until: Date;
  by: string;
  by_id: Types.ObjectId;
  createdAt: Date;
  endedAt: Date | null;
  ended_by: string | null;
}

/** What of one decides and is shown while it is in force. */
export type OverrideInForce = Omit<ContactOverrideDoc, 'by_id' | 'endedAt' | 'ended_by'>;

/** A decision about an attempt, with what it was based on. */
export interface ContactDecisionDoc {
  _id: Types.ObjectId;
  at: Date;
  lead_id: Types.ObjectId | null;
  address: string;
  channel: ContactChannel;
  /** Missing in decisions that were stored before it was known. */
  purpose?: ContactPurpose;
  /** Null is the system. */
  user_id: Types.ObjectId | null;
  asked_by: string;
  attempt_id: string | null;
  allowed: boolean;
  rule: PermissionRule | null;
  sentence: string;
  next: Date | null;
  override_id: string | null;
  based_on: Record<string, unknown>;
  /** True once its period is over and a hold, or records of a longer class, keep it. */
  stays?: boolean;
}

const day = 24 * 60 * 60;
/** Twice the time that attempts count for. */
const attemptsKeptSeconds = 2 * day;

/** The table of contact rules of a service's own connection. */
export const contactRuleModel = (connection: Connection): Model<ContactRuleDoc> =>
  resourceModel<typeof contactRules.fields, ContactRuleDoc>(connection, contactRules, {
    collection: 'contactrules',
    // What a row was before is any part of it.
    more: {
      history: [part({ at: Date, by: String, before: Schema.Types.Mixed, adopted: String })],
      began_with: String,
      table: part({ version: String, row: String }),
    },
    indexes: [],
  });

const wordingPart = part({ text: String, marks: [part({ from: Number, to: Number })], rules: String });

/** Who is not to be contacted. */
export function doNotContactModel(connection: Connection): Model<DoNotContactDoc> {
  const schema = new Schema<DoNotContactDoc>(
    {
      address: String,
      channel: String,
      active: Number,
      how: String,
      since: Date,
      by: String,
      lead_id: Schema.Types.ObjectId,
      reason: String,
      wordings: { type: [wordingPart], default: undefined },
      decision: String,
      own_word: Number,
      history: [
        part({ at: Date, what: String, how: String, by: String, reason: String, wording: wordingPart }),
      ],
      seen: [String],
    },
    { collection: 'donotcontact' },
  );
  addOutbox(schema);
  // What stands against an address: find({ address: { $in } }); two of one kind never.
  schema.index({ address: 1, channel: 1 }, { unique: true });
  // The admin's list, the last one first: find({ active: 1 }).sort({ since: -1, _id: -1 }).
  schema.index({ active: 1, since: -1, _id: -1 });
  // What is to be decided, and how many: find({ active: 1, decision }).sort({ since: -1, _id: -1 }).
  schema.index(
    { active: 1, decision: 1, since: -1, _id: -1 },
    { partialFilterExpression: { decision: { $type: 'string' } } },
  );
  return connection.model<DoNotContactDoc>('do-not-contact', schema);
}

/** The last attempts by number. */
export function contactAttemptsModel(connection: Connection): Model<ContactAttemptsDoc> {
  const schema = new Schema<ContactAttemptsDoc>(
    {
      _id: String,
      attempts: [part({ id: String, at: Date, channel: String })],
      version: Number,
      lastAt: Date,
      reachedAt: Date,
    },
    { collection: 'contactattempts', versionKey: false },
  );
  schema.index({ lastAt: 1 }, { expireAfterSeconds: attemptsKeptSeconds });
  return connection.model<ContactAttemptsDoc>('contact-attempts', schema);
}

/** What admins allowed against the rules. */
export function contactOverrideModel(connection: Connection): Model<ContactOverrideDoc> {
  const schema = new Schema<ContactOverrideDoc>(
    {
      lead_id: Schema.Types.ObjectId,
      place: String,
      address: String,
      channel: String,
      reason: String,
      requested_on: String,
      until: Date,
      by: String,
      by_id: Schema.Types.ObjectId,
      createdAt: Date,
      endedAt: Date,
      ended_by: String,
    },
    { collection: 'contactoverrides', versionKey: false },
  );
  // The overrides of a lead that have not run out: find({ lead_id, until: { $gt } }).
  schema.index({ lead_id: 1, until: -1 });
  return connection.model<ContactOverrideDoc>('contact-override', schema);
}

/** Every decision about an attempt. */
export function contactDecisionModel(connection: Connection): Model<ContactDecisionDoc> {
  const schema = new Schema<ContactDecisionDoc>(
    {
      at: Date,
      lead_id: Schema.Types.ObjectId,
      address: String,
      channel: String,
      purpose: String,
      user_id: Schema.Types.ObjectId,
      asked_by: String,
      attempt_id: String,
      allowed: Boolean,
      rule: String,
      sentence: String,
      next: Date,
      override_id: String,
      // Whatever the rule that decided looked at.
      based_on: Schema.Types.Mixed,
      stays: Boolean,
    },
    { collection: 'contactdecisions', versionKey: false, minimize: false },
  );
  // Those whose period is over: find({ stays: null, at: { $lte } }).sort({ at: 1 }).
  schema.index({ stays: 1, at: 1 });
  // Those that stay with their lead: deleteMany({ lead_id, stays: true }).
  schema.index({ lead_id: 1 }, { partialFilterExpression: { stays: true } });
  // What of a lead was refused: find({ lead_id, allowed: false, channel }).sort({ at: -1, _id: -1 }).
  schema.index({ lead_id: 1, at: -1, _id: -1 }, { partialFilterExpression: { allowed: false } });
  // When and why a number was or was not contacted: find({ address }).sort({ at: -1 }).
  schema.index({ address: 1, at: -1 });
  return connection.model<ContactDecisionDoc>('contact-decision', schema);
}

/** The collections of contact permission. */
export interface ContactModels {
  contactRules: Model<ContactRuleDoc>;
  doNotContact: Model<DoNotContactDoc>;
  contactAttempts: Model<ContactAttemptsDoc>;
  contactOverrides: Model<ContactOverrideDoc>;
  contactDecisions: Model<ContactDecisionDoc>;
}

/** All of them on a service's own connection. */
export function contactModels(connection: Connection): ContactModels {
  return {
    contactRules: contactRuleModel(connection),
    doNotContact: doNotContactModel(connection),
    contactAttempts: contactAttemptsModel(connection),
    contactOverrides: contactOverrideModel(connection),
    contactDecisions: contactDecisionModel(connection),
  };
}
