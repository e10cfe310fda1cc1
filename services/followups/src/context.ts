import type { Model } from 'mongoose';
import type { LeadAccessContext } from '@crm/domain/access/lead-access.js';
import type { DataKeys } from '@crm/platform/encryption/data-keys.js';
import type { DueJobs } from '@crm/platform/jobs/due-jobs.js';
import type { Logger } from '@crm/platform/log/logger.js';
import type { StateProjection } from '@crm/platform/projections/state-projection.js';
import type { FollowupsConfig } from './config.js';
import type { FollowupDoc } from './followups/followup.model.js';
import type { OwnerDoc } from './users/owner.model.js';

/** The context of every use case, built once by the service. */
export interface FollowupsContext extends LeadAccessContext {
  config: FollowupsConfig;
  log: Logger;
  followups: Model<FollowupDoc>;
  /** The keys of the leads, under which descriptions are encrypted. */
  dataKeys: DataKeys;
  users: Model<OwnerDoc>;
  /** Saves users; never overwrites newer versions. */
  knownUsers: StateProjection<OwnerDoc>;
  /** Schedules due follow-ups. */
  dueJobs: DueJobs;
}
