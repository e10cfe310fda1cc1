import type { SourceId } from '@crm/contracts/codes/sources.js';
import type { TypeId } from '@crm/contracts/codes/lead-types.js';
import type { LeadFigures } from '../leads/lead-figures.rules.js';
import type { FigureFilter } from '../filter/filter.rules.js';
import { monthOf } from '../filter/months.rules.js';

/** The dimensions of a line: agent, source and type. */
export interface LineKind {
  /** By id, '' for none. */
  agent: string;
  source: SourceId;
  type: TypeId | 0;
}

/** Number of leads assigned. `since` is the day of the agent's previous assignment of them, '' for never. */
export interface AssignedLine extends LineKind {
  since: string;
  count: number;
}

/** Number of deals in a month and their premium in cents. */
export interface DealLine extends LineKind {
  month: string;
  count: number;
  premium: number;
  coverage: number;
}

/** Aggregates of some days: figures of any agents, sources and types are sums of lines. */
export interface Lines {
  assigned: AssignedLine[];
  deals: DealLine[];
}

type Counted = Pick<
  LeadFigures,
  'agent' | 'source_id' | 'type_id' | 'assigned' | 'is_deal' | 'deal_date' | 'premium' | 'coverage'
>;

/** A row's contribution to each month, as text for comparison. */
function shares(row: Counted): Map<string, string> {
  const { agent, source_id, type_id, assigned, is_deal, deal_date, premium, coverage } = row;
  const all: { month: string; share: readonly unknown[] }[] = assigned.map((one) => ({
    month: monthOf(one.day),
    share: [source_id, type_id, one.agent, one.day, one.since],
  }));
  if (is_deal) all.push({ month: monthOf(deal_date), share: [source_id, type_id, agent, premium, coverage] });
  const byMonth = new Map<string, string>();
  for (const { month, share } of all) byMonth.set(month, (byMonth.get(month) ?? '') + JSON.stringify(share));
  return byMonth;
}

/** The months whose lines change when a row changes from one state to another: `2026-11`, in order. */
export function changedMonths(before: Counted, after: Counted): string[] {
  const [was, is] = [shares(before), shares(after)];
  return [...new Set([...was.keys(), ...is.keys()])]
    .filter((month) => was.get(month) !== is.get(month))
    .sort();
}

/**
 * The lines that match a filter. An agent counts a lead once per range, however often it was assigned: if the
 * previous assignment is in the range, it was counted there.
 */
export function linesFor({ assigned, deals }: Lines, filter: FigureFilter): Lines {
  const agents = filter.agents === undefined ? undefined : new Set(filter.agents);
  const isMeant = ({ agent, source, type }: LineKind) =>
    (agents === undefined || agents.has(agent)) &&
    filter.sources.includes(source) &&
    type !== 0 &&
    filter.types.includes(type);
  return {
    assigned: assigned.filter((line) => line.since < filter.first && isMeant(line)),
    deals: deals.filter(isMeant),
  };
}
