import type { Connection, Model } from 'mongoose';
import { noSettings, settings, type Settings } from '@crm/contracts/entities/user.js';
import { snapshotSettings } from '@crm/contracts/http/settings.js';
import { buildProjection, type ProjectionBuild } from '@crm/platform/projections/build-projection.js';
import type { Clock } from '@crm/platform/clock.js';
import type { ServiceClient } from '@crm/platform/http/service-client.js';
import type { Logger } from '@crm/platform/log/logger.js';
import { storedAtHand } from '@crm/platform/mongo/stored-at-hand.js';
import type { StateProjection } from '@crm/platform/projections/state-projection.js';
import { settingsId, type KnownSettingsDoc } from './settings.model.js';

/** What a service needs to keep a copy of auth's global settings. */
export interface SettingsContext {
  settings: Model<KnownSettingsDoc>;
  /** Saves the settings; never overwrites newer ones. */
  knownSettings: StateProjection<KnownSettingsDoc>;
  services: ServiceClient;
  clock: Clock;
  log: Logger;
}

/** Saves the settings from auth's event; older versions are ignored. */
export function saveSettings(
  ctx: Pick<SettingsContext, 'knownSettings'>,
  known: Settings,
  version: number,
): Promise<void> {
  const set = settings.parse(known);
  const part = { guard: 'version', sequence: version, set } as const;
  return ctx.knownSettings.put([{ id: settingsId, parts: [part] }]);
}

/** Reads the settings from auth at every start, like the users. */
export function readSettings(
  ctx: SettingsContext,
  { connection, subscribed }: { connection: Connection; subscribed: Promise<void> },
): ProjectionBuild {
  return buildProjection({
    connection,
    name: 'settings',
    revision: ctx.clock.now().getTime(),
    subscribed,
    takePage: async () => {
      const known = await ctx.services.call(snapshotSettings, {}, { asService: true });
      await saveSettings(ctx, known.settings, known.version);
      return null;
    },
    clock: ctx.clock,
    log: ctx.log,
  });
}

/** They are asked for with each call and each text. */
const settingsAtHand = storedAtHand(async (model: SettingsContext['settings']): Promise<Settings> => {
  const known = await model.findById(settingsId).lean<KnownSettingsDoc>();
  return { ...noSettings, ...known };
});

/**
 * The known settings, those that another process took in a second ago at most left out; before they are known, empty ones
 * without automatic assignment.
 */
export const knownSettings = ({ settings: model }: Pick<SettingsContext, 'settings'>): Promise<Settings> =>
  settingsAtHand(model);
