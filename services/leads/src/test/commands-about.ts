import type { LeadsServer } from './leads-server.js';

/** What mongoose tells of a call of a collection. */
interface Operation {
  method: string;
  collectionName: string;
  params: unknown;
}

/**
 * The commands of the store that name one of these ids or addresses while something is done, in alphabetical order: what the
 * service does beside it is about others. Entries of the audit log and copies of published events are left out, which are
 * written in batches later; what happened before has been told of.
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
    if (!/^(?:audit|events$)/.test(collectionName) && named.some((each) => text.includes(each)))
      commands.push(`${method} ${collectionName}`);
  };
  db.on('operation-start', note);
  await work();
  db.off('operation-start', note);
  return commands.sort();
}
