import type { Model, Types } from 'mongoose';
import type { KeyedQueues } from '@crm/platform/bus/keyed-queue.js';
import type { Announce } from '@crm/platform/bus/announce.js';
import type { Clock } from '@crm/platform/clock.js';
import type { DataKeys } from '@crm/platform/encryption/data-keys.js';
import type { ServiceClient } from '@crm/platform/http/service-client.js';
import type { Gathering } from '@crm/platform/jobs/gathering.js';
import type { Logger } from '@crm/platform/log/logger.js';
import type { LastWritten } from '@crm/platform/outbox/last-written.js';
import type { StateProjection } from '@crm/platform/projections/state-projection.js';
import type { LeadAccessDoc } from '@crm/domain/access/lead-access.model.js';
import type { AccountFaults } from '@crm/domain/carrier/account-faults.js';
import type { CallDoc, CallModels, InboxDoc } from './calls/call.model.js';
import type { Effects } from './calls/effects-waiting.js';
import type { NumberDoc } from './numbers/number.model.js';
import type { OpeningHoursDoc } from './opening/opening-hours.model.js';
import type { Carrier } from './carrier/carrier.js';
import type { CarrierAccount } from './carrier-account/check-account.js';
import type { TelephonyConfig } from './config.js';
import type { AudioParts } from './audio/audio-parts.js';
import type { AgentStateDoc, FloorModels } from './floor/agent-state.model.js';
import type { CallQualityDoc } from './quality/call-quality.model.js';
import type { KnownSettingsDoc } from '@crm/domain/settings/settings.model.js';
import type { StaffAtHand } from './users/staff-at-hand.js';
import type { TelephonyUserDoc } from './users/user.model.js';

/** What every use case works with: built once by the service and handed on. */
export interface TelephonyContext extends AudioParts, CallModels, FloorModels {
  config: TelephonyConfig;
  clock: Clock;
  log: Logger;
  users: Model<TelephonyUserDoc>;
  /** How the users are written: never past a newer state of theirs. */
  knownUsers: StateProjection<TelephonyUserDoc>;
  /** The keys under which what was said is encrypted. */
  dataKeys: DataKeys;
  settings: Model<KnownSettingsDoc>;
  /** How the settings are written: never past newer ones. */
  knownSettings: StateProjection<KnownSettingsDoc>;
  /** Whose leads are; asked through `mayWork`, which asks leads where it has to. */
  leadAccess: Model<LeadAccessDoc>;
  knownLeads: StateProjection<LeadAccessDoc>;
  /** The sound of calls, by part. */
  callQualities: Model<CallQualityDoc>;
  /** Every request that calls make of the carrier. */
  carrier: Carrier;
  /** Our account there, as it is checked and mended. */
  carrierAccount: CarrierAccount;
  /** What the carrier account itself made fail, for admins to see. */
  accountFaults: AccountFaults;
  /** Names and roles of users. */
  staff: StaffAtHand;
  /** Changes of one call wait for each other here: in one process none is made for nothing. */
  turns: KeyedQueues;
  /** Live calls as they were written last: the facts of a call come one behind the other. */
  lastWritten: LastWritten<CallDoc>;
  /** The states of agents as this process wrote or read them last. */
  lastStates: LastWritten<AgentStateDoc>;
  /** What calls have to do at the carrier, carried out behind the writes that asked for it. */
  effects: Effects;
  /** The numbers of the account that calls are placed from. */
  numbers: Model<NumberDoc>;
  /** When the numbers that all agents share are answered: one record. */
  openingHours: Model<OpeningHoursDoc>;
  /** Who waits for an agent. */
  queue: {
    /** Somebody waits, or is to be looked at: now. */
    wake(): void;
    /** Somebody may have become free: whoever waits is looked at, within a second where just now nobody did. */
    freed(): void;
    /** Those who wait, as it was a second ago at most; what this process made of the queue is known at once. */
    waiting(): Promise<readonly CallDoc[]>;
    idle(): Promise<void>;
    start(): void;
  };
  /** Users whose tiles on the floor changed. */
  changedTiles: Gathering<Types.ObjectId>;
  /** Webhooks that are worked off. */
  doneHooks: Gathering<InboxDoc>;
  /** Says what only matters now, past the outbox. */
  announce: Announce;
  /** Calls to auth and leads. */
  services: ServiceClient;
}
