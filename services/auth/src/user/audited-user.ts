import { changesBetween, type Disclosure } from '@crm/platform/audit/changes-between.js';
import type { AuditedChange } from '@crm/platform/log/audit-details.js';
import type { StoredUser } from './user.model.js';

/** What people set of an account; all else follows from it or is bookkeeping. */
const audited = [
  ...[
    'role_id',
    'fname',
    'lname',
    'email',
    'phone',
    'twilio_phone',
    'subroles',
    'team_id',
    'states',
    'licences',
    'banned',
    'not_assign',
  ],
  ...[
    'text_message',
    'voice_mail',
    'active',
    'online',
    'in_call',
    'AD_Status',
    'password',
    'email_credentials',
    'identities',
    'scim',
  ],
] as const;
const secrets: ReadonlySet<string> = new Set(['password', 'email_credentials']);
const disclosure: Disclosure = (field) => (secrets.has(field) ? 'name' : 'values');

function auditedFields(user: StoredUser): Record<string, unknown> {
  const fields = new Map<string, unknown>(Object.entries(user));
  fields.set('password', user.password_hash);
  return Object.fromEntries(audited.map((field) => [field, fields.get(field)]));
}

/** What changed of an account, as its audit entry says: a password and mail credentials by name alone. */
export const auditedUserChanges = (before: StoredUser | undefined, after: StoredUser): AuditedChange[] =>
  changesBetween(before && auditedFields(before), auditedFields(after), disclosure);
