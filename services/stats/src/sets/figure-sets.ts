import type { Connection, Model } from 'mongoose';
import { unavailable } from '@crm/platform/errors/app-error.js';
import type { FigureSet, MonthLines } from '../months/month-lines.model.js';
import { storedAtHand } from '@crm/platform/mongo/stored-at-hand.js';
import {
  collectionOf,
  figuresModel,
  monthsCollectionOf,
  setOf,
  type FigureRows,
} from '../leads/lead-figures.model.js';
import type { LeadFigures } from '../leads/lead-figures.rules.js';

/** The set of rows that is shown, and the one being built, if any. Before the first is complete they are the same. */
export interface SetState {
  shown: number;
  counted: number | null;
}

interface StoredState extends SetState {
  _id: 'leads';
  /** The row format of the newest set. */
  form?: number;
}

/** Increment when rows store something that older rows lack: they are rebuilt then. */
const rowForm = 2;

const theOne = { _id: 'leads' } as const;
type Found = StoredState | LeadFigures;
const isState = (found: Found): found is StoredState => found._id === theOne._id;
const isRow = (found: Found): found is LeadFigures => !isState(found);

export interface FigureSets {
  state(): Promise<SetState>;
  /** Names the indexes of a set. */
  model(set: number): Model<LeadFigures>;
  set: (set: number) => FigureSet;
  /** The set that queries read. Throws `unavailable` until the first set is complete. */
  shown(): Promise<FigureSet>;
  /** The sets that updates are written to: the one shown, and the one being built. */
  written(): Promise<FigureSet[]>;
  /** The same for updates of some leads, with the rows that a set has of them. */
  writtenWith(leads: readonly string[]): Promise<{ rows: FigureRows; known: LeadFigures[] }[]>;
  /** At start-up: begins a new set if the newest has an older row format. */
  renew(): Promise<void>;
  /** Begins a new set; false if one is already being built. */
  begin(): Promise<boolean>;
  /** Shows the set that has been built. */
  show(set: number): Promise<void>;
  /** Drops sets that are neither shown nor being built. */
  sweep(): Promise<void>;
}

const writtenIn = ({ shown, counted }: SetState): number[] => [...new Set([shown, counted ?? shown])];

/**
 * Rows are in sets, so that they can be rebuilt while the old ones are shown. Whoever writes reads the state from the store
 * every time: no instance may write to a set that another has retired, or miss a new one. Queries read a set for a while
 * after it was replaced, so for them it may be a second old.
 */
export function figureSets(connection: Connection): FigureSets {
  const states = connection.collection<StoredState>('sets');
  const stored = { db: connection, collection: states };
  const stateAtHand = storedAtHand((_stored: typeof stored) => state());
  /** The set that was written to last: its rows are asked for together with the state, which says whether it still is. */
  let writtenLast = 1;
  const setAt = (set: number): FigureSet => ({
    rows: connection.collection<LeadFigures>(collectionOf(set)),
    months: connection.collection<MonthLines>(monthsCollectionOf(set)),
  });

  async function state(): Promise<StoredState> {
    const known = await states.findOne(theOne);
    if (known !== null) return known;
    // First start: nothing is shown before the first set is complete.
    await states.updateOne(
      theOne,
      { $setOnInsert: { shown: 1, counted: 1, form: rowForm } },
      { upsert: true },
    );
    return state();
  }

  return {
    state,
    model: (set) => figuresModel(connection, set),
    set: setAt,
    shown: async () => {
      const { shown, counted } = await stateAtHand(stored);
      if (shown === counted) throw unavailable('The figures are being rebuilt, please try again in a moment');
      return setAt(shown);
    },
    written: async () => writtenIn(await state()).map(setAt),
    writtenWith: async (leads) => {
      const filter = { _id: { $in: [...leads] } };
      const rowsWith = { $unionWith: { coll: collectionOf(writtenLast), pipeline: [{ $match: filter }] } };
      const found = await states.aggregate<Found>([{ $match: theOne }, rowsWith]).toArray();
      const sets = writtenIn(found.find(isState) ?? (await state()));
      const [first = 1, ...others] = sets;
      if (others.length === 0 && first === writtenLast)
        return [{ rows: setAt(first).rows, known: found.filter(isRow) }];
      writtenLast = first;
      return Promise.all(
        sets.map(async (set) => {
          const { rows } = setAt(set);
          return { rows, known: await rows.find(filter).toArray() };
        }),
      );
    },
    renew: async () => {
      const { shown, counted, form } = await state();
      if (form === rowForm) return;
      const next = Math.max(shown, counted ?? 0) + 1;
      await states.updateOne(
        { ...theOne, shown, counted, form: form ?? { $exists: false } },
        // Nothing was shown yet, so there is nothing of the old format.
        { $set: { shown: counted === shown ? next : shown, counted: next, form: rowForm } },
      );
    },
    begin: async () => {
      const { shown } = await state();
      const { modifiedCount } = await states.updateOne(
        { ...theOne, shown, counted: null },
        { $set: { counted: shown + 1 } },
      );
      return modifiedCount === 1;
    },
    show: async (set) => {
      await states.updateOne({ ...theOne, counted: set }, { $set: { shown: set, counted: null } });
    },
    sweep: async () => {
      const { shown, counted } = await state();
      const { db } = connection;
      if (db === undefined) return;
      const collections = await db.listCollections({}, { nameOnly: true }).toArray();
      for (const { name } of collections) {
        const set = setOf(name);
        if (set !== undefined && set !== shown && set !== counted) await db.dropCollection(name);
      }
    },
  };
}
