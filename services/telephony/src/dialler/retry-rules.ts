import type { Connection, Model } from 'mongoose';
import { retriedOutcome, retryRules, type RetriedOutcome } from '@crm/contracts/resources/retry-rule.js';
import type { Clock } from '@crm/platform/clock.js';
import type { Stored } from '@crm/platform/resources/records.js';
import { resourceModel, type StoredOf } from '@crm/platform/resources/stored-record.js';

export type RetryRuleDoc = StoredOf<typeof retryRules.fields, RetriedOutcome>;

export const retryRuleModel = (connection: Connection): Model<RetryRuleDoc> =>
  resourceModel<typeof retryRules.fields, RetryRuleDoc>(connection, retryRules, {
    collection: 'retryrules',
    more: {},
    indexes: [],
  });

interface Kept {
  retryRules: Model<RetryRuleDoc>;
  clock: Clock;
}

export const storedRetryRules = ({
  retryRules: model,
  clock,
}: Kept): Stored<typeof retryRules.fields, RetryRuleDoc> => ({ resource: retryRules, model, clock });

const initially: Record<RetriedOutcome, Pick<RetryRuleDoc, 'outcome' | 'wait_minutes' | 'per_week'>> = {
  busy: { outcome: 'Busy', wait_minutes: 15, per_week: 6 },
  'no-answer': { outcome: 'No answer', wait_minutes: 240, per_week: 4 },
  machine: { outcome: 'Answering machine', wait_minutes: 1_440, per_week: 3 },
};

/** Gives every outcome that has no rule yet its own. */
export async function seedRetryRules({ retryRules: model }: Pick<Kept, 'retryRules'>): Promise<void> {
  await model.bulkWrite(
    retriedOutcome.options.map((_id) => ({
      updateOne: {
        filter: { _id },
        update: { $setOnInsert: { ...initially[_id], version: 1 } },
        upsert: true,
      },
    })),
  );
}
