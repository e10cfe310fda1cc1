/** aggregate: the leading stages are pushed down into an index search, the others run as a pipeline on its results. */
import { Picker, decodeDocument, encode } from '../values/bson.js';
import type { Source } from '../cursors.js';
import { StoreError } from '../values/errors.js';
import type { Search } from '../query/find.js';
import { PAUSE } from '../turns.js';
import { compilePipeline, type Flow } from '../aggregate/stages.js';
import { countValue, isDoc, isNumber, toNumber, type Found, type Value } from '../values/values.js';
import {
  collectionName,
  documentArgument,
  flagArgument,
  hintArgument,
  listArgument,
  numberArgument,
  type Answer,
  type Command,
  type Engine,
  type Handler,
} from './command.js';
import { checkCommand, checkFields, fields } from './fields.js';
import { openSearch, readQuery, type OpenSearch } from './parsing.js';

const known = fields(
  'aggregate pipeline cursor allowDiskUse hint bypassDocumentValidation',
  `collation let explain exchange fromMongos fromRouter needsMerge isMapReduceCommand isHybridSearch
   requestReshardingResumeToken requestResumeToken resumeAfter startAt querySettings`,
);
const cursorFields = fields('batchSize');

interface Start {
  match: Found;
  sort: Found;
  skip: number;
  limit: number;
  /** How many stages are pushed down into the search. */
  stages: number;
}

const integer = (value: Found): number | undefined => {
  const number = isNumber(value) ? toNumber(value) : NaN;
  return Number.isInteger(number) && number >= 0 ? number : undefined;
};

/** The leading stages that a search can execute: $match, $sort, $skip, $limit, once each and in this order. */
function startOf(pipeline: Value[]): Start {
  const start: Start = { match: undefined, sort: undefined, skip: 0, limit: 0, stages: 0 };
  const order = ['$match', '$sort', '$skip', '$limit'];
  let reached = -1;
  for (const stage of pipeline) {
    const [name, argument] =
      isDoc(stage) && stage.size === 1 ? ([...stage][0] as [string, Value]) : ['', null];
    const at = order.indexOf(name);
    if (at <= reached) break;
    if (name === '$match' && isDoc(argument)) start.match = argument;
    else if (name === '$sort' && isDoc(argument) && argument.size > 0) start.sort = argument;
    else {
      const number = integer(argument);
      if (number === undefined || (name === '$limit' && number === 0)) break;
      if (name === '$skip') start.skip = number;
      else start.limit = number;
    }
    reached = at;
    start.stages++;
  }
  return start;
}

function* documents({ search, state }: OpenSearch, fields: string[] | undefined): Flow {
  const picker = fields && new Picker(fields);
  for (const hit of search.hits(state)) {
    if (hit === PAUSE) yield hit;
    else yield picker ? picker.decode(hit.raw) : decodeDocument(hit.raw);
  }
}

/** The count field and constant _id of a final `$group` that only counts, as sent by the driver's `countDocuments`. */
function countedAs(stages: Value[]): { id: Value; name: string } | undefined {
  const [stage, ...others] = stages;
  const group = isDoc(stage) && stage.size === 1 && others.length === 0 ? stage.get('$group') : undefined;
  if (!isDoc(group) || group.size !== 2) return undefined;
  const id = group.get('_id');
  const [name, sum] = [...group][1] as [string, Value];
  const counts = isDoc(sum) && sum.size === 1 && sum.get('$sum') === 1;
  return (id === null || isNumber(id)) && counts ? { id, name } : undefined;
}

function* counting(opened: OpenSearch | undefined, { id, name }: { id: Value; name: string }): Flow {
  const count = opened ? yield* opened.search.count(opened.state) : 0;
  if (count === 0) return;
  yield new Map<string, Value>([
    ['_id', id],
    [name, countValue(count)],
  ]);
}

/** The documents of a pipeline, the searches that find them, and what ends their snapshots. */
interface OpenPipeline {
  flow: Flow;
  searches: Search[];
  close: () => void;
}

/** A stage that appends the documents of another collection; its pipeline has a search of its own. */
interface Union {
  collection: string;
  pipeline: Value[];
}

const unionFields = fields('coll pipeline');

