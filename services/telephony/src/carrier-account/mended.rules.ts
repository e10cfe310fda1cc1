import type { CarrierChange } from '@crm/contracts/http/carrier.js';
import type { AuditedChange } from '@crm/contracts/http/audit.js';
import type { Outcome } from '@crm/contracts/errors.js';
import { toShown } from '@crm/contracts/phone.js';
import type { Mended } from './check-account.js';

type Written = Extract<Mended, { stale: false }>;

/** The changes as the audit log keeps them: what was set at which number, application or service. */
export const shownChanges = (changes: readonly CarrierChange[]): AuditedChange[] =>
  changes.flatMap(({ target, name, fields }): AuditedChange[] =>
    target === 'sender'
      ? [{ field: `${name} sender`, before: null, after: 'added' }]
      : fields.map(({ field, from, to }) => ({ field: `${name} ${field}`, before: from, after: to })),
  );

/** How mending went, in a sentence. */
export function outcomeOf({ written, refused }: Pick<Written, 'written' | 'refused'>): Outcome {
  const [first] = refused;
  if (first === undefined)
    return {
      status: 'success',
      message: written.length === 0 ? 'Nothing to change' : 'Carrier account updated',
    };
  const others = refused.length === 1 ? '' : `, and ${String(refused.length - 1)} more`;
  return {
    status: written.length === 0 ? 'error' : 'warning',
    message: `${toShown(first.change.name)} could not be changed${others}: ${first.reason}`,
  };
}
