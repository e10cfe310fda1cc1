/** explain: the way a command would go, and, where asked for, what going it takes. */
import { StoreError } from '../values/errors.js';
import { PAUSE, Search } from '../query/find.js';
import { explainPlan } from '../query/plan.js';
import { countValue, isDoc, type Doc, type Value } from '../values/values.js';
import { openAggregate } from './aggregate.js';
import {
  checkFields,
  documentArgument,
  listArgument,
  namespaceOf,
  pause,
  type Answer,
  type Command,
  type Engine,
  type Handler,
} from './command.js';
import { readQuery } from './parsing.js';
import { countAll, openFind } from './read.js';

interface Explained {
  search: Search | undefined;
  filter: Value | undefined;
  /** Goes the whole way; answers how many documents came out. */
  run: () => Promise<number>;
  close: () => void;
}

async function drain(command: Command, documents: Iterator<unknown>): Promise<number> {
  for (let count = 0; ;) {
    const next = documents.next();
    if (next.done === true) return count;
    if (next.value === PAUSE) await pause(command);
    else count++;
  }
}

/** For writes: the search for what they would change. */
function searchOf(
  command: Command,
  { store }: Engine,
  filter: Doc | undefined,
  limit: number,
  counting = false,
): Explained {
  const collection = store.collection(namespaceOf(command));
  const search = collection && new Search(store, collection, readQuery(filter, { limit, counting }));
  return {
    search,
    filter,
    run: () => (search ? drain(command, search.hits()) : Promise.resolve(0)),
    close: () => undefined,
  };
}

function openExplained(command: Command, engine: Engine): Explained {
  const { body } = command;
  switch (command.name) {
    case 'find':
    case 'aggregate': {
      const { source, search } = (command.name === 'find' ? openFind : openAggregate)(command, engine);
      return {
        search,
        filter: body.get('filter'),
        run: () => drain(command, source.documents),
        close: source.close,
      };
    }
    case 'count': {
      const opened = searchOf(command, engine, documentArgument(body, 'query', 'count'), 0, true);
      const { search } = opened;
      return {
        ...opened,
        run: () => (search ? countAll(command, engine.store, search) : Promise.resolve(0)),
      };
    }
    case 'distinct':
      return searchOf(command, engine, documentArgument(body, 'query', 'distinct'), 0);
    case 'findAndModify':
      return searchOf(command, engine, documentArgument(body, 'query', 'findAndModify'), 1);
    case 'update':
    case 'delete': {
      const [statement] = listArgument(body, `${command.name}s`, command.name);
      return searchOf(
        command,
        engine,
        isDoc(statement) ? documentArgument(statement, 'q', command.name) : undefined,
        0,
      );
    }
    default:
      throw new StoreError('CommandNotFound', `Explain failed due to unknown command: ${command.name}`);
  }
}

export const explain: Handler = async (command, engine): Promise<Answer> => {
  checkFields(command.body, 'explain', new Set(['explain', 'verbosity']));
  const inner = documentArgument(command.body, 'explain', 'explain') ?? new Map<string, Value>();
  const name = inner.keys().next().value ?? '';
  const started = performance.now();
  const explained = openExplained({ ...command, body: inner, name }, engine);
  try {
    const { search, filter } = explained;
    const plan: Doc = search ? explainPlan(search.plan, filter) : new Map([['stage', 'EOF']]);
    const planner = {
      namespace: namespaceOf({ ...command, body: inner, name }),
      winningPlan: plan,
      rejectedPlans: [],
    };
    const answer: Answer = { explainVersion: '1', queryPlanner: planner, command: inner };
    if (command.body.get('verbosity') === 'queryPlanner') return answer;
    const returned = await explained.run();
    return {
      ...answer,
      executionStats: {
        executionSuccess: true,
        nReturned: countValue(returned),
        executionTimeMillis: Math.round(performance.now() - started),
        totalKeysExamined: countValue(search?.examined.keys ?? 0),
        totalDocsExamined: countValue(search?.examined.documents ?? 0),
        executionStages: plan,
      },
    };
  } finally {
    explained.close();
  }
};
