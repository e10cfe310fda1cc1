import { Schema, type Connection, type Model, type Types } from 'mongoose';
import type { LanguageCode } from '@crm/contracts/codes/languages.js';
import type { SourceId } from '@crm/contracts/codes/sources.js';
import type { StatusCode } from '@crm/contracts/codes/statuses.js';
import type { FollowupPriority } from '@crm/contracts/entities/followup.js';
import type { WireValues } from '@crm/contracts/fields/lead-shapes.js';
import type { Flag } from '@crm/contracts/ids.js';
import { healthLeads } from '@crm/contracts/resources/health-lead.js';
import { lifeLeads } from '@crm/contracts/resources/life-lead.js';
import { part } from '@crm/platform/mongo/part.js';
import { guardTombstones } from '@crm/platform/outbox/guard-tombstones.js';
import { addOutbox, type OutboxFields } from '@crm/platform/outbox/outbox-fields.js';
import type { StoredHold } from './live-hold.js';
import type { StoredBeneficiary } from './stored-beneficiary.js';
import { schemaOf } from './defined-fields.js';
import { declareListIndexes } from './list-indexes.js';

/** What older leads are stored without. */
type LaterField = 'recorded_ok' | 'language';

/** What is defined of each type, under the wire's names; money in cents, phones in E.164, dates as ISO text. */
type LifeFields = Omit<WireValues<typeof lifeLeads.fields>, LaterField>;
type HealthFields = Omit<WireValues<typeof healthLeads.fields>, LaterField>;

/** What the product keeps of either type beside what is defined of it. */
export interface CommonLeadFields {
  source_id: SourceId;
  status: StatusCode;
  /** Null is 'Without agent'. */
  user_id: Types.ObjectId | null;
  agent_fullname: string | null;
  /** Why it went to its agent, or to nobody, by itself; null where somebody decided. Missing on older leads. */
  assigned_why?: string | null;
  /** 1 for a raw lead. */
  empty: Flag;
  AD_status: number | null;
  /** Carrier to cents, with two decimals: a price may have four decimals of a dollar. */
  price: Record<string, number>;
  premium_price: number | null;
  premium_carrier: string | null;
  post_sale: Flag;
  /** Agreed to recorded calls and messages. Missing on older leads: they did not. */
  recorded_ok?: Flag;
  /** What the customer is written and spoken to in. Missing on older leads: English. */
  language?: LanguageCode;
  /** The code of the selected carrier. Missing on older leads. */
  carrier?: string | null;
  /** Who changed it last; null for the system. */
  changed_by: string | null;
  createdAt: Date;
  updatedAt: Date;
}

/**
 * What the lead tables filter, sort and search by, worked out from the lead with every change and kept beside it under
 * `list`. Nothing here is null where a filter asks for it: MongoDB answers a filter for null only from the document,
 * never from an index, and a page must be found in the index alone.
 */
export interface ListKeys {
  /** The status by its place in the dialog, so that sorting by status groups as people think of it. */
  status: number;
  source: number;
  /** State code, '' for none. */
  state: string;
  /** The agent's id in hex, '' for none. */
  agent: string;
  agent_name: string;
  name: string;
  email: string;
  /** E.164; '' where there is none or it must not be shown, so that sorting tells nothing of it. */
  phone: string;
  /** Lowest carrier price in cents, -1 for none. */
  premium: number;
  carrier: string;
  /** The Product column: the term of a life lead, the coverage type of a health lead, by their place in the list. */
  product: number;
  /** The year alone. */
  birth_date: string;
  /** Beginnings that a search finds the lead by: words of the name and the e-mail, the number and its local ends. */
  words: string[];
}

/** Which message of the dialler was the last: an older one that comes late changes nothing. */
export interface DialledBy {
  call_id: string;
  /** The version of the call that told it. */
  sequence: number;
  at: Date;
}

/** The last versions that the dialler made: they changed nothing that a person saves. */
export interface Dialled extends DialledBy {
  versions: number[];
}

/** A follow-up of a lead as its day needs it; `at` is null once it is completed or deleted. */
export interface KnownFollowup {
  id: Types.ObjectId;
  /** Of the follow-up: an older state says nothing. */
  version: number;
  at: Date | null;
  priority: FollowupPriority;
}

/** What of calls, texts and follow-ups decides when a lead is contacted next. Raises no version: nothing of it was saved. */
export interface DayFields {
  /** The one that it is due by: of `followups` the earliest that is open. */
  followup?: KnownFollowup;
  /** All that are known; missing while a lead had one at most. */
  followups?: KnownFollowup[];
  /** Counts the changes of `followups`, so that of two at the same time none is lost. */
  followupsRevision?: number;
  /** When the customer wrote what nobody has answered yet. */
  replied?: Date;
  /** When somebody called or wrote last. */
  touched?: Date;
  /** When somebody called last. */
  called?: Date;
}

