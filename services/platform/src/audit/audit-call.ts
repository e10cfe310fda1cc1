import type { Actor } from '@crm/contracts/access.js';
import type { AuditSpec } from '@crm/contracts/endpoint/audit-rule.js';
import type { Endpoint } from '@crm/contracts/endpoint/endpoint.js';
import { AppError } from '../errors/app-error.js';
import type { AuditDetails } from '../log/audit-details.js';
import { changesIn } from './add-details.js';
import type { AuditedAction, AuditOutcome } from './audit-entry.js';
import type { ReadingKind } from './reading-pace.rules.js';

/** What came in and what was answered, as far as it is known by then. */
export type CallParts = Partial<Record<'params' | 'query' | 'body' | 'answer', unknown>>;

const maxSubjects = 10_000;
const maxSubjectLength = 200;

function valueIn(from: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>(
      (value, key) => (typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined),
      from,
    );
}

const valueAt = (parts: CallParts, path: string): unknown => valueIn(parts, path);

/** The records that a call's rule names: `lead/{params.id}`. What is not there, or no text, names none. */
export function subjectsOf({ subject }: AuditSpec, parts: CallParts): string[] {
  if (subject === undefined) return [];
  const [, before = subject, path] = /^([^{]*)\{([^}]+)\}$/.exec(subject) ?? [];
  if (path === undefined) return [subject];
  return [valueAt(parts, path)]
    .flat()
    .filter((value): value is string | number => typeof value === 'string' || typeof value === 'number')
    .slice(0, maxSubjects)
    .map((value) => `${before}${String(value)}`.slice(0, maxSubjectLength));
}

/** The ids of the people whom an answer lists, as its call's rule finds them: `answer.leads[].id`. */
export function listedIds({ lists }: AuditSpec, parts: CallParts): string[] {
  if (lists === undefined) return [];
  const [rows = '', path = ''] = lists.split('[].');
  const found = valueAt(parts, rows);
  if (!Array.isArray(found)) return [];
  return found.flatMap((row: unknown) => {
    const id = valueIn(row, path);
    return typeof id === 'string' ? [id] : [];
  });
}

/** What a call reads of people, or undefined. */
export function readingKindOf({ fullRecord, lists }: AuditSpec): ReadingKind | undefined {
  if (fullRecord === true) return 'opened';
  return lists === undefined ? undefined : 'listed';
}

/** Refusals that say that the asker may not, or may not even know: they are entered as denied. */
const denials: ReadonlySet<string> = new Set(['forbidden', 'not_found', 'wrong_credentials', 'too_many']);

/**
 * What became of a call that threw, as far as it is worth an entry: an answer that had begun showed data; of a change that
 * broke nobody can say whether it was done; other refusals (wrong fields, a conflict) neither showed nor changed anything.
 */
export function outcomeOf(
  error: unknown,
  call: { answerBegun: boolean; changes: boolean },
): AuditOutcome | undefined {
  if (call.answerBegun) return 'done';
  if (error instanceof AppError && error.httpStatus < 500)
    return denials.has(error.code) ? 'denied' : undefined;
  return call.changes ? 'failed' : undefined;
}

/** Whether a call changes something: its entry is stored before the answer. */
export const isChange = ({ method, audit }: Pick<Endpoint, 'method' | 'audit'>): boolean =>
  method !== 'GET' && audit !== undefined && audit !== 'none' && audit.reads !== true;

interface Served {
  spec: AuditSpec;
  actor: Pick<Actor, 'id' | 'fullname'> | undefined;
  parts: CallParts;
  details: AuditDetails | undefined;
  outcome: AuditOutcome;
  at: Date;
  address: string;
  correlationId: string;
}

/** The entry of a call; undefined for what its rule leaves out: somebody's own account. */
export function entryOf(call: Served): AuditedAction | undefined {
  const { spec, actor, details, outcome } = call;
  const subjects = [...new Set([...subjectsOf(spec, call.parts), ...(details?.subjects ?? [])])];
  const isOwn = actor !== undefined && subjects.length === 1 && subjects[0] === `user/${actor.id}`;
  if (spec.exceptOwn === true && isOwn) return undefined;
  const by = details?.actor ?? (actor === undefined ? undefined : { id: actor.id, name: actor.fullname });
  return {
    at: call.at,
    actor_id: by?.id ?? 'nobody',
    actor_name: by?.name ?? '',
    action: spec.action,
    subjects,
    outcome,
    address: call.address,
    correlation_id: call.correlationId,
    changes: outcome === 'denied' ? [] : changesIn(details),
    full_record: spec.fullRecord === true && outcome === 'done',
  };
}
