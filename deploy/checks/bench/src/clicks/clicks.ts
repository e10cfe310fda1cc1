import { setTimeout as pause } from 'node:timers/promises';
import type { Lead } from '@crm/contracts/entities/lead.js';
import { thisMonth } from '@crm/contracts/entities/stats.js';
import { filterLeads } from '@crm/contracts/http/lead-lists.js';
import { getLead, restChangeLead } from '@crm/contracts/http/leads.js';
import { sendText } from '@crm/contracts/http/messaging.js';
import { getStatistic } from '@crm/contracts/http/stats.js';
import { openedLead } from '@crm/contracts/http/opened-lead.js';
import { clientEvents } from '@crm/contracts/sockets/client-events.js';
import { newWords } from '@crm/faults/load/write-texts.js';
import type { Caller } from '../day/caller.js';
import type { DeskSocket } from '../day/desk-socket.js';
import type { Desk } from '../day/staff.js';

/** Talk time of a call: its cost is at the start and end. A conference's customer is rung only once the agent is in it. */
const talkMs = 3_000;
const textEveryMs = 50;
const hungUpMs = 5_000;

/** A simulated user with everything it needs. */
export interface Clicker extends Desk {
  socket: DeskSocket;
  caller: Caller;
  /** Leads that the agent may open. */
  leads: readonly string[];
  /** The customer's lead as the last answer had it: what the next save is made from. */
  known?: Pick<Lead, 'type' | 'version'>;
}

/** A kind of click: its target, how often it is measured, and what it does. */
export interface Click {
  /** Target CPU time in milliseconds. */
  wanted: number;
  times: number;
  /** All users at once, for clicks that take seconds: idle cost would otherwise dominate. */
  isTogether?: boolean;
  once: (clicker: Clicker, turn: number) => Promise<unknown>;
  /** What the bare server is asked for in its place, one after the other; only where there is something to compare. */
  bare?: (clicker: Clicker, turn: number) => readonly string[];
}

const said = async (answer: ReturnType<DeskSocket['say']>) => {
  const heard = await answer;
  if (heard.is !== 'acknowledged') throw new Error(`A click was not done: ${JSON.stringify(heard)}`);
  return heard.answer;
};

const leadOf = ({ leads }: Clicker, turn: number): string => {
  const id = leads[turn % leads.length];
  if (id === undefined) throw new Error('An agent has no lead to open');
  return id;
};

const hold = (clicker: Clicker, id: string) =>
  said(clicker.socket.say(clientEvents.busyLead, { lead_id: id }));
const release = (clicker: Clicker, id: string) =>
  said(clicker.socket.say(clientEvents.unbusyLead, { lead_id: id }));

const page = { type: 2 as const, source: null };

/** The clicks of an agent's day, as the browser makes them. */
export const clicks: Readonly<Record<string, Click>> = {
  'list page': {
    ...{ wanted: 5, times: 200 },
    once: ({ agent }, turn) =>
      agent.must(filterLeads, { body: { params: page, limit: 10, page: 1 + (turn % 3) } }),
    bare: (_clicker, turn) => [`list/all/${String(turn)}`],
  },
  search: {
    ...{ wanted: 5, times: 200 },
    once: ({ agent }) => agent.must(filterLeads, { body: { params: { ...page, q: 'mar' }, limit: 10 } }),
  },
  'hold and release': {
    ...{ wanted: 6, times: 200 },
    once: async (clicker, turn) => {
      const id = leadOf(clicker, turn);
      await hold(clicker, id);
      await release(clicker, id);
    },
  },
  'open a lead, with release': {
    ...{ wanted: 14, times: 200 },
    once: async (clicker, turn) => {
      const id = leadOf(clicker, turn);
      const answer = await said(clicker.socket.say(clientEvents.busyLead, { lead_id: id, opens: true }));
      const { texts, followups } = openedLead.parse(answer['opened']);
      if (texts === undefined || followups === undefined)
        throw new Error('A lead came without all its parts');
      await release(clicker, id);
    },
    bare: (clicker, turn) => [`open/${leadOf(clicker, turn)}`, `release/${leadOf(clicker, turn)}`],
  },
  save: {
    ...{ wanted: 12, times: 200 },
    once: async (clicker, turn) => {
      const { agent, customer } = clicker;
      const { id } = customer;
      clicker.known ??= (await agent.must(getLead, { params: { id } })).lead;
      const { type, version } = clicker.known;
      const { lead } = await agent.must(restChangeLead, {
        params: { id },
        body: { type, version, address: `${String(turn)} Measured Street` },
      });
      clicker.known = lead;
    },
    bare: (clicker, turn) => [`save/${leadOf(clicker, turn)}/${String(turn)}`],
  },
  'text with its hooks': {
    ...{ wanted: 30, times: 200 },
    once: async ({ agent, customer }) => {
      const text = newWords('Agent writes');
      const { id: lead_id, phone: to } = customer;
      await agent.must(sendText, { body: { lead_id, user_id: agent.user.id, text, to, key: text } });
      await pause(textEveryMs);
    },
  },
  'call with its hooks': {
    ...{ wanted: 50, times: 80, isTogether: true },
    once: async ({ caller }) => {
      await caller.call(talkMs);
      // Whoever calls again before the carrier has told of the end is refused, which is no call.
      await pause(hungUpMs);
    },
  },
  statistic: {
    ...{ wanted: 6, times: 200 },
    once: ({ agent }) => agent.must(getStatistic, { body: { filters: { date: thisMonth(new Date()) } } }),
  },
};
