import { useListContext } from 'react-admin';
import { languageCode, languages, type LanguageCode } from '@crm/contracts/codes/languages.js';
import { stateCode, states, type StateCode } from '@crm/contracts/codes/states.js';
import { statusCode, statuses, statusHue, type StatusCode } from '@crm/contracts/codes/statuses.js';
import type { CountedFilter, LeadFilter } from '@crm/contracts/entities/lead-filter.js';
import type { AgentChoice } from '@crm/contracts/ids.js';
import { useTranslate } from '../../i18n/useTranslate.js';
import { useCurrentUser, useRight } from '../../session/SessionContext.js';
import { useAssignees } from '../useAssignees.js';
import type { Choice } from '../../filters/Checklist.js';
import { withPicked, type LeadFilterValues, type ListFilter } from './lead-filters.rules.js';
import { useListFilter } from './useListFilter.js';
import { useLeadCounts } from './useLeadCounts.js';
import { localise } from '../../i18n/language.js';

/** One filter of many choices, as its button, its checklist and its chips need it. */
export interface FilterList<V extends string | number> {
  by: ListFilter;
  choices: readonly Choice<V>[];
  /** Absent means all. */
  picked: readonly V[] | undefined;
  replace: (picked: readonly V[]) => void;
}

export interface FilterLists {
  values: LeadFilterValues;
  apply: (values: LeadFilterValues) => void;
  /** The whole filter as it is sent. */
  params: LeadFilter;
  status: FilterList<StatusCode>;
  state: FilterList<StateCode>;
  language: FilterList<LanguageCode>;
  /** For admins alone. */
  agent: FilterList<AgentChoice> | undefined;
  sourceCounts: Record<string, number> | undefined;
}

/** The filters of the list around with their choices; counts are read for what is open or picked. */
export function useFilterLists(opened: CountedFilter | undefined): FilterLists {
  const translate = useTranslate();
  const { setFilters } = useListContext();
  const { values, params } = useListFilter();
  const mayFilterByAgent = useRight('leads:filter-by-agent');
  const { data: assignees = [] } = useAssignees(mayFilterByAgent);

  const isCounted = (by: ListFilter) => opened === by || values[by] !== undefined;
  const byStatus = useLeadCounts('status', params, isCounted('status'));
  const byState = useLeadCounts('state', params, isCounted('state'));
  const byLanguage = useLeadCounts('language', params, isCounted('language'));
  const byAgent = useLeadCounts('agent', params, mayFilterByAgent && isCounted('agent'));
  const sourceCounts = useLeadCounts('source', params, opened === 'source');
  // A choice that the answer does not name would show nothing.
  const countOf = (counts: Record<string, number> | undefined, value: string | number) =>
    counts && (counts[String(value)] ?? 0);

  const apply = (next: LeadFilterValues) => {
    setFilters(next, undefined, false);
  };
  // An admin's own leads are a view: there the own name stands among the agents.
  const { id: ownId, fullname: ownName } = useCurrentUser();
  const isOwnMissing = values.agent?.includes(ownId) === true && !assignees.some(({ id }) => id === ownId);
  const agents = isOwnMissing ? [...assignees, { id: ownId, fullname: ownName }] : assignees;
  const agentIds = agents.map(({ id }) => id);

  return {
    values,
    apply,
    params,
    status: {
      by: 'status',
      choices: statuses.map(({ id, title }) => ({
        value: id,
        label: localise(title),
        hue: statusHue(id, params.type),
        count: countOf(byStatus, id),
      })),
      picked: values.status,
      replace: (picked) => {
        apply(withPicked(values, 'status', picked, statusCode.options));
      },
    },
    state: {
      by: 'state',
      choices: states.map(({ code, name }) => ({ value: code, label: name, count: countOf(byState, code) })),
      picked: values.state,
      replace: (picked) => {
        apply(withPicked(values, 'state', picked, stateCode.options));
      },
    },
    language: {
      by: 'language',
      choices: languages.map(({ value, text }) => ({
        value,
        label: localise(text),
        count: countOf(byLanguage, value),
      })),
      picked: values.language,
      replace: (picked) => {
        apply(withPicked(values, 'language', picked, languageCode.options));
      },
    },
    agent: mayFilterByAgent
      ? {
          by: 'agent',
          choices: agents.map(({ id, fullname }) => ({
            value: id,
            label: id === 0 ? translate('crm.leads.withoutAgent') : fullname,
            // Counts name agents alone.
            count: isOwnMissing && id === ownId ? undefined : countOf(byAgent, id),
          })),
          picked: values.agent,
          replace: (picked) => {
            apply(withPicked(values, 'agent', picked, agentIds));
          },
        }
      : undefined,
    sourceCounts,
  };
}
