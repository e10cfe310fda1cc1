import { maySeeType, seesAll, type Actor } from '@crm/contracts/access.js';
import { typeId, type TypeId } from '@crm/contracts/codes/lead-types.js';
import { normalWeight, sourceById, sources } from '@crm/contracts/codes/sources.js';
import { maxOfReason, type DayReason } from '@crm/contracts/entities/day.js';
import type { Settings } from '@crm/contracts/entities/user.js';
import { knownSettings } from '@crm/domain/settings/save-settings.js';
import { alive } from '@crm/platform/outbox/outbox-fields.js';
import type { LeadsContext } from '../context.js';
import { statusOrder } from '../lead/list-keys.rules.js';
import type { DayFields } from '../lead/lead.model.js';
import { rowProjection, type StoredRow } from '../lead/lead.view.js';
import { contactFields, type ContactLead } from '../permission/contact-lead.js';
import { placesOf, zonesOfPlaces } from '../permission/places.rules.js';
import { inDayOrder, reasonOf, retryAt, type DayCandidate } from './day-order.rules.js';

type DayLead = StoredRow & ContactLead & { day?: DayFields };

const projection = { ...rowProjection, ...contactFields, day: 1 } as const;

const newest = { updatedAt: -1, _id: -1 } as const;
const oldest = { updatedAt: 1, _id: 1 } as const;
const tried = (['contactAttempt1', 'contactAttempt2', 'contactAttempt3', 'contactAttempt4'] as const).map(
  statusOrder,
);

/** A lead with the reason to contact it now. */
export interface FoundLead {
  lead: DayLead;
  reason: DayReason;
  candidate: DayCandidate;
}

/**
 * The queries behind a day: what may be due, who waits, what is new and what was tried; each by an index of its own.
 * `freeAt`: only leads that nobody holds at an instant.
 */
export function dayQueries(agent: string, types: readonly TypeId[], freeAt?: Date) {
  const isFree =
    freeAt === undefined ? {} : { $or: [{ hold: { $exists: false } }, { 'hold.until': { $lte: freeAt } }] };
  const own = { 'list.agent': agent, type_id: { $in: [...types] }, ...isFree };
  const isNew = { 'list.status': statusOrder('newLead') };
  return {
    followups: {
      filter: alive({ ...own, 'day.followup.at': { $type: 'date' as const } }),
      sort: { 'day.followup.at': 1 } as const,
    },
    replies: {
      filter: alive({ ...own, 'day.replied': { $type: 'date' as const } }),
      sort: { 'day.replied': 1 } as const,
    },
    // Leads without an agent are found by the index of their dashboards: most of them are new.
    fresh:
      agent === ''
        ? {
            filter: alive({ ...own, 'list.source': { $in: sources.map(({ id }) => id) }, ...isNew }),
            sort: newest,
          }
        : { filter: alive({ ...own, ...isNew }), sort: newest },
    // A lead that was tried is its agent's to try again.
    ...(agent === ''
      ? {}
      : { tried: { filter: alive({ ...own, 'list.status': { $in: tried } }), sort: oldest } }),
  };
}

function candidateOf(
  { status, source_id, createdAt, day, zipcode, state, phone }: DayLead,
  { source_weights }: Settings,
): DayCandidate {
  const [zone = null] = zonesOfPlaces(placesOf({ zipcode, state, phone }));
  const at = day?.followup?.at ?? null;
  return {
    status,
    weight: source_weights[sourceById(source_id)?.name ?? 'own'] ?? normalWeight,
    createdAt,
    followup: at === null ? null : { at, priority: day?.followup?.priority ?? 3 },
    replied: day?.replied ?? null,
    called: day?.called ?? null,
    zone,
  };
}

/** Whose leads somebody's day is made of: an agent's own, for an admin those without an agent. */
export const dayScope = (actor: Actor): string => (seesAll(actor) ? '' : actor.id);

interface Day {
  found: FoundLead[];
  /** When the clock brings the next one; null where none is known. */
  nextAt: Date | null;
  /** Whether there may be more than were looked at. */
  isPartial: boolean;
}

/**
 * The leads that ask to be contacted now, in order, whether or not they may be: of each reason the first `maxOfReason`.
 * `isFree`: only those that nobody holds.
 */
export async function findDay(
  ctx: LeadsContext,
  actor: Actor,
  now: Date,
  { isFree = false }: { isFree?: boolean } = {},
): Promise<Day> {
  const types = typeId.options.map(({ value }) => value).filter((type) => maySeeType(actor, type));
  if (types.length === 0) return { found: [], nextAt: null, isPartial: false };
  const queries = Object.values(dayQueries(dayScope(actor), types, isFree ? now : undefined));
  const [settings, pages] = await Promise.all([
    knownSettings(ctx),
    Promise.all(
      queries.map(({ filter, sort }) =>
        ctx.leadCollection.find(filter, { projection }).sort(sort).limit(maxOfReason).toArray(),
      ),
    ),
  ]);
  const leads = new Map(pages.flat().map((lead) => [lead._id.toHexString(), lead as DayLead]));
  const found: FoundLead[] = [];
  const later: Date[] = [];
  for (const lead of leads.values()) {
    const candidate = candidateOf(lead, settings);
    const reason = reasonOf(candidate, now);
    if (reason !== undefined) found.push({ lead, reason, candidate });
    else if (candidate.followup !== null) later.push(candidate.followup.at);
    else if (candidate.called !== null)
      later.push(retryAt(candidate.status, candidate.called, candidate.zone));
  }
  const nextAt = later.filter((at) => at > now).sort((one, other) => one.getTime() - other.getTime())[0];
  return {
    found: inDayOrder(found),
    nextAt: nextAt ?? null,
    isPartial: pages.some(({ length }) => length === maxOfReason),
  };
}
