import type { Actor } from '@crm/contracts/access.js';
import type { AnswerOf } from '@crm/contracts/endpoint/endpoint.js';
import { roles } from '@crm/contracts/codes/roles.js';
import { noDayFigures, type DayFigures } from '@crm/contracts/entities/stats.js';
import type { getDayFigures as endpoint } from '@crm/contracts/http/stats.js';
import { dollarsOf } from '@crm/contracts/money.js';
import { addDays, pacificDate } from '@crm/contracts/time/pacific.js';
import type { StatsContext } from '../context.js';
import { figureFilter } from '../filter/filter.rules.js';
import { readLines } from '../months/read-lines.js';
import { countFigures } from '../statistic/count-figures.js';

type ByAgent = ReadonlyMap<string, DayFigures>;

/** The figures of everybody who called or sold on a day; those of leads without an agent are nobody's. */
async function figuresOn(ctx: Pick<StatsContext, 'callDays' | 'sets'>, day: string): Promise<ByAgent> {
  const [calls, set] = await Promise.all([
    ctx.callDays.find({ day }, { counted: 0 }).lean(),
    ctx.sets.shown(),
  ]);
  const everybody = { role: roles.admin, id: '', subroles: [], fullname: '' };
  const sold = countFigures(await readLines(set, figureFilter(everybody, { date: [day] })), 'agent');
  const figures = new Map<string, DayFigures>();
  for (const { user_id, calls: made, contacts, talk_seconds } of calls)
    figures.set(user_id, { ...noDayFigures, calls: made, contacts, talk_seconds });
  for (const [agent, { deals, premium }] of sold) {
    if (agent === '' || deals === 0) continue;
    figures.set(agent, {
      ...(figures.get(agent) ?? noDayFigures),
      deals,
      premium: dollarsOf(premium),
    });
  }
  return figures;
}

const sumOf = (all: readonly DayFigures[]): DayFigures =>
  all.reduce(
    (sum, each) => ({
      calls: sum.calls + each.calls,
      contacts: sum.contacts + each.contacts,
      talk_seconds: sum.talk_seconds + each.talk_seconds,
      deals: sum.deals + each.deals,
      premium: Math.round((sum.premium + each.premium) * 100) / 100,
    }),
    noDayFigures,
  );

/** An average to one decimal, of money to the cent. */
function averageOf(all: readonly DayFigures[]): DayFigures {
  const count = Math.max(1, all.length);
  const { premium, ...counts } = sumOf(all);
  const [calls, contacts, talk_seconds, deals] = [
    counts.calls,
    counts.contacts,
    counts.talk_seconds,
    counts.deals,
  ].map((sum) => Math.round((sum / count) * 10) / 10);
  return {
    ...{ calls: calls ?? 0, contacts: contacts ?? 0, talk_seconds: talk_seconds ?? 0, deals: deals ?? 0 },
    premium: Math.round((premium / count) * 100) / 100,
  };
}

/**
 * Somebody's own figures of today and yesterday in Los Angeles, and the average of everybody who called or sold today; for
 * an admin the figures of all together.
 */
export async function getDayFigures(
  ctx: Pick<StatsContext, 'callDays' | 'sets' | 'clock'>,
  actor: Actor,
): Promise<AnswerOf<typeof endpoint>> {
  const today = pacificDate(ctx.clock.now());
  const [now, before] = await Promise.all([figuresOn(ctx, today), figuresOn(ctx, addDays(today, -1))]);
  const shown = (figures: ByAgent) =>
    actor.role === roles.admin ? sumOf([...figures.values()]) : (figures.get(actor.id) ?? noDayFigures);
  return {
    today: shown(now),
    yesterday: shown(before),
    team: averageOf([...now.values()]),
    people: now.size,
  };
}
