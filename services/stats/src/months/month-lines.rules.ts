import type { SourceId } from '@crm/contracts/codes/sources.js';
import type { TypeId } from '@crm/contracts/codes/lead-types.js';
import type { LeadFigures } from '../leads/lead-figures.rules.js';
import type { FigureFilter } from '../filter/filter.rules.js';
import { monthOf } from '../filter/months.rules.js';

/** What lines are told apart by: whose leads, where from, of what kind. */
export interface LineKind {
  /** By id, '' for none. */
  agent: string;
  source: SourceId;
  type: TypeId | 0;
}

/** How many leads were assigned. `since` is the day on which the agent had got them before, '' for never. */
export interface AssignedLine extends LineKind {
  since: string;
  count: number;
}

/** How many deals there are in a month, and what they come to in cents. */
export interface DealLine extends LineKind {
  month: string;
  count: number;
  premium: number;
  coverage: number;
}

/** What some days come to: figures of any agents, sources and types are sums of lines. */
export interface Lines {
  assigned: AssignedLine[];
  deals: DealLine[];
}

type Counted = Pick<
  LeadFigures,
  'agent' | 'source_id' | 'type_id' | 'assigned' | 'is_deal' | 'deal_date' | 'premium' | 'coverage'
>;

/** What a row adds to each month that it counts in, as text that differs where it adds something else. */
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

/** The months whose lines are others once a row has changed from one state to another: `2026-11`, in order. */
export function changedMonths(before: Counted, after: Counted): string[] {
  const [was, is] = [shares(before), shares(after)];
  return [...new Set([...was.keys(), ...is.keys()])]
    .filter((month) => was.get(month) !== is.get(month))
    .sort();
}

/**
 * The lines that a filter finds. An agent counts a lead once in a range, however often it was given to them: what was
 * given to them before, on a day in the range, is counted there.
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
