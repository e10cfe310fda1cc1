import type { AuditEntryView } from '@crm/contracts/http/audit.js';
import { roles, worksAsAgent, type RoleId } from '@crm/contracts/codes/roles.js';
import { isRecordNoun, isWorded, useAuditMessages } from '../i18n/audit.en.js';
import { shownSecond } from '@crm/contracts/time/pacific.js';
import { useCurrentUser, useRight } from '../session/SessionContext.js';
import { usePeople } from '../providers/usePeople.js';
import { partsOf, pathOf, type AuditValues } from './audit-filter.rules.js';

/** As much of an id as tells one from another. */
const shortId = 6;
/** Ids of the product and of the carrier: nobody reads them. E-mail addresses and numbers stand whole. */
const isLongId = (id: string) => /^[A-Z]{0,2}[0-9a-f-]{20,}$/.test(id);

/** The lists that have the users of a role. */
const pageOfRole = (role: RoleId) =>
  worksAsAgent(role) ? 'agents' : role === roles.guide ? 'guides' : 'staff';

/** A record that something was done to, as it is read, and the page that shows it. */
export interface ShownRecord {
  subject: string;
  text: string;
  to: string | undefined;
}

/** What entries of the log say, in words: codes and ids as people read them. */
export function useAuditWords() {
  const translate = useAuditMessages();
  const user = useCurrentUser();
  const { data = [] } = usePeople(useRight('people:read'));
  const seesAccounts = useRight('users:manage');
  // Who reads this is not among agents and guides.
  const people = [...data, user];
  const personOf = (id: string) => people.find((person) => person.id === id);

  const actorOf = (id: string, name = ''): string => {
    if (name !== '') return name;
    if (id === 'nobody') return translate('crm.audit.notSignedIn');
    if (id === 'system') return translate('crm.audit.system');
    const { noun, id: sender } = partsOf(id);
    if (noun === 'partner' && sender !== '')
      return translate('crm.audit.partner', { id: sender.slice(-shortId) });
    if (noun === 'api-key' && sender !== '')
      return translate('crm.audit.apiKey', { id: sender.slice(-shortId) });
    return personOf(id)?.fullname ?? translate('crm.audit.unknown', { id: id.slice(-shortId) });
  };

  // Of an action of a later version there is no more to say than its code.
  const actionOf = (action: string): string =>
    isWorded(action) ? translate(`crm.audit.actions.${action}`) : action;

  const nounOf = (noun: string): string =>
    isRecordNoun(noun) ? translate(`crm.audit.records.${noun}`) : noun;

  const recordOf = (subject: string): ShownRecord => {
    const { noun, id } = partsOf(subject);
    const person = noun === 'user' ? personOf(id) : undefined;
    if (person !== undefined) {
      const to = seesAccounts ? `/${pageOfRole(person.role_id)}/${id}` : undefined;
      return { subject, text: person.fullname, to };
    }
    const record = nounOf(noun);
    const text =
      id === ''
        ? record
        : isLongId(id)
          ? translate('crm.audit.shortRecord', { record, id: id.slice(-shortId) })
          : translate('crm.audit.namedRecord', { record, id });
    return { subject, text, to: pathOf(subject) };
  };

  return {
    translate,
    people,
    actorOf,
    actionOf,
    nounOf,
    recordOf,
    whoOf: ({ actor_id, actor_name }: Pick<AuditEntryView, 'actor_id' | 'actor_name'>) =>
      actorOf(actor_id, actor_name),
    windowOf: ({ from, to }: NonNullable<AuditValues['window']>) =>
      translate('crm.audit.window', { from: shownSecond(from), to: shownSecond(to) }),
  };
}

export type AuditWords = ReturnType<typeof useAuditWords>;
