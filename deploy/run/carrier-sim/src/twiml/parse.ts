import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { z } from 'zod';
import { attributesOf, nestedIn, verbs } from './vocabulary.js';

export interface Element {
  name: string;
  attributes: Readonly<Record<string, string>>;
  text: string;
  children: Element[];
}

/** A document that is unavailable or unsupported, with the carrier's error code. */
export class TwimlError extends Error {
  constructor(
    readonly code: number,
    message: string,
  ) {
    super(message);
  }
}

const parser = new XMLParser({
  preserveOrder: true,
  ignoreAttributes: false,
  attributeNamePrefix: '',
  parseTagValue: false,
  parseAttributeValue: false,
  trimValues: false,
  ignoreDeclaration: true,
  ignorePiTags: true,
  processEntities: true,
});

const parsedNode = z.record(z.string(), z.unknown());
const parsedList = z.array(parsedNode);

const refuse = (message: string): never => {
  throw new TwimlError(12100, message);
};

function textOf(list: z.output<typeof parsedList>): string {
  return list.map((node) => (typeof node['#text'] === 'string' ? node['#text'] : '')).join('');
}

function read(list: z.output<typeof parsedList>, allowed: ReadonlySet<string>, where: string): Element[] {
  return list.flatMap((node) => {
    const name = Object.keys(node).find((key) => key !== ':@' && key !== '#text' && key !== '#comment');
    if (name === undefined) return [];
    if (!allowed.has(name)) refuse(`<${name}> is not known in <${where}>`);
    const attributes = z.record(z.string(), z.string()).parse(node[':@'] ?? {});
    const known = attributesOf(name);
    for (const attribute of Object.keys(attributes))
      if (!known.has(attribute)) refuse(`<${name}> has no attribute ${attribute}`);
    const inner = parsedList.parse(node[name]);
    return [{ name, attributes, text: textOf(inner).trim(), children: read(inner, nestedIn(name), name) }];
  });
}

/** Parses the verbs of a document; throws TwimlError 12100 for anything unsupported. */
export function parseTwiml(xml: string): Element[] {
  const valid = XMLValidator.validate(xml);
  if (valid !== true) refuse(`The document is not XML: ${valid.err.msg}`);
  const roots = parsedList
    .parse(parser.parse(xml))
    .filter((node) => Object.keys(node).some((key) => !key.startsWith('#')));
  const root = roots[0];
  if (roots.length !== 1 || !root || !('Response' in root)) return refuse('The document is not a <Response>');
  if (root[':@'] !== undefined) refuse('<Response> has no attributes');
  const list = parsedList.parse(root['Response']);
  if (textOf(list).trim() !== '') refuse('<Response> holds text');
  return read(list, verbs, 'Response');
}
