import type { Model } from 'mongoose';
import type { Clock } from '@crm/platform/clock.js';
import type { ServiceClient } from '@crm/platform/http/service-client.js';
import type { DueJobs } from '@crm/platform/jobs/due-jobs.js';
import type { Logger } from '@crm/platform/log/logger.js';
import type { StateProjection } from '@crm/platform/projections/state-projection.js';
import type { StatsConfig } from './config.js';
import type { CallDayDoc } from './day-figures/call-day.model.js';
import type { FigureSets } from './sets/figure-sets.js';
import type { LeadNews } from './leads/lead-updates.rules.js';
import type { AgentDayDoc } from './states/agent-day.model.js';
import type { CountOnce } from './states/count-once.js';
import type { CallQualityRow } from './call-quality/call-quality.model.js';
import type { StatsUserDoc } from './users/user.model.js';

/** What every use case works with: built once by the service and handed on. */
export interface StatsContext {
  config: StatsConfig;
  clock: Clock;
  log: Logger;
  services: ServiceClient;
  users: Model<StatsUserDoc>;
  /** How the users are written: never past a newer state of theirs. */
  knownUsers: StateProjection<StatsUserDoc>;
  agentDays: Model<AgentDayDoc>;
  callDays: Model<CallDayDoc>;
  /** Add to them; what is told at the same time goes in one write. */
  countInAgentDays: CountOnce;
  countInCallDays: CountOnce;
  /** The sound of calls, by part. */
  callQualities: Model<CallQualityRow>;
  /** How it is written: never past a newer state of it. */
  knownCallQualities: StateProjection<CallQualityRow>;
  sets: FigureSets;
  /** Woken when the figures are to be counted anew. */
  figuresWork: DueJobs;
  /** Writes news of leads down; what is told at the same time goes in one write. */
  ingest: (news: readonly LeadNews[]) => Promise<void>;
}
