/** Aggregation pipelines: a list of stages becomes one function from a flow of documents to another. */
import { StoreError } from '../values/errors.js';
import { countStage, groupStage, sortByCountStages } from './group.js';
import { lookupStage } from './lookup.js';
import {
  PAUSE,
  notSupported,
  type Flow,
  type Pipeline,
  type PipelineContext,
  type Stage,
  type StageScope,
} from './pipeline.js';
import { facetStage, limitOf, limitStage, matchStage, skipOf, skipStage, sortStage } from './stages-flow.js';
import { addFieldsStage, projectStage, replaceRootStage, unsetStage, unwindStage } from './stages-shape.js';
import { UNSUPPORTED_STAGES } from './unsupported.js';
import { isDoc, type Doc, type Value } from '../values/values.js';

export { PAUSE, type Flow, type Pipeline, type PipelineContext };

type CompileStage = (spec: Value, scope: StageScope, name: string) => Stage;

const STAGES = new Map<string, CompileStage>([
  ['$match', matchStage],
  ['$limit', limitStage],
  ['$skip', skipStage],
  ['$count', countStage],
  ['$project', projectStage],
  ['$addFields', addFieldsStage],
  ['$set', addFieldsStage],
  ['$unset', unsetStage],
  ['$unwind', unwindStage],
  ['$group', groupStage],
  ['$lookup', lookupStage],
  ['$replaceRoot', replaceRootStage],
  ['$replaceWith', replaceRootStage],
]);

interface Named {
  name: string;
  spec: Value;
}

function named(stage: Value): Named {
  if (!isDoc(stage))
    throw new StoreError('TypeMismatch', `Each element of the 'pipeline' array must be an object`);
  const [entry] = stage;
  if (entry === undefined || stage.size !== 1) {
    throw new StoreError(40323, 'A pipeline stage specification object must contain exactly one field.');
  }
  return { name: entry[0], spec: entry[1] };
}

/** How many documents of a sorted flow the stages after it can use. */
function limitAfterSort(rest: readonly Named[]): number {
  let skipped = 0;
  for (const { name, spec } of rest) {
    if (name === '$limit') return skipped + limitOf(spec);
    if (name !== '$skip') break;
    skipped += skipOf(spec);
  }
  return Infinity;
}

function compileStage({ name, spec }: Named, rest: readonly Named[], scope: StageScope): Stage {
  if (name === '$sort') return sortStage(spec, limitAfterSort(rest), scope);
  if (name === '$facet') {
    if (scope.inside === '$facet') {
      throw new StoreError(40600, '$facet is not allowed to be used within a $facet stage');
    }
    return facetStage(spec, scope);
  }
  const compile = STAGES.get(name);
  if (compile) return compile(spec, scope, name);
  if (UNSUPPORTED_STAGES.has(name)) throw notSupported(`the stage ${name}`);
  throw new StoreError(40324, `Unrecognized pipeline stage name: '${name}'`);
}

function compileStages(stages: Value[], scope: StageScope): Pipeline {
  const list = stages.map(named).flatMap((stage) => {
    return stage.name === '$sortByCount' ? sortByCountStages(stage.spec).map(named) : [stage];
  });
  const compiled = list.map((stage, i) => compileStage(stage, list.slice(i + 1), scope));
  return {
    fields: fieldsOf(compiled),
    run: (input) => compiled.reduce((flow, stage) => stage.run(flow), input),
  };
}

/** What is read up to the stage that lets nothing else through. */
function fieldsOf(stages: readonly Stage[]): string[] | undefined {
  const fields = new Set<string>();
  for (const { reads, closes } of stages) {
    if (reads.fields === undefined) return undefined;
    for (const field of reads.fields) fields.add(field);
    if (closes) return [...fields];
  }
  return undefined;
}

const scopeOf = (context: PipelineContext): StageScope => ({
  context,
  variables: new Map([['NOW', { value: context.now }]]),
  compileStages,
});

/**
 * Compiles the stages of an aggregation. Throws MongoDB's errors for malformed stages, code 40324 for one that does not
 * exist and NotImplemented for one that MongoDB has and this store has not.
 */
export function compilePipeline(stages: Value[], context: PipelineContext): Pipeline {
  return compileStages(stages, scopeOf(context));
}

const UPDATE_STAGES = new Set(['$set', '$addFields', '$unset', '$project', '$replaceRoot', '$replaceWith']);

/**
 * Compiles the pipeline of an update into a function from one document to the next. Throws InvalidOptions for stages
 * that make more or less than one document of each.
 */
export function compileUpdatePipeline(stages: Value[], context: PipelineContext): (doc: Doc) => Doc {
  for (const stage of stages) {
    const { name } = named(stage);
    if (UPDATE_STAGES.has(name)) continue;
    if (
      !STAGES.has(name) &&
      !UNSUPPORTED_STAGES.has(name) &&
      !['$sort', '$facet', '$sortByCount'].includes(name)
    ) {
      throw new StoreError(40324, `Unrecognized pipeline stage name: '${name}'`);
    }
    throw new StoreError('InvalidOptions', `${name} is not allowed to be used within an update`);
  }
  const pipeline = compilePipeline(stages, context);
  return (doc) => {
    for (const after of pipeline.run([doc])) if (after !== PAUSE) return after;
    return doc;
  };
}
