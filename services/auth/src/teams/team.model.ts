import type { Connection, Model } from 'mongoose';
import { teams } from '@crm/contracts/resources/team.js';
import type { Clock } from '@crm/platform/clock.js';
import type { Stored } from '@crm/platform/resources/records.js';
import { resourceModel, type StoredOf } from '@crm/platform/resources/stored-record.js';

export type TeamDoc = StoredOf<typeof teams.fields>;

export const teamModel = (connection: Connection): Model<TeamDoc> =>
  resourceModel<typeof teams.fields, TeamDoc>(connection, teams, { more: {}, indexes: [] });

export const storedTeams = ({
  models,
  clock,
}: {
  models: { teams: Model<TeamDoc> };
  clock: Clock;
}): Stored<typeof teams.fields, TeamDoc> => ({ resource: teams, model: models.teams, clock });
