import { z } from 'zod';
import { sentData, type MessageSpec } from '../bus/envelope.js';

type Path = readonly string[];
type Spec = Pick<MessageSpec, 'type' | 'data' | 'example' | 'emptied'>;

/** An event as one release publishes and reads it. */
export const eventFixture = z.object({
  type: z.string(),
  /** What its consumers take, as JSON Schema. */
  schema: z.record(z.string(), z.unknown()),
  /** Data as producers publish it. */
  example: z.unknown(),
  /** The fields of the example that may be left out, and that may be null, by their dotted paths. */
  without: z.array(z.string()),
  nulls: z.array(z.string()),
});
export type EventFixture = z.infer<typeof eventFixture>;

const object = z.record(z.string(), z.unknown());

/** The paths of all fields of objects in a value; items of lists by the first one, which stands for the others. */
function pathsIn(value: unknown, above: Path = []): Path[] {
  if (Array.isArray(value)) return value.length === 0 ? [] : pathsIn(value[0], [...above, '0']);
  const fields = object.safeParse(value);
  if (!fields.success) return [];
  return Object.entries(fields.data).flatMap(([name, field]) => {
    const path = [...above, name];
    return [path, ...pathsIn(field, path)];
  });
}

/** The value with something else at a path; nothing there where it is undefined. */
function changedAt(value: unknown, [name, ...rest]: Path, put: null | undefined): unknown {
  if (name === undefined) return put;
  const items = z.array(z.unknown()).safeParse(value).data;
  if (items !== undefined) return [changedAt(items[0], rest, put), ...items.slice(1)];
  const fields = object.parse(value);
  if (rest.length > 0) return { ...fields, [name]: changedAt(fields[name], rest, put) };
  const { [name]: _before, ...others } = fields;
  return put === undefined ? others : { ...others, [name]: put };
}

/** What a release publishes and reads under this type. */
export function fixtureOf({ type, data, example }: Spec): EventFixture {
  const paths = pathsIn(example);
  const taken = (put: null | undefined) =>
    paths
      .filter((path) => data.safeParse(changedAt(example, path, put)).success)
      .map((path) => path.join('.'));
  const { $schema: _draft, ...schema } = z.toJSONSchema(data, { io: 'input', unrepresentable: 'any' });
  return { type, schema, example, without: taken(undefined), nulls: taken(null) };
}

/** Every form in which the event may be published: the example, and the same with one field left out or null. */
export const messagesOf = ({ example, without, nulls }: EventFixture): unknown[] => [
  example,
  ...without.map((path) => changedAt(example, path.split('.'), undefined)),
  ...nulls.map((path) => changedAt(example, path.split('.'), null)),
];

const reasonOf = ({ issues }: z.ZodError): string =>
  issues.map(({ path, message }) => `${path.join('.') || 'data'}: ${message}`).join('; ');

/**
 * Why an event cannot be rolled out beside the release that a fixture is of; empty where it can. This release has to read what
 * that one published, from queues and for rebuilding, and that one what this one publishes.
 */
export function incompatibilities(before: EventFixture, now: Spec | undefined): string[] {
  if (now === undefined)
    return [
      `${before.type} is gone: publish it until no release that reads it is left, beside its successor`,
    ];
  const unread = messagesOf(before).flatMap((message) => {
    const read = now.data.safeParse(message);
    return read.success ? [] : [`${before.type} as it was is not read (${reasonOf(read.error)})`];
  });
  const readBefore = z.fromJSONSchema(before.schema);
  const unreadable = messagesOf(fixtureOf(now)).flatMap((message) => {
    const read = readBefore.safeParse(sentData(message, now.emptied));
    return read.success ? [] : [`${before.type} is not read by the release before (${reasonOf(read.error)})`];
  });
  return [...new Set([...unread, ...unreadable])];
}
