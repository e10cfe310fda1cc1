import { z } from 'zod';
import type { Access } from '../access.js';
import type { Fields, Writable } from '../fields/field.js';
import type { AuditRule } from '../endpoint/audit-rule.js';
import { defineEndpoint, type Endpoint, type ServiceName } from '../endpoint/endpoint.js';
import { restQuery } from '../endpoint/rest-query.js';
import { id as hexId } from '../ids.js';

type Key<F> = keyof F & string;

/** Fields that are never read back. */
type Secrets<F extends Fields> = { [K in keyof F]: F[K] extends { writeOnly: true } ? K : never }[keyof F];
/** Those of them of which nothing need be said: a new record is without them, a change leaves them as they are. */
type SecretShape<F extends Fields, On extends Writable, Verb extends 'create' | 'change'> = {
  [K in Secrets<F> as F[K]['writable'] extends On ? K : never]: [Verb, F[K]] extends [
    'create',
    { required: true },
  ]
    ? F[K]['input']
    : z.ZodOptional<F[K]['input']>;
};

type Shape<F extends Fields> = { [K in Exclude<keyof F, Secrets<F>>]: F[K]['wire'] };
type Versioned = { version: z.ZodInt };
type Id = z.ZodType<string, string>;

/** What is sent of the fields that may be written then. */
type SentShape<F extends Fields, On extends Writable> = {
  [K in Exclude<keyof F, Secrets<F>> as F[K]['writable'] extends On ? K : never]: F[K]['input'];
};

/** A record as it is read. */
type RecordOf<F extends Fields> = z.ZodObject<{ id: Id } & Versioned & Shape<F>>;
/** What a new record is made of. */
type CreationOf<F extends Fields> = z.ZodObject<
  SentShape<F, 'always' | 'create'> & SecretShape<F, 'always' | 'create', 'create'>
>;
/** What may be changed of one, and the version that the change was made on. */
type ChangeOf<F extends Fields> = z.ZodObject<
  Versioned & SentShape<F, 'always' | 'change'> & SecretShape<F, 'always' | 'change', 'change'>
>;

/** A resource is for whoever is signed in: nobody else and no service asks for one. */
type Asked = Exclude<Access, 'public' | 'internal'>;

type ById = z.ZodObject<{ id: Id }>;

interface Calls<F extends Fields, Once extends z.core.$ZodShape> {
  list: Endpoint<undefined, typeof restQuery, undefined, z.ZodArray<RecordOf<F>>, Asked, undefined>;
  one: Endpoint<ById, undefined, undefined, RecordOf<F>, Asked, undefined>;
  create: Endpoint<
    undefined,
    undefined,
    CreationOf<F>,
    z.ZodObject<RecordOf<F>['shape'] & Once>,
    Asked,
    undefined
  >;
  change: Endpoint<ById, undefined, ChangeOf<F>, RecordOf<F>, Asked, undefined>;
  remove: Endpoint<ById, undefined, undefined, RecordOf<F>, Asked, undefined>;
}

/** Who may do what; a verb that is not named does not exist. */
interface Rights {
  read: Asked;
  create?: Asked;
  change?: Asked;
  remove?: Asked;
}

type VerbsOf<R extends Rights> = 'list' | 'one' | (keyof R & ('create' | 'change' | 'remove'));

interface ResourceSpec<N extends string, F extends Fields, R extends Rights, Once extends z.core.$ZodShape> {
  /** As it is in the address: `/api/rest/partners`. */
  name: N;
  service: ServiceName;
  /** The noun, for one and for many. */
  one: string;
  many: string;
  /** What its records are told apart by, where that is not 24 hexadecimal digits. */
  id?: { schema: Id; example: string };
  fields: F;
  /** The titles of its form's sections, in their order: each field of such a form says which one it is in. */
  sections?: Readonly<Record<string, string>>;
  rights: R;
  /** The order of a list that is asked for in no other. */
  sort: readonly [Key<F> | 'id', 'ASC' | 'DESC'];
  /** The fields that a list may be sorted by, where that is not any of them. */
  sorts?: readonly Key<F>[];
  /** The fields of which a search compares the beginnings of words. */
  search: readonly Key<F>[];
  /** Fields whose value only one record has, each with the sentence for whoever gives it to another. */
  unique?: Partial<Record<Key<F>, string>>;
  /** The fields with options that a list can be narrowed by. */
  filters?: readonly Key<F>[];
  /** What only the answer to the creation carries, and nobody can ask for again. */
  once?: { shape: Once; example: z.input<z.ZodObject<Once>> };
  /** The field that says whose a record is, where everybody has their own: admins work on those of all, others on theirs. */
  owner?: Key<F>;
  /** Whether team leads read those of their team as well. */
  supervised?: true;
  /** How many records there may be, of each owner where they have one, and the sentence for one more. */
  most?: { count: number; sentence: string };
  /** Whether capitals and small letters are the same in the order of a list that is asked for in no other. */
  sortsCaseless?: boolean;
  /** Its calls are named `restListScripts`: where one of the specification's has the usual name. */
  callsAs?: 'rest';
  /** `reference`: its records say nothing of a person, so that reading them leaves no audit entry. */
  about?: 'reference';
  /** What is said after a write where `Partner created`, `Partner saved`, `Partner deleted` is not the product's word for it. */
  says?: Partial<Says>;
}

