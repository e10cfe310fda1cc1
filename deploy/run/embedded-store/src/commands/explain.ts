/** explain: the query plan of a command and, depending on the verbosity, its execution statistics. */
import { StoreError } from '../values/errors.js';
import type { Query, Search } from '../query/find.js';
import { PAUSE } from '../turns.js';
import { explainPlan } from '../query/plan.js';
import { countValue, describe, type Doc, type Value } from '../values/values.js';
import { openAggregate } from './aggregate.js';
import {
  documentArgument,
  namespaceOf,
  requiredDocument,
  type Answer,
  type Command,
  type Engine,
  type Handler,
} from './command.js';
import { checkCommand, fields } from './fields.js';
import { readFindAndModify } from './find-and-modify.js';
import { openSearch, readQuery } from './parsing.js';
import { openFind, readCount, readDistinct } from './read.js';
import { readDeletes, readUpdates } from './statements.js';

interface Explained {
  /** The first is the plan that is shown; those that a pipeline adds to it are counted with it. */
  searches: readonly Search[];
  filter: Value | undefined;
  /** Executes the plan; returns the number of documents. */
  run: () => Promise<number>;
  close: () => void;
}

async function drain({ turns }: Command, documents: Iterable<unknown>): Promise<number> {
  let count = 0;
  for (const next of documents) {
    if (next === PAUSE) await turns.pause();
    else count++;
  }
  return count;
}

/** For all commands but find and aggregate: the search for the documents that they would count, read or change. */
async function searchOf(
  command: Command,
  { store }: Engine,
  query: Query,
  filter: Doc | undefined,
): Promise<Explained> {
  const opened = await openSearch(command, store, namespaceOf(command), query);
  if (!opened) {
    return { searches: [], filter, run: () => Promise.resolve(0), close: () => undefined };
  }
  const { search, state } = opened;
  return {
    searches: [search],
    filter,
    run: () => (query.counting ? command.turns.run(search.count(state)) : drain(command, search.hits(state))),
    close: () => state?.done(),
  };
}

/** The only statement of a write batch; MongoDB explains no larger ones. */
function only<T>(statements: T[]): T {
  const [statement] = statements;
  if (statement !== undefined && statements.length === 1) return statement;
  throw new StoreError('InvalidLength', 'explained write batches must be of size 1');
}

async function openExplained(command: Command, engine: Engine): Promise<Explained> {
  const { body } = command;
  switch (command.name) {
    case 'find':
    case 'aggregate': {
      const { source, searches } = await (command.name === 'find' ? openFind : openAggregate)(
        command,
        engine,
      );
      return {
        searches,
        filter: body.get('filter'),
        run: () => drain(command, source.documents),
        close: source.close,
      };
    }
    case 'count':
      return searchOf(command, engine, readCount(command), documentArgument(body, 'query', 'count'));
    case 'distinct':
      return searchOf(
        command,
        engine,
        readDistinct(command).query,
        documentArgument(body, 'query', 'distinct'),
      );
    case 'findAndModify': {
      const { query, filter } = readFindAndModify(command);
      return searchOf(command, engine, query, filter);
    }
    case 'update': {
      const { filter, sort, hint } = only(readUpdates(command));
      return searchOf(command, engine, readQuery(filter, { sort, hint }), filter);
    }
    case 'delete': {
      const { filter, hint } = only(readDeletes(command));
      return searchOf(command, engine, readQuery(filter, { hint }), filter);
    }
    default:
      throw new StoreError('CommandNotFound', `Explain failed due to unknown command: ${command.name}`);
  }
}

const explainFields = fields('explain verbosity');
const VERBOSITIES = ['queryPlanner', 'executionStats', 'allPlansExecution'];

export const explain: Handler = async (command, engine): Promise<Answer> => {
  checkCommand(command.body, 'explain', explainFields);
  const verbosity = command.body.get('verbosity') ?? 'allPlansExecution';
  if (typeof verbosity !== 'string' || !VERBOSITIES.includes(verbosity)) {
    throw new StoreError(
      'BadValue',
      `Enumeration value ${describe(verbosity)} for field 'explain.verbosity' is not a valid value.`,
    );
  }
  const inner = requiredDocument(command.body, 'explain', 'explain');
  const name = inner.keys().next().value ?? '';
  const started = performance.now();
  const explained = await openExplained({ ...command, body: inner, name }, engine);
  try {
    const { searches, filter } = explained;
    const [search] = searches;
    const examined = (what: keyof Search['examined']) =>
      countValue(searches.reduce((sum, each) => sum + each.examined[what], 0));
    const plan: Doc = search ? explainPlan(search.plan, filter) : new Map([['stage', 'EOF']]);
    const planner = {
      namespace: namespaceOf({ ...command, body: inner, name }),
      winningPlan: plan,
      rejectedPlans: [],
    };
    const answer: Answer = { explainVersion: '1', queryPlanner: planner, command: inner };
    if (verbosity === 'queryPlanner') return answer;
    const returned = await explained.run();
    return {
      ...answer,
      executionStats: {
        executionSuccess: true,
        nReturned: countValue(returned),
        executionTimeMillis: Math.round(performance.now() - started),
        totalKeysExamined: examined('keys'),
        totalDocsExamined: examined('documents'),
        executionStages: plan,
      },
    };
  } finally {
    explained.close();
  }
};
