import { useListContext } from 'react-admin';
import { z } from 'zod';
import { plainDate } from '@crm/contracts/ids.js';
import { ListFilter } from '../filters/ListFilter.js';
import { useCallListMessages } from '../i18n/calls-list.en.js';
import { useAssignees } from '../leads/useAssignees.js';
import { filterValues } from '../lists/filter-values.js';
import { useRight } from '../session/SessionContext.js';
import { DateRangeFilter } from '../filters/DateRangeFilter.js';
import { daysOf } from '../filters/date-range.rules.js';

const users = z.array(z.string());
const days = z.object({ from: plainDate, to: plainDate });

/** The days of the calls and, for admins, whose they are. */
export function CallFilters() {
  const translate = useCallListMessages();
  const mayChoose = useRight('leads:filter-by-agent');
  const { data: assignees = [] } = useAssignees(mayChoose);
  const { setFilters, ...list } = useListContext();
  const { startedAt, user_id, ...others } = filterValues.parse(list.filterValues);
  // From the address or the browser's storage: what does not fit counts as not picked.
  const range = days.safeParse(startedAt).data;
  const picked = users.safeParse(user_id).data;
  const apply = (filter: { startedAt: unknown; user_id: unknown }) => {
    const given = Object.entries(filter).filter(([, value]) => value !== undefined);
    setFilters({ ...others, ...Object.fromEntries(given) }, undefined, false);
  };
  // A call that nobody took is nobody's: only who is a user can be picked.
  const choices = assignees.flatMap(({ id, fullname }) => (id === 0 ? [] : [{ value: id, label: fullname }]));
  return (
    <>
      <DateRangeFilter
        date={range === undefined ? 'allTime' : [range.from, range.to]}
        onPick={(date) => {
          const [from, to] = daysOf(date, new Date()) ?? [];
          apply({ startedAt: from === undefined ? undefined : { from, to }, user_id: picked });
        }}
      />
      {mayChoose && (
        <ListFilter
          list={{
            label: translate('crm.callList.agents'),
            findLabel: translate('crm.callList.findAgents'),
            choices,
            picked,
            replace: (ids) => {
              const isAll = ids.length === 0 || ids.length === choices.length;
              apply({ startedAt: range, user_id: isAll ? undefined : [...ids] });
            },
          }}
        />
      )}
    </>
  );
}
