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
  /** Incremented with every write, for optimistic concurrency. */
  rev: number;
  /** The lead version of the state; 0 while only facts are known, and for deleted leads. */
  version: number;
  gone: boolean;
  /** Of a deleted lead: the version of its deletion; missing where it was erased. */
  gone_version?: number;
  /** What is known of a deleted lead and counted again if it is restored; missing where it was erased. */
  hidden?: Pick<LeadFigures, 'assigned' | 'dealt_on' | 'lost_on'>;
  type_id: TypeId | 0;
  /** 0 for none. */
  source_id: SourceId;
  status: StatusCode | '';
  agent: string;
  agent_name: string;
  /** Only for leads in the list of deals: no other name is needed here. */
  fullname: string;
  carrier: string | null;
  policy_number: string | null;
  app_date: string | null;
  draft_date: string | null;
  product: string | null;
  coverage: number | null;
  premium: number | null;
  assigned: Assignment[];
  /** The first day in a deal status, and the first on which it was lost; '' for never. */
  dealt_on: string;
  lost_on: string;
  /** The day it counts for in the list of deals; '' if it is not listed. */
  deal_date: string;
  /** Whether it counts as a deal now. */
  is_deal: boolean;
  /** Months, `2026-11`, whose lines are stale since the row changed, until they have been invalidated. */
  owed?: string[];
  /** Sort keys of text columns. */
  sort: { agent: string; fullname: string; status: string };
}

/** A lead about which nothing is known yet. */
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

/** In canonical order, so that a rebuilt row is identical. */
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

/** A row of which nothing is counted; what is known of a deleted lead is beside it. */
function goneAt(row: LeadFigures, version: number): LeadFigures {
  if (version <= row.version) return row;
  const { assigned, dealt_on, lost_on } = row;
  return {
    ...unknownLead(row._id),
    rev: row.rev,
    gone: true,
    gone_version: version,
    hidden: { assigned, dealt_on, lost_on },
  };
}

/** A deleted lead with one more fact: only a later state or deletion of it changes what is counted. */
function withUpdateOfGone(row: LeadFigures, update: LeadUpdate): LeadFigures {
  const { gone_version, hidden, ...counted } = row;
  if (gone_version === undefined || hidden === undefined) return row;
  const known: LeadFigures = { ...counted, gone: false, ...hidden };
  switch (update.is) {
    case 'erased':
      return erased(row);
    case 'gone':
      return { ...row, gone_version: Math.max(gone_version, update.version) };
    case 'stated':
      return update.summary.version > gone_version ? stated(known, update.summary) : row;
    default: {
      const { assigned: assignments, dealt_on, lost_on } = withUpdate(known, update);
      return { ...row, hidden: { assigned: assignments, dealt_on, lost_on } };
    }
  }
}

const erased = ({ _id, rev }: LeadFigures): LeadFigures => ({ ...unknownLead(_id), rev, gone: true });

function withUpdate(row: LeadFigures, update: LeadUpdate): LeadFigures {
  if (row.gone) return withUpdateOfGone(row, update);
  switch (update.is) {
    case 'stated':
      return stated(row, update.summary);
    case 'assigned':
      return assigned(row, update);
    case 'reached':
      return reached(row, update.status, update.day);
    case 'gone':
      return goneAt(row, update.version);
    case 'erased':
      return erased(row);
  }
}

/** The day that a listed lead counts for; '' if unknown. */
function dealDate({ status, app_date, dealt_on, lost_on }: LeadFigures): string {
  if (status === '' || !isListedDeal(status)) return '';
  if (app_date !== null) return app_date;
  return isDeal(status) ? dealt_on : dealt_on || lost_on;
}

/**
 * Folds facts into a lead's row. Commutative and idempotent: facts may arrive in any order and more than once.
 * Facts that change nothing return an equal row.
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
