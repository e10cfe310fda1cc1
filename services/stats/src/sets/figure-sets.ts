import type { Connection, Model } from 'mongoose';
import { unavailable } from '@crm/platform/errors/app-error.js';
import type { FigureSet, MonthLines } from '../months/month-lines.model.js';
import { figuresModel, collectionOf, monthsCollectionOf, setOf } from '../leads/lead-figures.model.js';
import type { LeadFigures } from '../leads/lead-figures.rules.js';

/** Which set of rows is shown, and which is being counted anew, if any. Before the first is counted they are the same. */
export interface SetState {
  shown: number;
  counted: number | null;
}

interface StoredState extends SetState {
  _id: 'leads';
  /** The form of rows that the newest set was begun with. */
  form?: number;
}

/** Raise it when rows keep something that older rows lack: they are counted anew then. */
const rowForm = 2;

const theOne = { _id: 'leads' } as const;

export interface FigureSets {
  state(): Promise<SetState>;
  /** Names the indexes of a set. */
  model(set: number): Model<LeadFigures>;
  set: (set: number) => FigureSet;
  /** What questions are answered from. Throws `unavailable` before anything was counted to its end. */
  shown(): Promise<FigureSet>;
  /** What news is written to: the set that is shown, and the one that is being counted. */
  written(): Promise<FigureSet[]>;
  /** Begins a new set where the newest has rows of an older form; for the start of the service. */
  renew(): Promise<void>;
  /** Begins a new set; false where one is being counted already. */
  begin(): Promise<boolean>;
  /** Shows the set that was counted from now on. */
  show(set: number): Promise<void>;
  /** Drops sets that are neither shown nor counted. */
  sweep(): Promise<void>;
}

/**
 * The rows stand in sets, so that they can be counted anew while the old ones are shown. The state is asked of the store
 * each time: of several instances none may write to a set that another one has just taken out of use, or miss a new one.
 */
export function figureSets(connection: Connection): FigureSets {
  const states = connection.collection<StoredState>('sets');
  const setAt = (set: number): FigureSet => ({
    rows: connection.collection<LeadFigures>(collectionOf(set)),
    months: connection.collection<MonthLines>(monthsCollectionOf(set)),
  });

  async function state(): Promise<StoredState> {
    const known = await states.findOne(theOne);
    if (known !== null) return known;
    // The first start: the first set is counted before anything is shown.
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
      const { shown, counted } = await state();
      if (shown === counted) throw unavailable('The figures are being rebuilt, please try again in a moment');
      return setAt(shown);
    },
    written: async () => {
      const { shown, counted } = await state();
      return [...new Set([shown, counted ?? shown])].map(setAt);
    },
    renew: async () => {
      const { shown, counted, form } = await state();
      if (form === rowForm) return;
      const next = Math.max(shown, counted ?? 0) + 1;
      await states.updateOne(
        { ...theOne, shown, counted, form: form ?? { $exists: false } },
        // Where nothing was shown yet, nothing of the old form is.
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
