import { Schema, type Connection, type Model } from 'mongoose';
import type { AccountFault as ShownFault } from '@crm/contracts/http/system.js';
import type { Clock } from '@crm/platform/clock.js';
import type { Logger } from '@crm/platform/log/logger.js';
import { codeOf } from './carrier-codes.rules.js';
import type { CarrierError } from './carrier-error.js';

/** An error of the carrier account, by its code: when it last occurred, and how often without a day's break. */
export interface AccountFaultDoc {
  _id: number;
  sentence: string;
  at: Date;
  times: number;
}

/** An error that has not occurred for this long is considered resolved. */
const shownMs = 24 * 3600 * 1000;

/** Errors of the carrier account that this service has seen. */
export function accountFaultModel(connection: Connection): Model<AccountFaultDoc> {
  const schema = new Schema<AccountFaultDoc>(
    { _id: Number, sentence: String, at: Date, times: Number },
    { collection: 'accountfaults', versionKey: false },
  );
  schema.index({ at: 1 }, { expireAfterSeconds: shownMs / 1000 });
  return connection.model<AccountFaultDoc>('accountfault', schema);
}

/** The recorded errors of the carrier account, shown to admins. */
export interface AccountFaults {
  /** Records the error of a request, if it is an account error. Never throws. */
  met(error: Pick<CarrierError, 'kind' | 'code' | 'message'>): Promise<void>;
  /** The same for an error code in a webhook. */
  published(code: number): Promise<void>;
  /** Those of the last day, newest first. */
  standing: () => Promise<ShownFault[]>;
}

/** Stores the carrier account's errors. */
export function createAccountFaults(
  model: Model<AccountFaultDoc>,
  { clock, log }: { clock: Clock; log: Logger },
): AccountFaults {
  const met: AccountFaults['met'] = async ({ kind, code, message: sentence }) => {
    if (kind !== 'account') return;
    log.error({ code, sentence }, 'ALARM: carrier account error');
    try {
      await model.updateOne(
        { _id: code },
        { $set: { sentence, at: clock.now() }, $inc: { times: 1 } },
        { upsert: true },
      );
    } catch (error) {
      log.warn({ err: error, code }, 'carrier account error could not be saved');
    }
  };
  return {
    met,
    published: async (code) => {
      const known = codeOf(code);
      if (known !== undefined) await met({ kind: known.kind, code, message: known.sentence });
    },
    standing: async () => {
      const since = new Date(clock.now().getTime() - shownMs);
      const faults = await model
        .find({ at: { $gt: since } })
        .sort({ at: -1 })
        .lean<AccountFaultDoc[]>();
      return faults.map(({ _id: code, sentence, at, times }) => ({
        code,
        sentence,
        at: at.toISOString(),
        times,
      }));
    },
  };
}
