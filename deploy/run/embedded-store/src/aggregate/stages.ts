/** Aggregation pipelines: a list of stages is compiled to one function from a stream of documents to another. */
import { StoreError } from '../values/errors.js';
import { PAUSE, type Turns } from '../turns.js';
import { countStage, groupStage } from './group.js';
import type { Flow, Pipeline, Stage } from './pipeline.js';
import { limitOf, limitStage, matchStage, skipOf, skipStage, sortStage } from './stages-flow.js';
import { projectStage, unwindStage } from './stages-shape.js';
import { isDoc, type Value } from '../values/values.js';

export { PAUSE, type Flow, type Pipeline };

type CompileStage = (spec: Value, turns: Turns | undefined) => Stage;

const STAGES = new Map<string, CompileStage>([
  ['$match', matchStage],
  ['$limit', limitStage],
  ['$skip', skipStage],
  ['$count', countStage],
  ['$project', projectStage],
  ['$unwind', unwindStage],
  ['$group', groupStage],
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

/** How many sorted documents the stages after a `$sort` need, so that it can sort only the top ones. */
function limitAfterSort(rest: readonly Named[]): number {
  let skipped = 0;
  for (const { name, spec } of rest) {
    if (name === '$limit') return skipped + limitOf(spec);
    if (name !== '$skip') break;
    skipped += skipOf(spec);
  }
  return Infinity;
}

function compileStage({ name, spec }: Named, rest: readonly Named[], turns: Turns | undefined): Stage {
  if (name === '$sort') return sortStage(spec, limitAfterSort(rest), turns);
  const compile = STAGES.get(name);
  if (compile) return compile(spec, turns);
  throw new StoreError(40324, `Unrecognized pipeline stage name: '${name}'`);
}

/**
 * Compiles the stages of an aggregation. Throws MongoDB's errors for malformed stages, code 40324 for an unknown one.
 * Without `turns` it runs synchronously.
 */
export function compilePipeline(stages: Value[], turns?: Turns): Pipeline {
  const list = stages.map(named);
  const compiled = list.map((stage, i) => compileStage(stage, list.slice(i + 1), turns));
  return {
    fields: fieldsOf(compiled),
    run: (input) => compiled.reduce((flow, stage) => stage.run(flow), input),
  };
}

/** The input fields that are read up to the first stage that passes no other fields on. */
function fieldsOf(stages: readonly Stage[]): string[] | undefined {
  const fields = new Set<string>();
  for (const { reads, closes } of stages) {
    if (reads.fields === undefined) return undefined;
    for (const field of reads.fields) fields.add(field);
    if (closes) return [...fields];
  }
  return undefined;
}
