/** What a call leaves in the audit log of the service that answers it. */
export interface AuditSpec {
  /** What was done, `<noun>.<past tense>`: `lead.opened`. */
  action: string;
  /**
   * The record it was done to, `lead/{params.id}`: what is in braces is read from `params`, `query`, `body` or `answer`.
   * A value that is a list makes one subject of each of its items; one that is missing makes none.
   */
  subject?: string;
  /** Its answer is the whole record of a person: many of them in a few seconds raise an alarm. */
  fullRecord?: true;
  /**
   * Where its answer has the ids of the people that it lists, `answer.leads[].id`: a user who pages through very many of
   * them raises an alarm and is slowed down.
   */
  lists?: string;
  /** Changes nothing although it is no GET: its entry need not be stored before the answer. */
  reads?: true;
  /** What somebody does to the own account leaves none: presence, which changes by the minute. */
  exceptOwn?: true;
}

/**
 * `none`: neither reads nor changes a person's data (reference lists, the own session, what a probe asks). Calls between
 * services have no rule: the call that led to them left the entry, and it carries their correlation id.
 */
export type AuditRule = AuditSpec | 'none';
