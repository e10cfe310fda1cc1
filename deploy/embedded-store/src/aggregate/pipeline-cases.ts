/** How the tests of stages run pipelines over documents written as JavaScript. */
import { encode } from '../values/bson.js';
import { StoreError } from '../values/errors.js';
import { doc, shown, value } from './expression-cases.js';
import { compileExpression } from './expressions.js';
import { compile, parseFilter } from '../query/match.js';
import { PAUSE, compilePipeline, type Flow, type PipelineContext } from './stages.js';
import { describe as written, type Value } from '../values/values.js';

export type Plain = Parameters<typeof value>[0];

export const NOW = new Date('2024-05-06T07:08:09Z');

/** Other collections, and what they were asked. */
export function contextOf(collections: Record<string, Plain[]> = {}): PipelineContext & { asked: string[] } {
  const asked: string[] = [];
  return {
    asked,
    now: NOW,
    *find(name, filter): Flow {
      asked.push(`${name} ${written(filter)}`);
      const matches = compile(parseFilter(filter, (expression) => compileExpression(expression)));
      yield PAUSE;
      for (const plain of collections[name] ?? []) if (matches(encode(doc(plain)), 0)) yield doc(plain);
    },
  };
}

export const listOf = (plain: Plain[]): Value[] => plain.map((stage) => value(stage));

export function run(stages: Plain[], input: Plain[], context: PipelineContext = contextOf()): string[] {
  const out: string[] = [];
  for (const found of compilePipeline(listOf(stages), context).run(input.map(doc))) {
    if (found !== PAUSE) out.push(shown(found));
  }
  return out;
}

export const gives = (stages: Plain[], input: Plain[], expected: Plain[]) =>
  expect(run(stages, input)).toEqual(expected.map((plain) => shown(value(plain))));

export function codeOf(stages: Plain[], input: Plain[] = [{}]): number {
  try {
    run(stages, input);
  } catch (error) {
    if (error instanceof StoreError) return error.code;
    throw error;
  }
  throw new Error('nothing was refused');
}

export const fieldsOf = (stages: Plain[]) => compilePipeline(listOf(stages), contextOf()).fields;
