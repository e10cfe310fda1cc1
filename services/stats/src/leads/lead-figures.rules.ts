import { sourceIdOf, type SourceId } from '@crm/contracts/codes/sources.js';
import { isDeal, isListedDeal, statusTitle, type StatusCode } from '@crm/contracts/codes/statuses.js';
import type { TypeId } from '@crm/contracts/codes/lead-types.js';
import type { LeadSummary } from '@crm/contracts/entities/lead.js';
import { centsOrNull } from '@crm/contracts/money.js';
import type { LeadUpdate } from './lead-updates.rules.js';

/** An agent got the lead on a day; several times on one day count once. */
export interface Assignment {
  agent: string;
  day: string;
  /** The day on which the same agent had got it before, '' for never. */
  since: string;
}

/**
 * What is counted of a lead (deploy/docs/statistics.md). Ids are text, '' for none: a filter must be answered from an
 * index alone. Days are `YYYY-MM-DD` in Los Angeles, money is in cents.
 */
export interface LeadFigures {
  _id: string;
  /** Raised with every write, so that of two writers at once the second reads again. */
  rev: number;
  /** The lead's own version that the state stands at; 0 while only facts are known, and of a lead that is gone. */
  version: number;
  gone: boolean;
  type_id: TypeId | 0;
  /** 0 for none. */
  source_id: SourceId;
  status: StatusCode | '';
  agent: string;
  agent_name: string;
  /** Of leads in the list of deals alone: nobody else's name is needed here. */
  fullname: string;
  carrier: string | null;
  policy_number: string | null;
  app_date: string | null;
  draft_date: string | null;
  product: string | null;
  coverage: number | null;
  premium: number | null;
  assigned: Assignment[];
  /** The first day in a status that makes a deal, and the first on which one was lost; '' for never. */
  dealt_on: string;
  lost_on: string;
  /** The day that it counts for in the list of deals; '' where it is not in the list. */
  deal_date: string;
  /** Whether it counts as a deal now. */
  is_deal: boolean;
  /** Months, `2026-11`, that come to something else since the row changed, until the keeper of the months knows. */
  owed?: string[];
  /** What text columns are sorted by. */
  sort: { agent: string; fullname: string; status: string };
}

/** A lead of which nothing is known yet. */
export function unknownLead(id: string): LeadFigures {
  return {
    _id: id,
    rev: 0,
    version: 0,
    gone: false,
    type_id: 0,
    source_id: 0,
    status: '',
    agent: '',
    agent_name: '',
    fullname: '',
    carrier: null,
    policy_number: null,
    app_date: null,
    draft_date: null,
    product: null,
    coverage: null,
    premium: null,
    assigned: [],
    dealt_on: '',
    lost_on: '',
    deal_date: '',
    is_deal: false,
    sort: { agent: '', fullname: '', status: '' },
  };
}

const earlier = (known: string, day: string) => (known === '' || day < known ? day : known);

function stated(row: LeadFigures, lead: LeadSummary): LeadFigures {
  if (lead.version < row.version) return row;
  return {
    ...row,
    version: lead.version,
    type_id: lead.type_id,
    source_id: sourceIdOf(lead.source),
    status: lead.status,
    agent: lead.user_id === 0 ? '' : lead.user_id,
    agent_name: lead.user_id === 0 ? '' : (lead.agent_fullname ?? ''),
    fullname: isListedDeal(lead.status) ? lead.fullname : '',
    carrier: lead.premium_carrier,
    policy_number: lead.policy_number,
    app_date: lead.app_date,
    draft_date: lead.draft_date,
    product: lead.term ?? lead.coverage_type,
    coverage: centsOrNull(lead.coverage_amount),
    premium: centsOrNull(lead.premium_price),
  };
}

/** In one order whatever order they came in, so that a rebuilt row is the same row. */
function inOrder(assignments: readonly Omit<Assignment, 'since'>[]): Assignment[] {
  const last = new Map<string, string>();
  return [...assignments]
    .sort((a, b) => a.day.localeCompare(b.day) || a.agent.localeCompare(b.agent))
    .map(({ agent, day }) => {
      const since = last.get(agent) ?? '';
      last.set(agent, day);
      return { agent, day, since };
    });
}

function assigned(row: LeadFigures, { agent, day }: Omit<Assignment, 'since'>): LeadFigures {
  if (row.assigned.some((known) => known.agent === agent && known.day === day)) return row;
  return { ...row, assigned: inOrder([...row.assigned, { agent, day }]) };
}

function reached(row: LeadFigures, status: StatusCode, day: string): LeadFigures {
  if (isDeal(status)) return { ...row, dealt_on: earlier(row.dealt_on, day) };
  if (isListedDeal(status)) return { ...row, lost_on: earlier(row.lost_on, day) };
  return row;
}

function withUpdate(row: LeadFigures, update: LeadUpdate): LeadFigures {
  // A lead that is gone is gone: nothing that comes late brings it back.
  if (row.gone) return row;
  switch (update.is) {
    case 'stated':
      return stated(row, update.summary);
    case 'assigned':
      return assigned(row, update);
    case 'reached':
      return reached(row, update.status, update.day);
    case 'gone':
      return { ...unknownLead(row._id), rev: row.rev, gone: true };
  }
}

/** The day that a listed lead counts for; '' where none is known yet. */
function dealDate({ status, app_date, dealt_on, lost_on }: LeadFigures): string {
  if (status === '' || !isListedDeal(status)) return '';
  if (app_date !== null) return app_date;
  return isDeal(status) ? dealt_on : dealt_on || lost_on;
}

/**
 * A lead's row after facts about it. Facts may come in any order and any number of times: the row is the same. What
 * changes nothing answers an equal row.
 */
export function foldUpdates(before: LeadFigures, updates: readonly LeadUpdate[]): LeadFigures {
  const row = updates.reduce(withUpdate, before);
  const deal_date = dealDate(row);
  return {
    ...row,
    deal_date,
    is_deal: deal_date !== '' && row.status !== '' && isDeal(row.status),
    sort: {
      agent: row.agent_name.toLowerCase(),
      fullname: row.fullname.toLowerCase(),
      status: row.status === '' ? '' : statusTitle(row.status).toLowerCase(),
    },
  };
}
