import { z } from 'zod';
import { scimBoolean, type ScimPatch } from '@crm/contracts/http/scim.js';
import { ScimRefusal } from './scim-refusal.js';

/** What SCIM keeps of a person, as far as a patch can change it. */
export interface PatchedUser {
  userName: string;
  externalId: string | null;
  givenName: string;
  familyName: string;
  active: boolean;
}

type Operation = ScimPatch['Operations'][number];

const ops = z.enum(['add', 'replace', 'remove']);
const text = z.string().trim().max(500);
const object = z.record(z.string(), z.unknown());

/** `true`, "True" or `[{ "value": "true" }]`, as providers send it. */
const isActive = z
  .union([scimBoolean, z.tuple([z.object({ value: scimBoolean })])])
  .transform((said) => String(Array.isArray(said) ? said[0].value : said).toLowerCase() === 'true');

/** Which attribute a path means; undefined for those that we do not keep. */
const attributes: Readonly<Record<string, keyof PatchedUser>> = {
  username: 'userName',
  externalid: 'externalId',
  'name.givenname': 'givenName',
  'name.familyname': 'familyName',
  active: 'active',
};

function readOp({ op }: Operation): z.output<typeof ops> {
  const read = ops.safeParse(op.toLowerCase());
  if (read.success) return read.data;
  throw new ScimRefusal('invalidSyntax', `There is no operation ${op}`);
}

/** The path without the name of a schema in front. */
const plainPath = (path: string) => path.slice(path.lastIndexOf(':') + 1).toLowerCase();

/** An operation as paths and values: one without a path, and one of a whole name, have several. */
function parts({ path, value }: Operation, prefix = ''): [path: string, value: unknown][] {
  if (path !== undefined && path !== '' && plainPath(path) !== 'name') return [[plainPath(path), value]];
  const inside = path === undefined || path === '' ? prefix : 'name.';
  const read = object.safeParse(value);
  if (!read.success) throw new ScimRefusal('invalidSyntax', 'An operation without a path has attributes');
  return Object.entries(read.data).flatMap(([key, each]) =>
    plainPath(key) === 'name'
      ? parts({ op: '', value: each }, 'name.')
      : [[`${inside}${plainPath(key)}`, each]],
  );
}

function readValue(attribute: keyof PatchedUser, value: unknown): Partial<PatchedUser> {
  const read = attribute === 'active' ? isActive.safeParse(value) : text.safeParse(value);
  if (!read.success) throw new ScimRefusal('invalidValue', `The value of ${attribute} cannot be read`);
  return { [attribute]: read.data };
}

function removed(attribute: keyof PatchedUser): Partial<PatchedUser> {
  if (attribute === 'userName' || attribute === 'active')
    throw new ScimRefusal('mutability', `${attribute} cannot be removed`);
  return { [attribute]: attribute === 'externalId' ? null : '' };
}

/** A person after the operations of a patch, each on what the one before left. Attributes that we do not keep are passed over. */
export function patchUser(user: PatchedUser, operations: readonly Operation[]): PatchedUser {
  let after = user;
  for (const operation of operations) {
    const op = readOp(operation);
    if (op === 'remove' && (operation.path ?? '') === '')
      throw new ScimRefusal('invalidPath', 'What is removed has a path');
    const changes =
      op === 'remove' ? [[plainPath(operation.path ?? ''), undefined] as const] : parts(operation);
    for (const [path, value] of changes) {
      const attribute = attributes[path];
      if (attribute === undefined) continue;
      after = { ...after, ...(op === 'remove' ? removed(attribute) : readValue(attribute, value)) };
    }
  }
  return after;
}

const members = z.array(z.object({ value: z.string() }));
const memberPath = /^members\[\s*value\s+eq\s+"([^"]*)"\s*\]$/i;

/** Who is in a group after the operations of a patch. Its name is the table's: another one is refused. */
export function patchMembers(
  { displayName, members: before }: { displayName: string; members: readonly string[] },
  operations: readonly Operation[],
): string[] {
  let after = new Set(before);
  const listOf = (value: unknown): string[] => {
    const read = members.safeParse([value].flat());
    if (!read.success) throw new ScimRefusal('invalidValue', 'Members are a list of objects with a value');
    return read.data.map((each) => each.value);
  };
  const write = (op: string, path: string, value: unknown) => {
    if (path === 'displayname' && value !== displayName)
      throw new ScimRefusal('mutability', 'Groups are named in the settings of Single sign-on');
    if (path !== 'members') return;
    const given = listOf(value);
    after = new Set(op === 'replace' ? given : [...after, ...given]);
  };
  for (const operation of operations) {
    const op = readOp(operation);
    const { path = '', value } = operation;
    const [, one] = memberPath.exec(path) ?? [];
    if (op === 'remove') {
      if (one !== undefined) after.delete(one);
      else if (plainPath(path) !== 'members')
        throw new ScimRefusal('invalidPath', 'Only members can be removed');
      else if (value === undefined || value === null) after.clear();
      else for (const id of listOf(value)) after.delete(id);
    } else if (path !== '') write(op, plainPath(path), value);
    else
      for (const [key, each] of Object.entries(object.catch({}).parse(value)))
        write(op, plainPath(key), each);
  }
  return [...after];
}
