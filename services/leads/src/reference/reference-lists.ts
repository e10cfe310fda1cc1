import { isDeepStrictEqual } from 'node:util';
import type { Actor } from '@crm/contracts/access.js';
import type { AnswerOf } from '@crm/contracts/endpoint/endpoint.js';
import type { listReferenceChanges as changesEndpoint } from '@crm/contracts/http/reference.js';
import { builtInLists } from '@crm/contracts/reference/built-in-lists.js';
import {
  referenceList,
  referenceListName,
  type ReferenceEntry,
  type ReferenceList,
  type ReferenceListInput,
  type ReferenceListName,
} from '@crm/contracts/reference/reference-list.js';
import { nativeCollection } from '@crm/platform/mongo/native-collection.js';
import { changedCodes, referenceListErrors } from '@crm/contracts/reference/reference-list.rules.js';
import { conflict, invalid } from '@crm/platform/errors/app-error.js';
import type { LeadsContext } from '../context.js';
import { sanitiseScript } from '../scripts/sanitise-script.js';
import { insertNew } from '@crm/platform/mongo/store-errors.js';
import type { ReferenceListDoc } from './reference.model.js';

type Lists = Pick<LeadsContext, 'referenceLists' | 'carrierNames' | 'carriersWork' | 'clock'>;

/** How many changes a list remembers. */
const longestHistory = 1000;

/** Gives the lists that a store has not got yet their built-in entries, so that everything else only ever changes them. */
export async function prepareReferenceLists({
  referenceLists,
}: Pick<Lists, 'referenceLists'>): Promise<void> {
  const first = { version: 1, changed_by: null, changed_at: null, history: [] };
  // Another instance that starts at the same time may have made some a moment ago: these are left out.
  await insertNew<ReferenceListDoc>(
    nativeCollection<ReferenceListDoc>(referenceLists),
    referenceListName.options.map((list) => ({ ...first, _id: list, entries: [...builtInLists[list]] })),
  );
}

async function read({ referenceLists }: Pick<Lists, 'referenceLists'>, list: ReferenceListName) {
  const stored = await referenceLists
    .findById(list)
    .select({ history: 0 })
    .lean<Omit<ReferenceListDoc, 'history'> | null>();
  if (stored === null) throw new Error(`The list ${list} is missing; restart the service to recreate it`);
  return stored;
}

function listView(stored: Omit<ReferenceListDoc, 'history'>): ReferenceList {
  return referenceList.parse({
    list: stored._id,
    version: stored.version,
    changed_by: stored.changed_by,
    changed_at: stored.changed_at?.toISOString() ?? null,
    entries: stored.entries,
  });
}

/** A list with all its entries, those no longer offered too. */
export async function getReferenceList(ctx: Lists, list: ReferenceListName): Promise<ReferenceList> {
  return listView(await read(ctx, list));
}

/** What a list offers, in its order: for whoever is not signed in and may not ask for the list itself. */
export async function offeredChoices(
  ctx: Pick<Lists, 'referenceLists'>,
  list: ReferenceListName,
): Promise<Pick<ReferenceEntry, 'code' | 'text'>[]> {
  const { entries } = await read(ctx, list);
  return entries.filter(({ active }) => active).map(({ code, text }) => ({ code, text }));
}

/** The entries as they are stored: instructions of portals hold nothing but what is safe to show. */
function cleaned({ list, entries }: ReferenceListInput): ReferenceListDoc['entries'] {
  if (list !== 'portals') return entries;
  return entries.map((entry) => ({ ...entry, instructions: sanitiseScript(entry.instructions) ?? '' }));
}

/**
 * Replaces a list from the version named; the same entries again change nothing. Throws `invalid` with every wrong entry,
 * and `conflict` where somebody else saved first. Renamed carriers are marked, for their leads to follow.
 */
export async function changeReferenceList(
  ctx: Lists,
  actor: Actor,
  input: ReferenceListInput,
): Promise<ReferenceList> {
  const stored = await read(ctx, input.list);
  const entries = cleaned(input);
  const errors = referenceListErrors(stored.entries, entries);
  if (Object.keys(errors).length > 0) throw invalid(errors);
  if (isDeepStrictEqual(listView({ ...stored, entries }).entries, listView(stored).entries)) {
    return listView(stored);
  }
  const now = ctx.clock.now();
  const change = {
    version: input.version + 1,
    at: now,
    actor_id: actor.id,
    actor_name: actor.fullname,
    codes: changedCodes(stored.entries, entries),
  };
  const set = { version: change.version, entries, changed_by: actor.fullname, changed_at: now };
  const { matchedCount } = await ctx.referenceLists.updateOne(
    { _id: input.list, version: input.version },
    {
      $set: set,
      $push: { history: { $each: [change], $slice: -longestHistory } },
      ...(input.list === 'carriers'
        ? { $addToSet: { renamed: { $each: formerNames(stored, entries) } } }
        : {}),
    },
  );
  if (matchedCount === 0) throw await lateSave(ctx, input);
  if (input.list === 'carriers') {
    await ctx.carrierNames.refresh();
    ctx.carriersWork.wake();
  }
  return listView({ ...stored, ...set });
}

/** The names that carriers had and have no longer. */
function formerNames(stored: Pick<ReferenceListDoc, 'entries'>, next: ReferenceListDoc['entries']): string[] {
  const names = new Map(next.map(({ code, text }) => [code, text]));
  return stored.entries.filter(({ code, text }) => names.get(code) !== text).map(({ text }) => text);
}

async function lateSave(ctx: Lists, { list, entries }: ReferenceListInput) {
  const { version, changed_by, entries: theirs } = await read(ctx, list);
  return conflict({ version, changed_by, fields: [{ field: 'entries', yours: entries, theirs }] });
}

/** Who changed a list when, and which entries: the newest first. */
export async function listReferenceChanges(
  { referenceLists }: Pick<Lists, 'referenceLists'>,
  list: ReferenceListName,
): Promise<AnswerOf<typeof changesEndpoint>> {
  const stored = await referenceLists
    .findById(list)
    .select({ history: 1 })
    .lean<Pick<ReferenceListDoc, 'history'> | null>();
  const changes = (stored?.history ?? []).map(({ at, ...change }) => ({ ...change, at: at.toISOString() }));
  return { changes: changes.reverse() };
}
