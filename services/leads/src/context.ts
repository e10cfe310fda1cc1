import type { RecentIds } from '@crm/platform/deliveries/recent-ids.js';
import type { KeyedQueues } from '@crm/platform/bus/keyed-queue.js';
import type { Collection, Model } from 'mongoose';
import type { Announce } from '@crm/platform/bus/announce.js';
import type { Clock } from '@crm/platform/clock.js';
import type { DataKeys } from '@crm/platform/encryption/data-keys.js';
import type { ServiceClient } from '@crm/platform/http/service-client.js';
import type { Logger } from '@crm/platform/log/logger.js';
import type { DueJobs } from '@crm/platform/jobs/due-jobs.js';
import type { StateProjection } from '@crm/platform/projections/state-projection.js';
import type { ConsentDoc } from './consent/consent.model.js';
import type { LeadsConfig } from './config.js';
import type { GiveWay } from './editing/give-way.js';
import type { IntakeDoc } from './intake/intake.model.js';
import type { PartnerDoc } from './intake/partner.model.js';
import type { LeadDoc } from './lead/lead.model.js';
import type { CarrierNames } from './reference/carrier-names.js';
import type { ReferenceListDoc } from './reference/reference.model.js';
import type { NoteDoc } from './notes/note.model.js';
import type { ContactAttemptsDoc, ContactDecisionDoc, ContactModels } from './permission/contact.model.js';
import type { PrivacyModels } from './privacy/privacy-request.model.js';
import type { CountEnded } from './retention/retention-metrics.js';
import type { RetentionModels } from './retention/retention.model.js';
import type { ScriptDoc } from './scripts/script.model.js';
import type { QuickAddDoc } from './quick-add/quick-add.model.js';
import type { FileStore } from '@crm/platform/mongo/file-store.js';
import type { SuppressionModels } from './suppression/suppression.model.js';
import type { KnownSettingsDoc } from '@crm/domain/settings/settings.model.js';
import type { LicencesAtHand } from './users/licences-at-hand.js';
import type { UsersAtHand } from './users/users-at-hand.js';
import type { LeadChangeModels } from './timeline/lead-change.model.js';
import type { LeadUserDoc } from './users/user.model.js';
import type { WorkDoc } from './work/work.model.js';
import type { ViewDoc } from './views/view.model.js';

/** What every use case works with: built once by the service and handed on. */
export interface LeadsContext
  extends ContactModels, PrivacyModels, RetentionModels, SuppressionModels, LeadChangeModels {
  config: LeadsConfig;
  clock: Clock;
  log: Logger;
  /** The keys of what is sealed; a use case asks for one only to destroy it. */
  dataKeys: DataKeys;
  leads: Model<LeadDoc>;
  /** The same collection without mongoose's casting, for pages and batches, where it would cost more than the query. */
  leadCollection: Collection<LeadDoc>;
  /** The attempts past mongoose, which makes a document of each to cast it: a millisecond of each text and call. */
  attemptCollection: Collection<ContactAttemptsDoc>;
  work: Model<WorkDoc>;
  users: Model<LeadUserDoc>;
  /** How the users are written: never past a newer state of theirs. */
  knownUsers: StateProjection<LeadUserDoc>;
  scripts: Model<ScriptDoc>;
  notes: Model<NoteDoc>;
  /** Filters of the lead tables that people keep under names. */
  views: Model<ViewDoc>;
  consents: Model<ConsentDoc>;
  referenceLists: Model<ReferenceListDoc>;
  /** The carriers' names as the kept list has them. */
  carrierNames: CarrierNames;
  /** What is shown of users, read once for the parts of an answer. */
  usersAtHand: UsersAtHand;
  /** The licences of agents without asking the store each time. */
  licencesAtHand: LicencesAtHand;
  /** Uploaded lists of numbers, until they are loaded. */
  suppressionFiles: FileStore;
  /** Loads lists, deletes what is left of old ones and screens the leads' numbers. */
  suppressionWork: DueJobs;
  /** Attempts at a number, and at all of a person, are decided one after another in a process: none has to fight. */
  attemptTurns: KeyedQueues;
  /** Keeps what was decided about contacts; what is decided at the same time goes in one write. */
  saveDecisions: (decisions: readonly ContactDecisionDoc[]) => Promise<void>;
  /** The attempts that this process counted last: the event that tells of one needs no look whether it counts already. */
  countedAttempts: RecentIds;
  partners: Model<PartnerDoc>;
  /** What became of delivered leads, by their external id. */
  intakes: Model<IntakeDoc>;
  /** Forms of the quick-add page that were sent. */
  quickAdds: Model<QuickAddDoc>;
  settings: Model<KnownSettingsDoc>;
  /** How the settings are written: never past newer ones. */
  knownSettings: StateProjection<KnownSettingsDoc>;
  /** Calls to auth, and to the services that have parts of a lead's page. */
  services: ServiceClient;
  /** What leads has to do in the names of persons; woken by whatever leaves some of it to do. */
  privacyWork: DueJobs;
  /** Counts what retention ends. */
  countEnded: CountEnded;
  /** Lets people's requests go first, behind each step of an import. */
  giveWay: GiveWay;
  /** Claims certificates of consents; woken by whatever stores one. */
  certificateWork: DueJobs;
  /** Woken when the list of carriers was saved. */
  carriersWork: DueJobs;
  /** Says past the outbox what matters now or not at all: who has which lead open. */
  announce: Announce;
}
