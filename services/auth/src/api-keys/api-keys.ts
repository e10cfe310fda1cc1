import { Types } from 'mongoose';
import type { z } from 'zod';
import type { Actor } from '@crm/contracts/access.js';
import type { AnswerOf } from '@crm/contracts/endpoint/endpoint.js';
import type { exchangeApiKey } from '@crm/contracts/http/api-keys.js';
import { apiKeys, type ApiKey } from '@crm/contracts/resources/api-key.js';
import { keyTokenSeconds } from '@crm/contracts/token.js';
import { keyInvalid } from '@crm/platform/errors/app-error.js';
import { alive } from '@crm/platform/outbox/outbox-fields.js';
import { createRecord, type Stored } from '@crm/platform/resources/records.js';
import type { AuthContext } from '../context.js';
import type { ApiKeyDoc } from './api-key.model.js';
import { endOf, isSecretOf, newKey, readKey } from './api-key.rules.js';

/** When a key was used last is known to the minute: most requests write nothing. */
const usedEveryMs = 60_000;

/** The API keys as a resource. */
export const storedApiKeys = ({
  models,
  clock,
}: Pick<AuthContext, 'models' | 'clock'>): Stored<typeof apiKeys.fields, ApiKeyDoc> => ({
  resource: apiKeys,
  model: models.apiKeys,
  clock,
});

/** Makes an API key and answers it, this once. */
export async function createApiKey(
  ctx: Pick<AuthContext, 'models' | 'clock'>,
  actor: Actor,
  given: z.output<typeof apiKeys.creation>,
): Promise<ApiKey & { key: string }> {
  const _id = new Types.ObjectId();
  const { key, ...kept } = newKey(_id.toHexString());
  const record = await createRecord(storedApiKeys(ctx), actor, given, { _id, ...kept });
  return { ...apiKeys.record.parse(record), key };
}

/**
 * Exchanges a key that came with a request for a token of the calls that it opens. Throws `key_invalid` for one that is
 * unknown, withdrawn or past its last day, and does not tell which.
 */
export async function exchangeKey(
  { models, clock, issueKeyToken }: Pick<AuthContext, 'models' | 'clock' | 'issueKeyToken'>,
  text: string,
): Promise<AnswerOf<typeof exchangeApiKey>> {
  const read = readKey(text);
  if (read === undefined) throw keyInvalid();
  const _id = new Types.ObjectId(read.id);
  const stored = await models.apiKeys.findOne(alive({ _id })).lean<ApiKeyDoc>();
  if (stored === null || !isSecretOf(stored.key_hash, read.secret)) throw keyInvalid();
  const { name, scopes, networks, ends_on, last_used_at } = stored;
  const now = clock.now();
  const endsAt = endOf(ends_on);
  if (endsAt !== null && endsAt <= now) throw keyInvalid();
  if (last_used_at === null || now.getTime() - last_used_at.getTime() >= usedEveryMs)
    await models.apiKeys.updateOne(alive({ _id }), { $set: { last_used_at: now } });
  const seconds = Math.floor(now.getTime() / 1000);
  const exp = Math.min(seconds + keyTokenSeconds, Math.ceil((endsAt?.getTime() ?? Infinity) / 1000));
  return {
    token: issueKeyToken({ key: read.id, name, scopes, exp }),
    networks,
    ends_at: endsAt?.toISOString() ?? null,
  };
}
