import { paceMs } from '../day/pace.rules.js';

/** What one click, or one second without any, costs each part of the system: processor milliseconds by its name. */
type Cost = ReadonlyMap<string, number>;

const minute = 60_000;
/** How often an agent of the day makes each kind of click in a minute; pages of follow-ups and deals count as what they are like. */
const perMinute: Readonly<Record<string, number>> = {
  'list page': minute / paceMs.page + minute / paceMs.followups,
  'open a lead, with release': minute / paceMs.lead,
  save: minute / paceMs.save,
  'text with its hooks': minute / paceMs.text,
  'call with its hooks': minute / paceMs.call,
  statistic: minute / paceMs.statistic + minute / paceMs.deals,
};

/** Parts of which there is one, however many processes of each service there are. */
const single: ReadonlySet<string> = new Set(['store', 'broker', 'redis']);

export interface Part {
  name: string;
  /** Cores that are busy in all of its processes together. */
  cores: number;
  processes: number;
  /** The share of a core that one of its processes is busy. */
  share: number;
}

/** `leads-1` is a process of leads. */
const partOf = (process: string) => process.replace(/-\d+$/, '');

/** Processor milliseconds of an agent's minute of the day, by part. */
export function agentMinute(clicks: ReadonlyMap<string, Cost>): Map<string, number> {
  const spent = new Map<string, number>();
  for (const [name, times] of Object.entries(perMinute)) {
    const cost = clicks.get(name);
    if (cost === undefined) throw new Error(`The click ${name} was not measured`);
    for (const [process, ms] of cost) {
      const part = partOf(process);
      spent.set(part, (spent.get(part) ?? 0) + times * Math.max(0, ms));
    }
  }
  return spent;
}

/**
 * How busy each part is with so many agents at work, `processes` of each service and one store, broker and Redis, the
 * busiest first. What idling costs falls on each process anew.
 */
export function capacityOf(
  { clicks, idle }: { clicks: ReadonlyMap<string, Cost>; idle: Cost },
  { agents, processes }: { agents: number; processes: number },
): Part[] {
  const idling = new Map([...idle].map(([process, ms]) => [partOf(process), ms]));
  return [...agentMinute(clicks)]
    .map(([name, ms]) => {
      const many = single.has(name) ? 1 : processes;
      const cores = (agents * ms) / minute + (many * (idling.get(name) ?? 0)) / 1_000;
      return { name, cores, processes: many, share: cores / many };
    })
    .sort((one, other) => other.share - one.share);
}
