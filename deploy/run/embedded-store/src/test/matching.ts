/** Table tests of filters and the documents that they match. */
import { compile, parseFilter } from '../filter/match.js';
import { encode } from '../values/bson.js';
import { refusalOf } from './refusal.js';
import { doc, type DocLiteral } from './literals.js';

export const parse = (filter: DocLiteral) => parseFilter(doc(filter));
const holds = (filter: DocLiteral, document: DocLiteral) => compile(parse(filter))(encode(doc(document)), 0);

/** [title, filter, documents that match, documents that do not] */
export type Row = [string, DocLiteral, DocLiteral[], DocLiteral[]];

export function matches(operator: string, rows: Row[]): void {
  test.each(rows)(`${operator} %s`, (_what, filter, hits, misses) => {
    for (const document of hits) expect([document, holds(filter, document)]).toEqual([document, true]);
    for (const document of misses) expect([document, holds(filter, document)]).toEqual([document, false]);
  });
}

/** [title, rejected filter, error code, part of the message] */
export type Refusal = [string, DocLiteral, number, string];

export function refuses(operator: string, rows: Refusal[]): void {
  test.each(rows)(`${operator} refuses %s`, (_what, filter, code, message) => {
    const error = refusalOf(() => parse(filter));
    expect(error.code).toBe(code);
    expect(error.message).toContain(message);
  });
}