export interface LeadIdentity extends OutboxFields {
  _id: Types.ObjectId;
  list: ListKeys;
  /** Missing while nothing happened to it. */
  day?: DayFields;
  /** The dialler's message that AD_status comes from; missing before the first. */
  dialled?: Dialled;
  /** The filled slots of a life lead, by number; missing while there are none. */
  beneficiaries?: StoredBeneficiary[];
  /** Of a lead that came by a command or was taken over: makes a second delivery harmless. */
  external_id?: string;
  /** Of an imported lead: import id and line, so that a resumed import never doubles a row. */
  importKey?: string;
  /** The person's phone and e-mail, each with the type, as far as no other lead had them first; missing where it has none. */
  claims?: string[];
  /** Ids of the last commands that changed it: one that comes again changes nothing. */
  seen?: string[];
  /** Who has it open; missing where nobody does, and in force only until its lease runs out. */
  hold?: StoredHold;
  /**
   * Counts the changes of its hold, which raise no version: nothing of the lead was saved. The sequence of the events of
   * `lead/<id>/hold`; missing before the first.
   */
  holdVersion?: number;
}

export type LifeLeadDoc = LeadIdentity & CommonLeadFields & LifeFields & { type_id: 2 };
export type HealthLeadDoc = LeadIdentity & CommonLeadFields & HealthFields & { type_id: 4 };
export type LeadDoc = LifeLeadDoc | HealthLeadDoc;

const knownFollowup = () => part({ id: Schema.Types.ObjectId, version: Number, at: Date, priority: Number });

/**
 * Documents are written by rules that work on typed values: new ones go to the collection past the schema, since casting
 * every value again would cost more than the write.
 */
function leadSchema(): Schema<LeadDoc> {
  const schema = new Schema<LeadDoc>(
    {
      ...schemaOf(lifeLeads, healthLeads),
      type_id: Number,
      source_id: Number,
      status: String,
      user_id: Schema.Types.ObjectId,
      agent_fullname: String,
      assigned_why: String,
      empty: Number,
      AD_status: Number,
      // A price for each carrier that admins keep, by its code.
      price: Schema.Types.Mixed,
      premium_price: Number,
      premium_carrier: String,
      post_sale: Number,
      carrier: String,
      changed_by: String,
      createdAt: Date,
      updatedAt: Date,
      list: {
        status: Number,
        source: Number,
        state: String,
        agent: String,
        agent_name: String,
        name: String,
        email: String,
        phone: String,
        premium: Number,
        carrier: String,
        product: Number,
        birth_date: String,
        words: [String],
      },
      day: part({
        followup: knownFollowup(),
        // Left missing, as the rest of a day is.
        followups: { type: [knownFollowup()], default: undefined },
        followupsRevision: Number,
        replied: Date,
        touched: Date,
        called: Date,
      }),
      dialled: part({ call_id: String, sequence: Number, at: Date, versions: [Number] }),
      external_id: String,
      importKey: String,
      beneficiaries: {
        type: [
          part({
            number: Number,
            name: String,
            relative_id: Number,
            dob: String,
            location: String,
            grand_kids: String,
            work_status: String,
            percent: Number,
          }),
        ],
        default: undefined,
      },
      claims: { type: [String], default: undefined },
      // Left missing where no command came, as the index fields of new leads are.
      seen: { type: [String], default: undefined },
      hold: part({
        user_id: Schema.Types.ObjectId,
        fullname: String,
        role: Number,
        holders: [part({ holder: String, until: Date })],
        bound: Boolean,
        until: Date,
      }),
      holdVersion: Number,
    },
    { collection: 'leads' },
  );
  addOutbox(schema);

  // A command or a migration delivered twice: findOne({ external_id }). Also on tombstones, or a deleted lead would
  // come back with the second delivery.
  schema.index({ external_id: 1 }, { unique: true, sparse: true });
  // A row of a resumed import: insertMany, and find({ importKey: { $in } }) for those already there.
  schema.index({ importKey: 1 }, { unique: true, sparse: true });
  // One lead of leads of one person that come in at the same moment: insert, and find({ claims: { $in } }). Tombstones and
  // leads of before have none.
  schema.index({ claims: 1 }, { unique: true, sparse: true });
  // Duplicates of a row or of a new lead: find({ phone: { $in }, type_id }); an incoming call or text: find({ phone }).
  schema.index({ phone: 1, type_id: 1 });
  // An incoming call or text from the other number: find({ second_phone }).
  schema.index({ second_phone: 1 });
  // The sweep: holds whose lease ran out, find({ 'hold.until': { $lte: now } }).
  schema.index({ 'hold.until': 1 }, { sparse: true });
  declareListIndexes(schema);
  return schema;
}

/** What makes a second delivery of a lead known even after it was deleted. */
export const keptByTombstone = ['external_id', 'importKey'] as const satisfies (keyof LeadDoc)[];

/** The leads of a service's own connection; no query of them can forget that deleted ones leave a tombstone. */
export function leadModel(connection: Connection): Model<LeadDoc> {
  const model = connection.model<LeadDoc>('lead', leadSchema());
  guardTombstones(connection, model.collection.name, keptByTombstone);
  return model;
}
