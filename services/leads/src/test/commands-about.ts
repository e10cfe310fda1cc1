import type { LeadsServer } from './leads-server.js';

/** What mongoose tells of a call of a collection. */
interface Operation {
  method: string;
  collectionName: string;
  params: unknown;
}

/** What the relay writes to a document whose events are published. */
const clearsOutboxes = /"\$set":\{[^{}]*"outbox":\[\]|"\$pull":\{"outbox"/;
/** What the relay reads of documents with events: again, where some were written while it cleared them, and now and then. */
const readsOutboxes = /"outboxAt":\{"\$gt":/;
/** The next page of a migration, which goes through a collection by its ids. */
const migratesPage = /^\[\{"_id":\{"\$gt":/;

/**
 * The commands of the store that name one of these ids or addresses while something is done, in alphabetical order: what the
 * service does beside it is about others. Left out is what happens later and in batches, which a busy machine gets to while it
 * still works: entries of the audit log, copies of published events, taking these out of their outboxes or looking for more
 * of them, and migrations.
 */
export async function commandsAbout(
  { service }: Pick<LeadsServer, 'service'>,
  named: readonly string[],
  work: () => Promise<unknown>,
): Promise<string[]> {
  await service.outboxIdle();
  const commands: string[] = [];
  const { db } = service.ctx.leads;
  const note = ({ method, collectionName, params }: Operation) => {
    const text = JSON.stringify(params);
    const isLater =
      /^(?:audit|events$|migrations$)/.test(collectionName) ||
      [clearsOutboxes, readsOutboxes, migratesPage].some((each) => each.test(text));
    if (!isLater && named.some((each) => text.includes(each))) commands.push(`${method} ${collectionName}`);
  };
  db.on('operation-start', note);
  await work();
  db.off('operation-start', note);
  return commands.sort();
}
