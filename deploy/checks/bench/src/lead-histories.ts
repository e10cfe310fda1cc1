import { createHash } from 'node:crypto';
import type { Envelope } from '@crm/contracts/bus/envelope.js';
import { leadAssigned, leadCreated, leadStatusChanged } from '@crm/contracts/bus/events.js';
import { sources } from '@crm/contracts/codes/sources.js';
import type { StatusCode } from '@crm/contracts/codes/statuses.js';
import { exampleLeadSummary, type LeadSummary } from '@crm/contracts/entities/lead.js';
import { exampleUser, type User } from '@crm/contracts/entities/user.js';
import { addDays } from '@crm/contracts/time/pacific.js';

const carriers = ['Mutual of Omaha', 'American General', 'Aetna', 'Transamerica', 'Foresters'];
const dealt = ['inApplication', 'underwriting', 'approved', 'in-force'] as const satisfies StatusCode[];
const others = ['newLead', 'contactAttempt1', 'followUp', 'emailed', 'notInterested'] as const;
/** Leads come over this many days. */
export const historyDays = 365;

/** A lead's current state, and the days of its assignments and statuses. */
export interface LeadStory {
  summary: LeadSummary;
  made: string;
  given: { agent: string; day: string }[];
  /** The day of its status, where that makes a deal or loses one. */
  reached: string | undefined;
}

const hexOf = (text: string) => createHash('md5').update(text).digest('hex').slice(0, 24);

export const makeAgents = (count: number): User[] =>
  Array.from({ length: count }, (_, index) => ({
    ...exampleUser,
    id: hexOf(`agent ${String(index)}`),
    role_id: 2,
    banned: 0,
    fullname: `Agent ${String(index).padStart(3, '0')}`,
    email: `agent-${String(index)}@example.com`,
  }));

/** Deterministic pseudo-random numbers below one. */
function chances(seed: number): () => number {
  let state = (seed * 2_654_435_761) >>> 0;
  return () => {
    state = (Math.imul(state ^ (state >>> 15), 2_246_822_519) + 0x9e37_79b9) >>> 0;
    return ((state ^ (state >>> 13)) >>> 0) / 2 ** 32;
  };
}

/**
 * The history of the lead with this number: nine in ten have an agent, one in ten of these was reassigned, a few
 * returned to the same agent on a later day, one in seven is a deal, some deals were lost.
 */
export function storyOf(index: number, agents: readonly User[], today: string): LeadStory {
  const chance = chances(index + 1);
  const whole = (below: number) => Math.floor(chance() * below);
  const pick = <T>(of: readonly [T, ...T[]]): T => of[whole(of.length)] ?? of[0];
  const made = addDays(today, -whole(historyDays));
  const later = () => {
    const day = addDays(made, 1 + whole(40));
    return day > today ? today : day;
  };
  const someone = () => agents[whole(agents.length)] ?? exampleUser;
  const first = someone();
  const agent = index % 10 === 0 ? undefined : index % 11 === 0 ? someone() : first;
  const isDeal = index % 7 === 0;
  const status: StatusCode = isDeal ? (index % 63 === 0 ? 'declined' : pick(dealt)) : pick(others);
  const type_id = index % 3 === 0 ? 4 : 2;
  const given = agent === undefined ? [] : [{ agent: first.id, day: made }];
  if (agent !== undefined && index % 11 === 0) given.push({ agent: agent.id, day: later() });
  if (agent !== undefined && index % 23 === 0) given.push({ agent: first.id, day: later() });
  return {
    made,
    given,
    reached: isDeal ? later() : undefined,
    summary: {
      ...exampleLeadSummary,
      id: hexOf(`lead ${String(index)}`),
      type_id,
      source: sources[whole(sources.length)]?.name ?? 'own',
      status,
      user_id: agent?.id ?? 0,
      agent_fullname: agent?.fullname ?? null,
      fullname: `Person ${String(whole(50_000))} Family${String(index % 997)}`,
      term: type_id === 2 ? 'fex' : null,
      coverage_type: null,
      premium_carrier: isDeal ? (carriers[whole(carriers.length)] ?? null) : null,
      premium_price: isDeal ? 20 + whole(20_000) / 100 : null,
      coverage_amount: type_id === 2 ? 5_000 * (1 + whole(10)) : null,
      policy_number: isDeal ? `P-${String(whole(1_000_000))}` : null,
      app_date: isDeal && index % 2 === 0 ? later() : null,
      draft_date: isDeal ? later() : null,
    },
  };
}

const eventId = (lead: number, place: number) =>
  `${lead
    .toString(16)
    .padStart(12, '0')
    .replace(/^(.{8})/, '$1-')}-7000-8000-${place.toString(16).padStart(12, '0')}`;

/** The number of an event's lead, from the event's id. */
export const leadOfEvent = (id: string) => Number.parseInt(id.slice(0, 13).replace('-', ''), 16);

/** The permanently stored events of it, with the stored fields alone. */
export function keptEventsOf(index: number, { summary, made, given, reached }: LeadStory): Envelope[] {
  const noon = (day: string) => `${day}T20:00:00.000Z`;
  const { id: lead_id, type_id, source, status } = summary;
  const reported: { type: string; day: string; data: object }[] = [
    {
      type: leadCreated.type,
      day: made,
      data: { lead: { id: lead_id, type_id, source, status: 'newLead' }, how: 'person' },
    },
    ...given.map(({ agent, day }) => ({
      type: leadAssigned.type,
      day,
      data: { lead_id, from: 0, to: agent, how: 'manual' },
    })),
    ...(reached === undefined
      ? []
      : [{ type: leadStatusChanged.type, day: reached, data: { lead_id, from: 'newLead', to: status } }]),
  ];
  return reported.map(({ type, day, data }, place) => ({
    specversion: '1.0',
    id: eventId(index, place),
    source: 'leads',
    type,
    time: noon(day),
    subject: `lead/${lead_id}`,
    dataschema: `urn:crm:${type}`,
    datacontenttype: 'application/json',
    data,
    correlationid: eventId(index, place),
    actorid: 'system',
    actorrole: 'system',
    sequence: place + 1,
  }));
}
