import type { Types } from 'mongoose';
import { fetchAnew } from '@crm/domain/media/fetch-next.js';
import { withEvents } from '@crm/platform/outbox/outbox-fields.js';
import { retryOnConflict } from '@crm/platform/outbox/retry-on-conflict.js';
import type { MessagingContext } from '../context.js';
import type { TextDoc } from '../text/text.model.js';
import { statusChangedEvent } from '../text/text.events.js';
import type { TextFileDoc } from '../text/text-file.schema.js';

type Change = (files: readonly TextFileDoc[]) => readonly TextFileDoc[] | undefined;

/** The event that browsers learn of a changed file by; of a text that nobody was told of there is none. */
const changedEvent = (text: TextDoc, now: Date) => (text.published ? [statusChangedEvent(text, now)] : []);

/**
 * Changes the files of a text, in one write with what is told of it. While any of them is to be fetched the text has its
 * job, from the start where it is to be `anew`. Undefined where the text is gone or `change` answers that there is nothing to do.
 */
export async function changeFiles(
  ctx: MessagingContext,
  id: Types.ObjectId,
  change: Change,
  job: 'as it is' | 'anew' = 'as it is',
): Promise<TextDoc | undefined> {
  const changed = await retryOnConflict(async () => {
    const before = await ctx.texts.findById(id).lean<TextDoc>();
    const files = before === null ? undefined : change(before.files ?? []);
    if (before === null || files === undefined) return 'nothing';
    const now = ctx.clock.now();
    const isFetching = files.some(({ state }) => state === 'fetching');
    // A job that stands may have been leased since it was read.
    const isNew = isFetching && (job === 'anew' || before.fetch === undefined);
    const after: TextDoc = { ...before, files: [...files], version: before.version + 1 };
    const { matchedCount } = await ctx.texts.updateOne(
      // A job that is begun anew must be as it was read: it raises no version as its attempt begins.
      { _id: id, version: before.version, ...(isNew && { 'fetch.at': before.fetch?.at ?? null }) },
      withEvents(
        {
          $set: { files, ...(isNew && { fetch: fetchAnew(before.fetch, now) }) },
          ...(!isFetching && { $unset: { fetch: 1 } }),
        },
        changedEvent(after, now),
        now,
      ),
    );
    return matchedCount === 0 ? undefined : after;
  }, 'This message');
  return changed === 'nothing' ? undefined : changed;
}
