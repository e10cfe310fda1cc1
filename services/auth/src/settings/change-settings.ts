import type { Actor } from '@crm/contracts/access.js';
import { settingsUpdated } from '@crm/contracts/bus/events.js';
import { noSettings, settings, type Settings } from '@crm/contracts/entities/user.js';
import type {
  getSettings,
  snapshotSettings as snapshotEndpoint,
  updateSettings as updateEndpoint,
  updateSettingsFields as fieldsEndpoint,
} from '@crm/contracts/http/settings.js';
import type { AnswerOf, InputOf } from '@crm/contracts/endpoint/endpoint.js';
import { conflict, invalid } from '@crm/platform/errors/app-error.js';
import { newEvent } from '@crm/platform/outbox/new-event.js';
import { withEvents } from '@crm/platform/outbox/outbox-fields.js';
import { storedAtHand } from '@crm/platform/mongo/stored-at-hand.js';
import { auditChanges } from '@crm/platform/audit/add-details.js';
import { changesBetween } from '@crm/platform/audit/changes-between.js';
import type { AuthContext } from '../context.js';
import { changesOf, readPhones } from '../user/user.rules.js';
import type { StoredSettings } from './settings.model.js';

const settingsId = 'settings';
const maxTries = 20;

/** Makes the settings document where there is none yet, so that everything else only ever changes it. */
export async function prepareSettings({ models }: AuthContext): Promise<void> {
  await models.settings.updateOne(
    { _id: settingsId },
    { $setOnInsert: { ...noSettings, version: 1 } },
    { upsert: true },
  );
}

const stored = (settingsDocs: AuthContext['models']['settings']) =>
  settingsDocs.findById(settingsId).lean<StoredSettings | null>();
/** Each sign-in and each token that is checked asks for them. */
const atHand = storedAtHand(stored);

async function read({ models }: AuthContext): Promise<StoredSettings> {
  const found = await stored(models.settings);
  if (found === null) throw new Error('The settings document is missing; restart the service to recreate it');
  // What came later is missing in what was stored before it.
  return { ...noSettings, ...found };
}

/** What is missing in a document from before there was such a setting is as if nobody had set it. */
const settingsView = (stored: Partial<Settings>): Settings => settings.parse({ ...noSettings, ...stored });

/** The company's limits of a session. */
export type SessionLimits = Pick<Settings, 'session_idle_minutes' | 'session_days'>;

/** When sessions end. */
export async function readLimits({ models }: Pick<AuthContext, 'models'>): Promise<SessionLimits> {
  const { session_idle_minutes, session_days } = { ...noSettings, ...(await atHand(models.settings)) };
  return { session_idle_minutes, session_days };
}

/** From which day on which roles need a second factor, and of which days the sessions were ended already. */
export async function readRequirement({
  models,
}: Pick<AuthContext, 'models'>): Promise<
  Required<Pick<StoredSettings, 'second_factor' | 'second_factor_enforced'>>
> {
  const found = await atHand(models.settings);
  return {
    second_factor: found?.second_factor ?? noSettings.second_factor,
    second_factor_enforced: found?.second_factor_enforced ?? {},
  };
}

export async function readSettings(ctx: AuthContext): Promise<AnswerOf<typeof getSettings>> {
  return { settings: settingsView(await read(ctx)) };
}

/** The settings with their version, for a projection that starts from nothing. */
export async function snapshotSettings(ctx: AuthContext): Promise<AnswerOf<typeof snapshotEndpoint>> {
  const stored = await read(ctx);
  return { settings: settingsView(stored), version: stored.version };
}

/** Sets automatic assignment and the default phone. */
export async function updateSettings(
  ctx: AuthContext,
  actor: Actor,
  { assignment, default_phone }: InputOf<typeof updateEndpoint>['body'],
): Promise<AnswerOf<typeof updateEndpoint>> {
  const { phones, errors } = readPhones({ default_phone });
  if (Object.keys(errors).length > 0) throw invalid(errors);
  return change(ctx, actor, { assignment, ...phones });
}

/** Sets what is named of the settings that are not the specification's two. */
export async function updateSettingsFields(
  ctx: AuthContext,
  actor: Actor,
  { fields }: InputOf<typeof fieldsEndpoint>['body'],
): Promise<AnswerOf<typeof fieldsEndpoint>> {
  return change(ctx, actor, fields);
}

async function change(
  ctx: AuthContext,
  actor: Actor,
  given: { [K in keyof Settings]?: Settings[K] | undefined },
): Promise<AnswerOf<typeof updateEndpoint>> {
  for (let tries = 0; tries < maxTries; tries += 1) {
    const stored = await read(ctx);
    const set = changesOf(settingsView(stored), given);
    const after = settingsView({ ...stored, ...set });
    const answer = { settings: after, status: 'success', message: 'Saved' } as const;
    const changed = Object.keys(set);
    if (changed.length === 0) return answer;
    const now = ctx.clock.now();
    const event = newEvent(settingsUpdated, {
      source: 'auth',
      subject: settingsId,
      sequence: stored.version + 1,
      data: after,
      actor,
      now,
    });
    auditChanges(
      settingsId,
      changesBetween({ ...settingsView(stored) }, { ...after }, () => 'values'),
    );
    const written = await ctx.models.settings.updateOne(
      { _id: settingsId, version: stored.version },
      withEvents({ $set: set }, [event], now),
    );
    if (written.matchedCount > 0) return answer;
    auditChanges(settingsId, []);
  }
  throw conflict();
}
