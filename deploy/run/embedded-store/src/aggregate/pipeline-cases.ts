/** Test helpers: running pipelines over documents written as JavaScript literals. */
import { StoreError } from '../values/errors.js';
import { doc, shown, value } from './expression-cases.js';
import { PAUSE, compilePipeline } from './stages.js';
import type { Value } from '../values/values.js';

export type Plain = Parameters<typeof value>[0];

export const listOf = (plain: Plain[]): Value[] => plain.map((stage) => value(stage));

export function run(stages: Plain[], input: Plain[]): string[] {
  const out: string[] = [];
  for (const found of compilePipeline(listOf(stages)).run(input.map(doc))) {
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

export const fieldsOf = (stages: Plain[]) => compilePipeline(listOf(stages)).fields;
