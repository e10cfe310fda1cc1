/** Fields by which a filter says that it knows of tombstones: those of deletion and of events to publish. */
const naming: ReadonlySet<string> = new Set(['deletedAt', 'purgeAt', 'outbox', 'outboxAt']);
/** Fields that tombstones have too, beside those. */
const kept = ['_id', 'version', 'createdAt', 'updatedAt'];

type Fields = Readonly<Record<string, unknown>>;

const isPlain = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;

const isNothing = (value: unknown) => value === null || value === undefined;

/** Whether an operator of a condition is never met by a field that is not there. */
function needsField(operator: string, operand: unknown): boolean {
  switch (operator) {
    case '$eq':
    case '$gt':
    case '$gte':
    case '$lt':
    case '$lte':
      return !isNothing(operand);
    case '$in':
    case '$all':
      return Array.isArray(operand) && !operand.some(isNothing);
    case '$exists':
      return operand === true;
    case '$regex':
    case '$elemMatch':
    case '$size':
    case '$mod':
      return true;
    case '$type':
      return operand !== 'null' && operand !== 10;
    default:
      return false;
  }
}

/** Whether only documents that have the field meet its condition. */
function needs(condition: unknown): boolean {
  if (isNothing(condition)) return false;
  if (!isPlain(condition)) return true;
  const operators = Object.entries(condition);
  if (!operators.every(([name]) => name.startsWith('$'))) return true;
  return operators.some(([name, operand]) => needsField(name, operand));
}

const branches = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/**
 * Whether a filter has tombstones in mind: it names one of their own fields (`alive` does), or asks for a field of which a
 * tombstone has nothing left, so that it cannot find one. `alsoKept` are fields that the tombstones of this collection keep
 * beside those of all.
 */
export function mindsTombstones(filter: unknown, alsoKept: readonly string[] = []): boolean {
  if (!isPlain(filter)) return false;
  const minds = (branch: unknown) => mindsTombstones(branch, alsoKept);
  return Object.entries(filter).some(([key, condition]) => {
    if (key === '$and') return branches(condition).some(minds);
    if (key === '$or') return branches(condition).length > 0 && branches(condition).every(minds);
    if (key.startsWith('$')) return false;
    const field = key.split('.', 1)[0] ?? key;
    const isKept = kept.includes(field) || alsoKept.includes(field);
    return naming.has(field) || (!isKept && needs(condition));
  });
}
