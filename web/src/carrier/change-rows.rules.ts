import type { CarrierChange, CarrierField } from '@crm/contracts/http/carrier.js';

/** One setting that would be written, as a row of the table shows it. */
export interface ChangeRow {
  id: string;
  target: CarrierChange['target'];
  name: string;
  isNew: boolean;
  /** Null where a number becomes a sender. */
  field: CarrierField | null;
  from: string;
  to: string;
}

/** A row for each setting; a number that becomes a sender has one of its own. */
export const changeRows = (changes: readonly CarrierChange[]): ChangeRow[] =>
  changes.flatMap(({ target, sid, name, fields }): ChangeRow[] => {
    const shared = { target, name, isNew: sid === null };
    const id = `${target} ${sid ?? name}`;
    return target === 'sender'
      ? [{ ...shared, id, field: null, from: '', to: '' }]
      : fields.map(({ field, from, to }) => ({ ...shared, id: `${id} ${field}`, field, from, to }));
  });
