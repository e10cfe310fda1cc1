import { Types } from 'mongoose';
import type { Actor } from '@crm/contracts/access.js';
import { typeIdOf, type TypeName } from '@crm/contracts/codes/lead-types.js';
import { sourceIdOf } from '@crm/contracts/codes/sources.js';
import { needsSealing } from '@crm/platform/encryption/sealed-fields.js';
import { evenDeleted, insertWithEvents } from '@crm/platform/outbox/outbox-fields.js';
import { retryOnConflict } from '@crm/platform/outbox/retry-on-conflict.js';
import type { LeadsContext } from '../context.js';
import { claimsOf, knownBy, takenClaims, withClaims, type IdentifyingField } from '../lead/claims.js';
import { insertUnlessKnown } from '../lead/insert-unless-known.js';
import { createdEvent } from '../lead/lead.events.js';
import { definedOf, importedFields } from '../lead/defined-fields.js';
import type { LeadDoc } from '../lead/lead.model.js';
import { leadView } from '../lead/lead.view.js';
import { newLead } from '../lead/new-lead.js';
import { sealedLeads } from '../sealing/sealed-collections.js';

/** What making leads of rows needs of the service. */
export type InsertingContext = Pick<LeadsContext, 'leadCollection' | 'dataKeys' | 'clock' | 'giveWay'>;

/** What a row of a file may fill by the names of its columns, validated: phones in E.164, dates as ISO text. */
export interface ImportedFields extends Readonly<Record<string, unknown>> {
  fullname: string;
  phone: string;
  email: string | null;
}

export interface ImportedLine {
  /** The line of the file: with the import's id it is the row's identity. */
  line: number;
  fields: ImportedFields;
}

/** A line and the lead that it is to become. */
interface IdentifiedLine extends ImportedLine {
  _id: Types.ObjectId;
}

export interface ImportInfo {
  importId: string;
  type: TypeName;
}

/** Leads of one insert: the store, and this process as it makes them, keep a page waiting no longer than these take. */
const insertedAtOnce = 20;
const keysMadeAtOnce = 5 * insertedAtOnce;
/**
 * Inserts under way at once: the store makes several durable by one write to its disk. Beside people's requests fewer, for
 * each would wait behind all of them.
 */
const insertsUnderWay = { alone: 6, besidePeople: 2 };
/**
 * How long an imported lead's event lets those of people's own changes go first: the longer the further behind in its file
 * it stands, so that those of a short file do not wait for all of a long one.
 */
const [shortestPatienceMs, patienceOfLineMs, longestPatienceMs] = [2 * 60_000, 5, 10 * 60_000];
const patienceOf = (line: number) =>
  Math.min(longestPatienceMs, shortestPatienceMs + line * patienceOfLineMs);

/** A row whose person became a lead by another way at the same moment. */
export interface DuplicateLine {
  line: number;
  by: IdentifyingField[];
}

/** The lines of an import that are leads already, whatever became of them since. */
export async function linesAlreadyIn(
  { leadCollection }: Pick<InsertingContext, 'leadCollection'>,
  importId: string,
  lines: readonly number[],
): Promise<ReadonlySet<number>> {
  if (lines.length === 0) return new Set();
  const keys = lines.map((line) => importKeyOf(importId, line));
  const known = await leadCollection
    .find(evenDeleted({ importKey: { $in: keys } }), { projection: { importKey: 1 } })
    .toArray();
  return new Set(known.map(({ importKey }) => Number(importKey?.slice(importId.length + 1))));
}

const importKeyOf = (importId: string, line: number) => `${importId}:${String(line)}`;

/** Makes the keys of leads in one write: behind it they are at hand, and no insert waits for its own. */
async function makeKeys({ dataKeys }: InsertingContext, lines: readonly IdentifiedLine[]): Promise<void> {
  const sealed = lines.filter(({ fields }) => needsSealing(sealedLeads, fields));
  await dataKeys.forWriting(sealed.map(({ _id }) => _id.toHexString()));
}

