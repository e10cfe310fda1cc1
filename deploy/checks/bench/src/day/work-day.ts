import { setTimeout as pause } from 'node:timers/promises';
import type { LeadRow } from '@crm/contracts/entities/lead.js';
import { thisMonth } from '@crm/contracts/entities/stats.js';
import { filterFollowups, listFollowupsOfLead } from '@crm/contracts/http/followups.js';
import { filterLeads } from '@crm/contracts/http/lead-lists.js';
import { restChangeLead } from '@crm/contracts/http/leads.js';
import { listTexts, sendText } from '@crm/contracts/http/messaging.js';
import { openedLead } from '@crm/contracts/http/opened-lead.js';
import { getDeals, getStatistic } from '@crm/contracts/http/stats.js';
import { clientEvents } from '@crm/contracts/sockets/client-events.js';
import { customerWrites, newWords } from '@crm/faults/load/write-texts.js';
import type { Caller } from './caller.js';
import type { DeskSocket } from './desk-socket.js';
import type { LiveTimes } from './live-times.js';
import { between, firstDue, nextDue, oneOf, paceMs, pauseOf, type Doing, type Draw } from './pace.rules.js';
import type { Records } from './records.js';
import type { Desk } from './staff.js';
import type { Tallies } from './tallies.js';

const talkMs = { least: 15_000, most: 60_000 };
/** How long a customer takes to reply; every other one does. */
const answerMs = { least: 5_000, most: 30_000 };
/** Lists that no import affects: rows of imports would arrive there as hints. */
const sourcesLookedAt = [1, 2, 3, 5] as const;
const pagesLookedAt = 3;
/** Parts of an opened lead whose service did not answer in time. */
export const late = { texts: 'its texts, late', followups: 'its follow-up, late' } as const;

/** Shared state of the day. */
export interface Day {
  tallies: Tallies;
  records: Records;
  live: LiveTimes;
  carrierUrl: string;
  /** Whether an import is running. */
  isImporting: () => boolean;
  /** When texts of customers were submitted to the carrier, by lead, oldest first: live events carry no words. */
  writtenAt: Map<string, number[]>;
  until: number;
}

/**
 * One agent from the first click to the last. Resolves when the last call has ended and every response has arrived.
 */
export async function workDay(
  { agent, customer }: Desk,
  { socket, caller, draw }: { socket: DeskSocket; caller: Caller; draw: Draw },
  day: Day,
): Promise<void> {
  const { tallies, records } = day;
  let rows: LeadRow[] = [];
  let open: Pick<LeadRow, 'id' | 'type' | 'version'> | undefined;
  let saves = 0;
  const aside = new Set<Promise<void>>();
  const inBackground = (work: Promise<void>) => {
    const whole = work.finally(() => aside.delete(whole));
    aside.add(whole);
  };

  async function page(): Promise<void> {
    const source = oneOf(draw, sourcesLookedAt) ?? null;
    const body = {
      params: { type: 2 as const, source },
      limit: 10,
      page: 1 + Math.floor(draw() * pagesLookedAt),
    };
    const kind = day.isImporting() ? 'page, importing' : 'page';
    const answer = await tallies.time(kind, () => agent.call(filterLeads, { body }));
    if (answer !== undefined && answer.leads.length > 0) rows = answer.leads;
  }

  async function leave(): Promise<void> {
    if (open === undefined) return;
    const payload = { lead_id: open.id };
    open = undefined;
    await tallies.time('release', () => socket.say(clientEvents.unbusyLead, payload));
  }

  /** Opens a lead like its page: by one event, and asks itself for what came too late to be in the answer. */
  async function openLead(): Promise<void> {
    await leave();
    const row = oneOf(draw, rows);
    if (row === undefined) return;
    const { id } = row;
    const answer = await tallies.time('lead', () =>
      socket.say(clientEvents.busyLead, { lead_id: id, opens: true }),
    );
    if (answer === undefined) return;
    const { lead, texts, followups } = openedLead.parse(answer['opened']);
    open = { id, type: lead.type, version: lead.version };
    await Promise.all([
      texts ?? tallies.time(late.texts, () => agent.call(listTexts, { params: { id }, query: {} })),
      followups ??
        tallies.time(late.followups, () => agent.call(listFollowupsOfLead, { params: { leadId: id } })),
    ]);
  }

  async function save(): Promise<void> {
    if (open === undefined) await openLead();
    if (open === undefined) return;
    const { id, type, version } = open;
    saves += 1;
    const address = `${String(saves)} ${agent.user.fullname} Street`;
    const sentAt = performance.now();
    const answer = await tallies.time('save', () =>
      agent.call(restChangeLead, { params: { id }, body: { type, version, address } }),
    );
    if (answer === undefined) {
      records.unheard.set(id, [...(records.unheard.get(id) ?? []), address]);
      return;
    }
    const saved = answer.lead.version;
    records.unheard.delete(id);
    open = { id, type, version: saved };
    records.saved += 1;
    records.saves.set(id, { address, version: saved });
    day.live.saved({ id, type, version: saved, sentAt, answeredAt: performance.now() });
  }

  async function text(): Promise<void> {
    const words = newWords('Agent writes');
    const { id: lead_id, phone: to } = customer;
    const body = { lead_id, user_id: agent.user.id, text: words, to, key: `click ${words}` };
    records.texts.set(words, 'unknown');
    const answer = await tallies.time('text', () => agent.call(sendText, { body }));
    if (answer === undefined) return;
    records.texts.set(words, 'acknowledged');
    if (draw() < 0.5) inBackground(customerAnswers(between(draw, answerMs.least, answerMs.most)));
  }

  async function customerAnswers(afterMs: number): Promise<void> {
    await pause(afterMs);
    const words = newWords('Customer writes');
    day.writtenAt.set(customer.id, [...(day.writtenAt.get(customer.id) ?? []), performance.now()]);
    await customerWrites(day.carrierUrl, customer, words);
  }

  const doings: Record<Exclude<Doing, 'call'>, () => Promise<unknown>> = {
    page,
    lead: openLead,
    save,
    text,
    statistic: () =>
      tallies.time('statistic', () =>
        agent.call(getStatistic, { body: { filters: { date: thisMonth(new Date()) } } }),
      ),
    deals: () =>
      tallies.time('deals', () =>
        agent.call(getDeals, { body: { filters: { date: thisMonth(new Date()) } } }),
      ),
    followups: () =>
      tallies.time('follow-ups', () =>
        agent.call(filterFollowups, { body: { params: {}, user_id: agent.user.id } }),
      ),
  };

  const due = firstDue(draw, Date.now());
  for (;;) {
    const { doing, at } = nextDue(due);
    if (at >= day.until) break;
    await pause(Math.max(0, at - Date.now()));
    if (doing === 'call') {
      // Clicks continue during a call; the next call waits for this one.
      due.set(doing, Infinity);
      inBackground(
        caller.call(between(draw, talkMs.least, talkMs.most)).then(() => {
          due.set(doing, Date.now() + pauseOf(draw, paceMs.call));
        }),
      );
      continue;
    }
    await doings[doing]();
    due.set(doing, Date.now() + pauseOf(draw, paceMs[doing]));
  }
  await leave();
  await Promise.all(aside);
}
