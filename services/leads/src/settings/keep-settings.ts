import type { Connection } from 'mongoose';
import type { Settings } from '@crm/contracts/entities/user.js';
import { snapshotSettings } from '@crm/contracts/http/auth.js';
import { buildProjection, type ProjectionBuild } from '@crm/platform/projections/build-projection.js';
import type { LeadsContext } from '../context.js';
import { settingsId } from './settings.model.js';

/** Takes in the settings as auth tells of them; older ones change nothing. */
export function keepSettings(
  ctx: Pick<LeadsContext, 'knownSettings'>,
  { assignment }: Settings,
  version: number,
): Promise<void> {
  const part = { guard: 'version', sequence: version, set: { assignment } } as const;
  return ctx.knownSettings.put([{ id: settingsId, parts: [part] }]);
}

/** Reads the settings from auth, whenever the service starts, as the users are read. */
export function readSettings(
  ctx: LeadsContext,
  { connection, subscribed }: { connection: Connection; subscribed: Promise<void> },
): ProjectionBuild {
  return buildProjection({
    connection,
    name: 'settings',
    revision: ctx.clock.now().getTime(),
    subscribed,
    takePage: async () => {
      const { settings, version } = await ctx.auth.call(snapshotSettings, {}, { asService: true });
      await keepSettings(ctx, settings, version);
      return null;
    },
    clock: ctx.clock,
    log: ctx.log,
  });
}

/** Whether new leads are assigned by themselves; not before the settings are known. */
export async function assignsByItself(ctx: Pick<LeadsContext, 'settings'>): Promise<boolean> {
  const known = await ctx.settings.findById(settingsId).lean();
  return known?.assignment === 1;
}