/** Inserts rows some at a time, and answers those that a unique key kept out: the row's own, or what its person claims. */
async function insertLines(
  ctx: InsertingContext,
  actor: Actor,
  lines: readonly ImportedLine[],
  info: ImportInfo,
): Promise<ImportedLine[]> {
  const now = ctx.clock.now();
  const identified = lines.map((line) => ({ ...line, _id: new Types.ObjectId() }));
  const keptOut = new Set<number>();
  const underWay: Promise<unknown>[] = [];
  let atMost = insertsUnderWay.besidePeople;
  let begunAt = performance.now();
  for (let start = 0; start < lines.length; start += insertedAtOnce) {
    if (start % keysMadeAtOnce === 0) await makeKeys(ctx, identified.slice(start, start + keysMadeAtOnce));
    while (underWay.length >= atMost) await underWay.shift();
    const documents = identified
      .slice(start, start + insertedAtOnce)
      .map((line) => importedLead(actor, info, line, now));
    const inserting = insertUnlessKnown(ctx.leadCollection, documents).then((positions) => {
      for (const position of positions) keptOut.add(start + position);
    });
    // Waited for above or below; meanwhile its failure is nobody's unhandled one.
    inserting.catch(() => undefined);
    underWay.push(inserting);
    const arePeopleThere = await ctx.giveWay(performance.now() - begunAt);
    atMost = arePeopleThere ? insertsUnderWay.besidePeople : insertsUnderWay.alone;
    begunAt = performance.now();
  }
  await Promise.all(underWay);
  return lines.filter((_, index) => keptOut.has(index));
}

/**
 * Makes raw leads of validated rows, each with its `lead.created` in the same document (how `import`: nobody is told of
 * each one and none is assigned by itself). A line that became a lead before stays as it is, whatever became of the lead.
 * Answers the rows of persons who became leads by another way at the same moment; throws where the store refuses a row
 * for another reason.
 */
export async function insertImportedLeads(
  ctx: InsertingContext,
  actor: Actor,
  lines: readonly ImportedLine[],
  info: ImportInfo,
): Promise<DuplicateLine[]> {
  const type_id = typeIdOf[info.type];
  const duplicates: DuplicateLine[] = [];
  let open = lines;
  await retryOnConflict(async () => {
    const keptOut = await insertLines(ctx, actor, open, info);
    const already = await linesAlreadyIn(
      ctx,
      info.importId,
      keptOut.map(({ line }) => line),
    );
    const others = keptOut.filter(({ line }) => !already.has(line));
    const taken = await takenClaims(
      ctx,
      others.flatMap(({ fields }) => claimsOf({ type_id, ...fields })),
    );
    const known = others.map(({ line, fields }) => ({ line, by: knownBy({ type_id, ...fields }, taken) }));
    duplicates.push(...known.filter(({ by }) => by.length > 0));
    // Whoever kept the rest out is gone again.
    const freed = new Set(known.filter(({ by }) => by.length === 0).map(({ line }) => line));
    open = others.filter(({ line }) => freed.has(line));
    return open.length === 0 || undefined;
  }, 'A person of this file');
  return duplicates;
}

function importedLead(
  actor: Actor,
  { importId, type }: ImportInfo,
  { _id, line, fields }: IdentifiedLine,
  now: Date,
): LeadDoc {
  const lead = newLead(
    typeIdOf[type],
    Object.assign(importedFields(definedOf[typeIdOf[type]].fields, fields), {
      _id,
      source_id: sourceIdOf('bulk'),
      empty: 1,
      changed_by: actor.fullname,
      importKey: importKeyOf(importId, line),
    } as const),
    now,
  );
  Object.assign(lead, withClaims(claimsOf(lead)));
  const view = leadView(lead, { agentEmail: null, now });
  const event = createdEvent({ actor, now, lead: view }, 'import');
  // As insertWithEvents makes it, but into the lead itself: a copy of so many fields costs as much as the rest.
  return Object.assign(lead, insertWithEvents({}, [event], new Date(now.getTime() + patienceOf(line))));
}