/** What is said when a record was written. */
interface Says {
  created: string;
  changed: string;
  removed: string;
}

/** A resource: its definition, and what follows from it. */
export interface Resource<
  N extends string = string,
  F extends Fields = Fields,
  R extends Rights = Rights,
  Once extends z.core.$ZodShape = z.core.$ZodShape,
> extends ResourceSpec<N, F, R, Once> {
  says: Says;
  record: RecordOf<F>;
  creation: CreationOf<F>;
  change: ChangeOf<F>;
  calls: Pick<Calls<F, Once>, VerbsOf<R>>;
  example: z.input<RecordOf<F>>;
}

/** A resource whose verbs are not known: any but the reading ones may be missing. */
export type AnyResource<F extends Fields> = Omit<Resource<string, F>, 'calls' | 'once'> & {
  calls: Pick<Calls<F, z.core.$ZodShape>, 'list' | 'one'> & Partial<Calls<F, z.core.$ZodShape>>;
};

/** A word with a capital at its beginning. */
export const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** A noun of several words as part of a call's name: `raw lead` is `RawLead`. */
const asName = (noun: string) => noun.split(/[ -]/).map(capital).join('');

/** A noun as audit entries have it; every account is a user's. */
const auditNoun = (noun: string) =>
  noun
    .replace(/^(agent|guide|staff account)(?=s?$)/, 'user')
    .toLowerCase()
    .replaceAll(' ', '-');

/** The part that fields have in a record, in a new one, or in a change. */
const partOf = (fields: Fields, part: 'record' | 'create' | 'change') =>
  Object.entries(fields).filter(([, { writable, writeOnly }]) =>
    part === 'record' ? writeOnly !== true : writable === 'always' || writable === part,
  );

function shapeOf(fields: Fields, part: 'record' | 'create' | 'change'): Record<string, z.ZodType> {
  return Object.fromEntries(
    partOf(fields, part).map(([key, { wire, input, writeOnly, required }]) => {
      if (part === 'record') return [key, wire];
      return [key, writeOnly === true && (part === 'change' || !required) ? input.optional() : input];
    }),
  );
}

function exampleOf(fields: Fields, part: 'record' | 'create' | 'change'): Record<string, unknown> {
  return Object.fromEntries(partOf(fields, part).map(([key, { example }]) => [key, example]));
}

const usualId = { schema: hexId, example: '66f0a1b2c3d4e5f6010204aa' };

/**
 * Describes a resource: from its fields follow the schemas of a record, of a new one and of a change, and the calls of the
 * resource dialect (`GET` list and one, `POST`, `PUT` with the version, `DELETE`), as far as `rights` names them. A record's
 * `id` is 24 hexadecimal digits unless the definition says otherwise; its `version` counts its changes and comes back with
 * each: a change of another version is refused with 409.
 */
export function defineResource<
  const N extends string,
  F extends Fields,
  const R extends Rights,
  Once extends z.core.$ZodShape = Record<never, never>,
