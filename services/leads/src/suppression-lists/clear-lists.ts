import type { LeadsContext } from '../context.js';
import { splitByForce } from '../suppression/loaded-lists.js';
import type { SuppressionListDoc } from '../suppression/suppression.model.js';
import { changeList } from './change-list.js';
import { deleteFile } from './receive-list.js';

/** An upload that has not arrived after so long never will: its process is gone. */
const receivingMs = 60 * 60 * 1000;
/** Other processes ask for the numbers of a list until they know that another one took its place: a second, in earlier releases five. */
const graceMs = 20_000;

const over: readonly SuppressionListDoc['status'][] = ['replaced', 'removed', 'failed'];

/** Marks the lists whose place newer ones took. */
async function markReplaced(ctx: LeadsContext): Promise<void> {
  const loaded = await ctx.suppressionLists.find({ status: 'loaded' }).lean<SuppressionListDoc[]>();
  const at = ctx.clock.now();
  for (const list of splitByForce(loaded).replaced)
    await changeList(ctx, 'system', list, { status: 'replaced', removed_at: at, leftovers: 1 });
}

/** When what a list leaves may go; null while it is still needed. */
function dueAt({ status, removed_at, imported_at }: SuppressionListDoc): Date | null {
  if (status === 'loaded' || status === 'failed') return imported_at;
  if (status === 'receiving') return new Date(imported_at.getTime() + receivingMs);
  return over.includes(status) ? new Date((removed_at ?? imported_at).getTime() + graceMs) : null;
}

async function clear(ctx: LeadsContext, list: SuppressionListDoc): Promise<void> {
  const { _id, status } = list;
  await deleteFile(ctx, _id);
  if (over.includes(status)) await ctx.suppressedNumbers.deleteMany({ list: _id });
  if (status === 'receiving') await ctx.suppressionLists.deleteOne({ _id, status });
  else await ctx.suppressionLists.updateOne({ _id, status }, { $set: { leftovers: 0 } });
}

/** When something of a list is to be done: loaded, or cleared. */
export const listDueAt = (list: SuppressionListDoc): Date | null =>
  list.status === 'importing' ? (list.lease ?? list.imported_at) : dueAt(list);

/** Deletes the files of lists that are loaded, and the numbers of those whose place others took or that were removed. */
export async function clearLists(ctx: LeadsContext, lists: readonly SuppressionListDoc[]): Promise<void> {
  await markReplaced(ctx);
  const now = ctx.clock.now();
  for (const list of lists) {
    const at = dueAt(list);
    if (at !== null && at <= now) await clear(ctx, list);
  }
}
