/** Aggregation expressions: compiled once, evaluated for each document. */
import { StoreError } from '../values/errors.js';
import { ARITHMETIC } from './expressions-arithmetic.js';
import { ARRAYS } from './expressions-arrays.js';
import { CONVERT } from './expressions-convert.js';
import { DATE_MATH } from './expressions-date-math.js';
import { DATES } from './expressions-dates.js';
import { LOGIC } from './expressions-logic.js';
import { LOOPS } from './expressions-loops.js';
import { REGEX } from './expressions-regex.js';
import { SETS } from './expressions-sets.js';
import { TEXT } from './expressions-text.js';
import { UNSUPPORTED_EXPRESSIONS } from './unsupported.js';
import { isArray } from './operators.js';
import type { Cell, Evaluate, Operator, Operators, Scope } from './operators.js';
import { describe, isDoc, type Doc, type Found, type Value } from '../values/values.js';

const CHAPTERS: Operators[] = [
  LOGIC,
  ARITHMETIC,
  TEXT,
  REGEX,
  ARRAYS,
  LOOPS,
  SETS,
  DATES,
  DATE_MATH,
  CONVERT,
];
const OPERATORS = new Map<string, Operator>(CHAPTERS.flatMap((chapter) => Object.entries(chapter)));

/** The variables that a caller defines, by name without `$$`; their values are read when an expression is evaluated. */
export type Variables = ReadonlyMap<string, Cell>;

/** Notes which top-level fields of the document are read. */
export interface Reads {
  /** Undefined: all of the document. */
  fields: Set<string> | undefined;
}

const NO_VARIABLES: Variables = new Map();

/**
 * Compiles an aggregation expression once; the function answers `undefined` for missing. Throws MongoDB's errors, such
 * as InvalidPipelineOperator for an operator that does not exist and NotImplemented for one that this store has not.
 */
export function compileExpression(
  expression: Value,
  variables: Variables = NO_VARIABLES,
  reads?: Reads,
): Evaluate {
  let now = variables.get('NOW');
  if (now === undefined) {
    now = { value: new Date() };
    variables = new Map([...variables, ['NOW', now]]);
  }
  const loops: Loops = { left: MOST_ELEMENTS, isCounted: false };
  const evaluate = new ExpressionScope(variables, reads ?? { fields: new Set() }, loops).compile(expression);
  if (!loops.isCounted) return evaluate;
  return (doc) => {
    loops.left = MOST_ELEMENTS;
    return evaluate(doc);
  };
}

/** An expression is done with one document in one turn, so there is an end to the elements that its loops go through. */
const MOST_ELEMENTS = 1_000_000;

interface Loops {
  left: number;
  isCounted: boolean;
}

class ExpressionScope implements Scope {
  constructor(
    private readonly cells: ReadonlyMap<string, Cell>,
    private readonly reads: Reads,
    private readonly loops: Loops,
  ) {}

  bind(cells: ReadonlyMap<string, Cell>): Scope {
    return new ExpressionScope(new Map([...this.cells, ...cells]), this.reads, this.loops);
  }

  counter(): (elements: number) => void {
    const { loops } = this;
    loops.isCounted = true;
    return (elements) => {
      loops.left -= elements;
      if (loops.left >= 0) return;
      throw new StoreError(
        'OperationFailed',
        `an expression whose loops go through more than ${String(MOST_ELEMENTS)} elements for one document is not supported by this store`,
      );
    };
  }

  compile(expression: Value): Evaluate {
    if (typeof expression === 'string' && expression.startsWith('$')) return this.reference(expression);
    if (isArray(expression)) {
      const elements = expression.map((element) => this.compile(element));
      return (doc) => elements.map((element) => element(doc) ?? null);
    }
    if (!isDoc(expression)) return () => expression;
    const first = expression.keys().next().value;
    if (first === undefined || !first.startsWith('$')) return this.object(expression);
    if (expression.size > 1) {
      const found = describe(expression);
      throw new StoreError(
        15983,
        `an object representing an expression must have exactly one field: ${found}`,
      );
    }
    return this.operator(first, expression.get(first) ?? null);
  }

  private operator(name: string, argument: Value): Evaluate {
    const operator = OPERATORS.get(name);
    if (operator) return operator(argument, this, name);
    if (UNSUPPORTED_EXPRESSIONS.has(name)) {
      throw new StoreError('NotImplemented', `${name} is not supported by the embedded store`);
    }
    throw new StoreError('InvalidPipelineOperator', `Unrecognized expression '${name}'`);
  }

  private object(expression: Doc): Evaluate {
    const fields = [...expression].map(([name, value]) => {
      if (name.includes('.')) {
        throw new StoreError(
          16412,
          `FieldPath field names may not contain '.'. Consider using $getField or $setField.`,
        );
      }
      return [checkName(name), this.compile(value)] as const;
    });
    return (doc) => {
      const result: Doc = new Map();
      for (const [name, evaluate] of fields) {
        const value = evaluate(doc);
        if (value !== undefined) result.set(name, value);
      }
      return result;
    };
  }

  /** `$path` or `$$variable.path`. */
  private reference(text: string): Evaluate {
    if (text === '$') throw new StoreError(16872, `'$' by itself is not a valid FieldPath`);
    if (!text.startsWith('$$')) return this.current(fieldPath(text.slice(1)));
    const [name, ...parts] = fieldPath(text.slice(2));
    switch (name) {
      case 'ROOT':
        return this.root(parts);
      case 'CURRENT':
        return this.current(parts);
      case 'REMOVE':
        return () => undefined;
      default:
    }
    const cell = this.cells.get(name as string);
    if (cell === undefined) throw new StoreError(17276, `Use of undefined variable: ${String(name)}`);
    if (parts.length === 0) return () => cell.value;
    return () => valueAt(cell.value, parts, 0);
  }

  private current(parts: readonly string[]): Evaluate {
    const cell = this.cells.get('CURRENT');
    return cell ? () => valueAt(cell.value, parts, 0) : this.root(parts);
  }

  private root(parts: readonly string[]): Evaluate {
    const [first] = parts;
    if (first === undefined) {
      this.reads.fields = undefined;
      return (doc) => doc;
    }
    this.reads.fields?.add(first);
    if (parts.length === 1) return (doc) => doc.get(first);
    return (doc) => valueAt(doc.get(first), parts, 1);
  }
}

/** The value at a path; below an array it is the array of the values of its documents. */
export function valueAt(value: Found, parts: readonly string[], at: number): Found {
  for (; at < parts.length; at++) {
    if (isArray(value)) {
      const found: Value[] = [];
      for (const element of value) {
        const inner = isDoc(element) ? valueAt(element, parts, at) : undefined;
        if (inner !== undefined) found.push(inner);
      }
      return found;
    }
    if (!isDoc(value)) return undefined;
    value = value.get(parts[at] as string);
  }
  return value;
}

function checkName(name: string): string {
  if (name === '') throw new StoreError(15998, 'FieldPath field names may not be empty strings.');
  if (name.startsWith('$')) {
    const message = `FieldPath field names may not start with '$'. Consider using $getField or $setField.`;
    throw new StoreError(16410, message);
  }
  if (name.includes('\0')) throw new StoreError(16411, `FieldPath field names may not contain '\\0'.`);
  return name;
}

/** The parts of a dotted path as expressions and stages write it. */
export function fieldPath(path: string): string[] {
  if (path === '') throw new StoreError(40352, 'FieldPath cannot be constructed with empty string');
  if (path.endsWith('.')) throw new StoreError(40353, `FieldPath must not end with a '.'.`);
  return path.split('.').map(checkName);
}