>(spec: ResourceSpec<N, F, R, Once>): Resource<N, F, R, Once> {
  const { name, service, one, many, fields, rights, once, owner, callsAs, about, filters = [] } = spec;
  const { schema: id, example: exampleId } = spec.id ?? usualId;
  const named = (verb: string, noun: string) =>
    callsAs === undefined ? `${verb}${asName(noun)}` : `${callsAs}${capital(verb)}${asName(noun)}`;
  const One = capital(one);
  const says = {
    created: `${One} created`,
    changed: `${One} saved`,
    removed: `${One} deleted`,
    ...spec.says,
  };
  const aNoun = `${/^[aeiou]/i.test(one) ? 'an' : 'a'} ${one}`;
  const hasSecrets = Object.values(fields).some(({ writeOnly }) => writeOnly === true);
  const version = z.int().min(0);
  const record = z.object({ id, version, ...shapeOf(fields, 'record') });
  const creation = z.object(shapeOf(fields, 'create'));
  const change = z.object({ version, ...shapeOf(fields, 'change') });
  const example = { id: exampleId, version: 3, ...exampleOf(fields, 'record') };
  const path = `/api/rest/${name}`;
  const common = { service, given: false };
  const narrowing = [...filters, ...(owner === undefined ? [] : [owner])];
  const narrowed = narrowing.length === 0 ? '' : ` Filtered by lists of: ${narrowing.join(', ')}.`;
  const byId = { path: `${path}/{id}`, params: z.object({ id }) };

  const noun = auditNoun(one);
  const isRead = (action: string, subject?: string): { audit: AuditRule } => ({
    audit: about === 'reference' ? 'none' : { action, ...(subject !== undefined && { subject }) },
  });
  const isChanged = (verb: string, idIn = 'params'): { audit: AuditRule } => ({
    audit: { action: `${noun}.${verb}`, subject: `${noun}/{${idIn}.id}` },
  });

  const calls: Endpoint[] = [
    defineEndpoint({
      ...common,
      ...isRead(`${auditNoun(many)}.listed`),
      name: named('list', many),
      method: 'GET',
      path,
      access: rights.read,
      summary: `A page of ${many}; the total is in Content-Range.${narrowed}`,
      query: restQuery,
      answer: z.array(record),
      example: { query: { range: '[0,9]' }, answer: [example] },
    }),
    defineEndpoint({
      ...common,
      ...byId,
      ...isRead(`${noun}.read`, `${noun}/{params.id}`),
      name: named('get', one),
      method: 'GET',
      access: rights.read,
      summary: `One ${one}.`,
      answer: record,
      example: { params: { id: exampleId }, answer: example },
    }),
  ];
  const verbs = ['list', 'one'];
  if (rights.create !== undefined) {
    verbs.push('create');
    calls.push(
      defineEndpoint({
        ...common,
        ...isChanged('created', 'answer'),
        name: named('create', one),
        method: 'POST',
        path,
        access: rights.create,
        summary: `Creates ${aNoun}.${once ? ` Only this response contains: ${Object.keys(once.shape).join(', ')}.` : ''}`,
        body: creation,
        ...(owner !== undefined && { subject: { in: 'body' as const, key: owner } }),
        answer: record.extend(once?.shape ?? {}),
        example: {
          body: exampleOf(fields, 'create'),
          answer: { ...example, version: 1, ...once?.example },
        },
      }),
    );
  }
  if (rights.change !== undefined) {
    verbs.push('change');
    calls.push(
      defineEndpoint({
        ...common,
        ...byId,
        ...isChanged('updated'),
        name: named('change', one),
        method: 'PUT',
        access: rights.change,
        summary: `Changes ${aNoun}: all writable fields, with the version that was read.${
          hasSecrets ? ' Omitted write-only fields stay unchanged.' : ''
        }`,
        body: change,
        answer: record,
        example: {
          params: { id: exampleId },
          body: { version: 2, ...exampleOf(fields, 'change') },
          answer: example,
        },
      }),
    );
  }
  if (rights.remove !== undefined) {
    verbs.push('remove');
    calls.push(
      defineEndpoint({
        ...common,
        ...byId,
        ...isChanged('deleted'),
        name: named('delete', one),
        method: 'DELETE',
        access: rights.remove,
        summary: `Deletes ${aNoun}.`,
        answer: record,
        example: { params: { id: exampleId }, answer: example },
      }),
    );
  }
  // What the types say of each part is what the same fields were made into above.
  return {
    ...spec,
    says,
    record,
    creation,
    change,
    example,
    calls: Object.fromEntries(verbs.map((verb, number) => [verb, calls[number]])),
  } as unknown as Resource<N, F, R, Once>;
}
