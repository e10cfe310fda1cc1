import type { Lead } from '@crm/contracts/entities/lead.js';
import type { FieldGroups } from '../../conflict/merge-forms.rules.js';

/** What saving asks of a kind of lead form: its rules, all pure. `F` is the form as it is typed, `L` its lead. */
export interface FormKind<F extends object, L extends Lead> {
  isOfKind: (lead: Lead) => lead is L;
  load: (lead: L) => F;
  errorsOf: (form: F) => Readonly<Record<string, string>>;
  /** What creating sends. */
  formatNew: (form: F) => Record<string, unknown>;
  /** What changing sends, with type and version. */
  formatChange: (form: F, original: L) => Record<string, unknown>;
  /** Fields that are decided together where two people changed them. */
  groups: FieldGroups<F>;
}