function unionOf(stage: Value | undefined): Union | undefined {
  if (!isDoc(stage) || stage.size !== 1 || !stage.has('$unionWith')) return undefined;
  const spec = stage.get('$unionWith');
  if (typeof spec === 'string') return { collection: spec, pipeline: [] };
  if (!isDoc(spec)) {
    throw new StoreError('FailedToParse', 'the $unionWith stage specification must be an object or string');
  }
  checkFields(spec, '$unionWith', unionFields);
  const collection = spec.get('coll');
  if (typeof collection !== 'string') {
    throw new StoreError('FailedToParse', "the $unionWith stage needs the field 'coll', a string");
  }
  return { collection, pipeline: spec.has('pipeline') ? listArgument(spec, 'pipeline', '$unionWith') : [] };
}

function* inOrder(flows: readonly Flow[]): Flow {
  for (const flow of flows) yield* flow;
}

/** Opens what comes before the first `$unionWith`: a search with the stages behind it. */
async function openOwn(
  command: Command,
  { store }: Engine,
  { namespace, pipeline, hint }: { namespace: string; pipeline: Value[]; hint: Found },
): Promise<OpenPipeline> {
  const start = startOf(pipeline);
  const compiled = compilePipeline(pipeline.slice(start.stages), command.turns);
  const counted = countedAs(pipeline.slice(start.stages));
  const query = readQuery(start.match, {
    sort: start.sort,
    skip: start.skip,
    limit: start.limit,
    counting: counted !== undefined,
    hint,
  });
  const opened = await openSearch(command, store, namespace, query);
  return {
    flow: counted
      ? counting(opened, counted)
      : compiled.run(opened ? documents(opened, compiled.fields) : []),
    searches: opened ? [opened.search] : [],
    close: () => opened?.state?.done(),
  };
}

/** Opens a whole pipeline, with a snapshot for each of its collections. */
async function openPipeline(
  command: Command,
  engine: Engine,
  { namespace, pipeline, hint }: { namespace: string; pipeline: Value[]; hint: Found },
): Promise<OpenPipeline> {
  const upTo = (stages: Value[]) => {
    const at = stages.findIndex((stage) => unionOf(stage) !== undefined);
    return at === -1 ? stages.length : at;
  };
  const first = upTo(pipeline);
  const opened = [await openOwn(command, engine, { namespace, pipeline: pipeline.slice(0, first), hint })];
  const close = () => {
    for (const each of opened) each.close();
  };
  let flow = opened[0]?.flow ?? [];
  try {
    for (let rest = pipeline.slice(first); rest.length > 0;) {
      const union = unionOf(rest[0]);
      const end = 1 + upTo(rest.slice(1));
      const between = compilePipeline(rest.slice(1, end), command.turns);
      rest = rest.slice(end);
      if (union === undefined) break;
      const other = await openPipeline(command, engine, {
        namespace: `${command.database}.${union.collection}`,
        pipeline: union.pipeline,
        hint: undefined,
      });
      opened.push(other);
      flow = between.run(inOrder([flow, other.flow]));
    }
  } catch (error) {
    close();
    throw error;
  }
  return { flow, searches: opened.flatMap(({ searches }) => searches), close };
}

export async function openAggregate(
  command: Command,
  engine: Engine,
): Promise<{ source: Source; searches: Search[] }> {
  const { body, database } = command;
  checkCommand(body, 'aggregate', known);
  for (const flag of ['allowDiskUse', 'bypassDocumentValidation']) flagArgument(body, flag, 'aggregate');
  if (isNumber(body.get('aggregate'))) {
    throw new StoreError('NotImplemented', 'an aggregate of a whole database is not supported by this store');
  }
  const namespace = `${database}.${collectionName(command)}`;
  const pipeline = listArgument(body, 'pipeline', 'aggregate');
  const options = documentArgument(body, 'cursor', 'aggregate');
  if (options) checkFields(options, 'aggregate.cursor', cursorFields);
  else {
    throw new StoreError(
      'FailedToParse',
      "The 'cursor' option is required, except for aggregate with the explain argument",
    );
  }
  const batchSize = options && numberArgument(options, 'batchSize', 'cursor');
  const { flow, searches, close } = await openPipeline(command, engine, {
    ...{ namespace, pipeline },
    hint: hintArgument(body),
  });
  const output = (function* () {
    for (const doc of flow) yield doc === PAUSE ? doc : encode(doc);
  })();
  return { source: { namespace, documents: output, close, batchSize }, searches };
}

export const aggregate: Handler = async (command, engine): Promise<Answer> => {
  const { source } = await openAggregate(command, engine);
  const { id, batch } = await engine.cursors.start(source, command.turns, true);
  return { cursor: { firstBatch: batch, id, ns: source.namespace } };
};
