/** A field that changed, as text: what it was and what it is. Secrets and health data are named without either. */
export interface AuditedChange {
  field: string;
  before?: string | null;
  after?: string | null;
}

/** What use cases add to the audit entry of the call or message they serve; it travels with the work at hand. */
export interface AuditDetails {
  /** Who acts, where that is no signed-in user. */
  actor?: { id: string; name: string };
  subjects: string[];
  /** What changed of each record: a second try of a write takes the place of the first. */
  changes: Map<string, readonly AuditedChange[]>;
}
