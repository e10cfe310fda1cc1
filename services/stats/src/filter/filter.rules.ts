import type { TypeId } from '@crm/contracts/codes/lead-types.js';
import { sources, type SourceId } from '@crm/contracts/codes/sources.js';
import { ownersSeen, type Actor } from '@crm/contracts/access.js';
import type { StatsFilters } from '@crm/contracts/entities/stats.js';
import { addDays, pacificDate } from '@crm/contracts/time/pacific.js';
import { addMonths, monthOf, type Range } from './months.rules.js';

/** A filter as the rows understand it: the days, both included, and agents by id, '' for none. */
export interface FigureFilter extends Range {
  agents: readonly string[] | undefined;
  sources: readonly SourceId[];
  types: readonly TypeId[];
}

/** Days sort as text: every day that can be written lies between these. */
const [firstEver, lastEver] = ['0001-01-01', '9999-12-31'];

const chosenOrAll = <T>(chosen: readonly T[] | undefined, all: readonly T[]) =>
  chosen === undefined || chosen.length === 0 ? all : chosen;

/** What somebody may see of what was asked for: an agent the own leads alone and a team lead the team's, whatever is sent. */
export function figureFilter(actor: Actor, { date = [], agents, ...filters }: StatsFilters): FigureFilter {
  const [first = firstEver, last = date.length === 0 ? lastEver : first] = date;
  const asked = agents?.map((agent) => (agent === 0 ? '' : agent));
  const own = ownersSeen(actor);
  const all = asked === undefined || asked.length === 0 ? undefined : [...new Set(asked)];
  return {
    first,
    last,
    agents:
      own === undefined
        ? all
        : chosenOrAll(
            all?.filter((agent) => own.includes(agent)),
            own,
          ),
    sources: chosenOrAll(
      filters.sources,
      sources.map(({ id }) => id),
    ),
    types: chosenOrAll(filters.types, [2, 4]),
  };
}

/** The days alone, or as much of a filter as is asked for beside them. */
type Asked = Range & Partial<FigureFilter>;

const ofKind = ({ types, sources: from }: Pick<Partial<FigureFilter>, 'types' | 'sources'>) => ({
  ...(types === undefined ? {} : { type_id: { $in: [...types] } }),
  ...(from === undefined ? {} : { source_id: { $in: [...from] } }),
});
const days = ({ first, last }: Range) => ({ $gte: first, $lte: last });
const someAgents = ({ agents }: Asked) => (agents === undefined ? {} : { agent: { $in: [...agents] } });

/** Every lead in the list of deals; '' stands before every day, so whoever is not listed is not found. */
export const listedIn = (filter: Asked) => ({
  ...someAgents(filter),
  deal_date: days(filter),
  ...ofKind(filter),
});

/** The deals among them. */
export const dealsIn = (filter: Asked) => ({ ...listedIn(filter), is_deal: true });

/** As many days are asked for one by one: of an array a range is followed by one of its ends alone. */
const maxSingleDays = 62;

function singleDays({ first, last }: Range): string[] | undefined {
  const all = [first];
  for (let day = addDays(first, 1); day <= last; day = addDays(day, 1)) {
    all.push(day);
    if (all.length > maxSingleDays) return undefined;
  }
  return all;
}

function daysGiven(range: Range) {
  const single = singleDays(range);
  return single === undefined ? days(range) : { $in: single };
}

/** Leads that were assigned, and their assignments among all that they had. */
export const assignedIn = (filter: Asked) => ({
  leads: { assigned: { $elemMatch: { ...someAgents(filter), day: daysGiven(filter) } }, ...ofKind(filter) },
  assignments: {
    'assigned.day': days(filter),
    ...(filter.agents === undefined ? {} : { 'assigned.agent': { $in: [...filter.agents] } }),
  },
});

/** Leads that are an agent's now, whenever they came. */
export const heldBy = (agent: string, filter: FigureFilter) => ({ agent, ...ofKind(filter) });

const monthsShown = 12;

/** The twelve months up to the last day of a filter, or up to today where it has none: `2026-11`, the oldest first. */
export function monthsUpTo({ last }: Pick<FigureFilter, 'last'>, now: Date): string[] {
  const latest = monthOf(last === lastEver ? pacificDate(now) : last);
  return Array.from({ length: monthsShown }, (_, index) => addMonths(latest, index + 1 - monthsShown));
}
