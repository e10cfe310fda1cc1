import type { z } from 'zod';
import type {
  contactOptedOut,
  contactOverridden,
  leadAssigned,
  leadCreated,
  leadDeleted,
  leadRestored,
  leadHeld,
  leadOffered,
  leadPriceChanged,
  leadTimelineChanged,
  leadUpdated,
  leadWorkCompleted,
  leadWorkStarted,
} from '@crm/contracts/bus/events.js';
import { typeNameOf, type TypeName } from '@crm/contracts/codes/lead-types.js';
import { roles } from '@crm/contracts/codes/roles.js';
import { sourceIdOf, sources, type SourceName } from '@crm/contracts/codes/sources.js';
import { eventLeadRow, isSealedInRows, type EventLead } from '@crm/contracts/entities/lead.js';
import type { AgentChoice } from '@crm/contracts/ids.js';
import {
  agentRoom,
  leadRoom,
  leadsOfRoom,
  rawLeadsOfTypeRoom,
  rawLeadsOfUserRoom,
  rawLeadsRoom,
  roleRoom,
  sourceRoom,
  typeRoom,
  userRoom,
} from '@crm/contracts/sockets/rooms.js';
import { leave, emissionOf, type Step } from './steps.js';

type Data<M extends { data: z.ZodType }> = z.output<M['data']>;

/** What decides which lists a lead is in. */
interface Place {
  type: TypeName;
  source: SourceName;
  user_id: AgentChoice;
}

const admins = roleRoom(roles.admin);

/** The rooms of a lead's agent and of whoever leads their team, or none where it has no agent. */
const roomsOfAgent = ({ user_id, source, type }: Place) =>
  user_id === 0 ? [] : [agentRoom(user_id, sourceIdOf(source), type), leadsOfRoom(user_id)];

/** The lists a lead is in: its source's (admins), its agent's own, and its type's only while it has no agent. */
function listRooms(lead: Place): string[] {
  const source = sourceRoom(sourceIdOf(lead.source), lead.type);
  return lead.user_id === 0 ? [source, typeRoom(lead.type)] : [source, ...roomsOfAgent(lead)];
}

/** The raw-leads pages a lead is in: admins', and those of whoever may work it. */
function rawRooms({ user_id, type }: Pick<Place, 'user_id' | 'type'>): string[] {
  return [rawLeadsRoom, user_id === 0 ? rawLeadsOfTypeRoom(type) : rawLeadsOfUserRoom(user_id)];
}

/** Every list a lead may have stood in under another source; its row says where it stands now. */
function roomsOfEverySource(lead: EventLead): string[] {
  return sources.flatMap((source) => listRooms({ ...lead, source: source.name }));
}

/** `lead.created`: the lists get the row; rows of an import are counted instead, one hint for many. */
export function leadCreatedSteps({ lead, how }: Data<typeof leadCreated>): Step[] {
  const pace = { list: lead.type };
  if (how === 'import') {
    const rooms = lead.empty === 1 ? [...listRooms(lead), ...rawRooms(lead)] : listRooms(lead);
    return [emissionOf('leadsChanged', { type: lead.type, count: 1 }, rooms, { pace })];
  }
  return rowSteps(lead);
}

/** A row that comes into the lists. */
function rowSteps(lead: EventLead): Step[] {
  const pace = { list: lead.type };
  const row = eventLeadRow.parse(lead);
  const created = emissionOf('createLead', row, listRooms(lead), { pace });
  return lead.empty === 1 ? [created, emissionOf('rawLeadAdd', row, rawRooms(lead), { pace })] : [created];
}

/** `lead.restored`: the lists get the row again. */
export function leadRestoredSteps({ lead }: Data<typeof leadRestored>): Step[] {
  return rowSteps(lead);
}

/** A lead that stays where it is: its row in every list, and all that events carry of it to who has it open. */
function changedSteps(lead: EventLead, changed: readonly string[] = []): Step[] {
  const lists = changed.includes('source') ? roomsOfEverySource(lead) : listRooms(lead);
  const raws = lead.empty === 1 || changed.includes('empty') ? rawRooms(lead) : [];
  return [
    emissionOf('updateLeads', eventLeadRow.parse(lead), [...new Set([...lists, ...raws])], {
      pace: { list: lead.type },
    }),
    emissionOf('updateLead', lead, [leadRoom(lead.id)]),
    // The table that shows it reads it anew: no row carries it.
    ...(changed.some(isSealedInRows) && raws.length > 0
      ? [emissionOf('leadsChanged', { type: lead.type, count: 1 }, raws, { pace: { list: lead.type } })]
      : []),
  ];
}

/** `lead.updated` */
export function leadUpdatedSteps({ lead, changed }: Data<typeof leadUpdated>): Step[] {
  return changedSteps(lead, changed);
}

/** `lead.price-changed`: the premium and its carrier; the lead itself comes by `lead.updated`. */
export function leadPriceSteps(
  { type_id, source, user_id, lead_id, price, premium_carrier, premium_price }: Data<typeof leadPriceChanged>,
  version: number,
): Step[] {
  const type = typeNameOf[type_id];
  return [
    emissionOf(
      'updatePremiumCarrier',
      { lead_id, premium_carrier, premium_price, price, version },
      listRooms({ type, source, user_id }),
      { pace: { list: type } },
    ),
  ];
}

/**
 * `lead.held`, `lead.released`: the row, in every list and to who has the lead open, at once there. Nothing of the lead
 * was saved, so nobody is told 'Lead updated'.
 */
export function leadHoldSteps({ lead }: Data<typeof leadHeld>): Step[] {
  const open = leadRoom(lead.id);
  const raws = lead.empty === 1 ? rawRooms(lead) : [];
  return [
    emissionOf('updateLeads', lead, [open]),
    emissionOf('updateLeads', lead, [...listRooms(lead), ...raws], {
      except: [open],
      pace: { list: lead.type },
    }),
  ];
}

/**
 * `lead.assigned`: who loses the lead is told that it is gone, before anything else, and leaves its room; who gets it
 * is told of a new one; admins see a row change. Nobody is told twice.
 */
export function leadAssignedSteps({ lead, from, to }: Data<typeof leadAssigned>): Step[] {
  // A new lead with its agent: nobody had it before, and `lead.created` shows it.
  if (lead === undefined) return [];
  if (from === to) return changedSteps(lead);
  const { id, type, version } = lead;
  const pace = { list: type };
  const raw = lead.empty === 1;
  const row = eventLeadRow.parse(lead);
  const open = leadRoom(id);
  const winner = to === 0 ? [] : [userRoom(to), leadsOfRoom(to)];
  const loser = from === 0 ? [] : [userRoom(from), leadsOfRoom(from)];
  const place: Place = { type, source: lead.source, user_id: to };

  const losingLists = from === 0 ? [typeRoom(type), rawLeadsOfTypeRoom(type)] : loser;
  const gainingLists = to === 0 ? [typeRoom(type)] : roomsOfAgent(place);
  const gainingRaws = to === 0 ? [rawLeadsOfTypeRoom(type)] : [rawLeadsOfUserRoom(to), leadsOfRoom(to)];

  return [
    // Not paced: a page with the lead open must learn of its loss, however many leads change hands at once.
    emissionOf('deleteLead', { lead_id: id, version }, [open], { except: [admins, ...winner] }),
    emissionOf('deleteLead', { lead_id: id, version }, losingLists, {
      except: [admins, ...winner, open],
      pace,
    }),
    leave(open, [admins, ...winner]),
    emissionOf('updateLead', lead, [open]),
    emissionOf(
      'updateLeads',
      row,
      [sourceRoom(sourceIdOf(lead.source), type), ...(raw ? [rawLeadsRoom] : [])],
      {
        pace,
      },
    ),
    emissionOf('createLead', row, gainingLists, { except: [admins, ...loser], pace }),
    ...(raw ? [emissionOf('rawLeadAdd', row, gainingRaws, { except: [admins, ...loser], pace })] : []),
  ];
}

/** `lead.deleted`; `version` is that of the deletion. */
export function leadDeletedSteps(
  { lead_id, type_id, source, user_id }: Data<typeof leadDeleted>,
  version: number,
): Step[] {
  const place: Place = { type: typeNameOf[type_id], source, user_id };
  const open = leadRoom(lead_id);
  return [
    emissionOf('deleteLead', { lead_id, version }, [open]),
    emissionOf('deleteLead', { lead_id, version }, [...listRooms(place), ...rawRooms(place)], {
      except: [open],
      pace: { list: place.type },
    }),
    leave(open),
  ];
}

/** `lead.offered` */
export function leadOfferedSteps({ lead_id, user_id }: Data<typeof leadOffered>): Step[] {
  return [emissionOf('addLeadId', { lead_id }, [userRoom(user_id)])];
}

/** `lead.work-started` */
export function workStartedSteps({ lead_id, user_id }: Data<typeof leadWorkStarted>): Step[] {
  return [emissionOf('uncompletedLead', { lead_id }, [userRoom(user_id)])];
}

/** `lead.work-completed` */
export function workCompletedSteps({ user_id }: Data<typeof leadWorkCompleted>): Step[] {
  return [emissionOf('uncompletedLead', { lead_id: null }, [userRoom(user_id)])];
}

/** Whoever has such a lead open or in a list asks anew how it may be contacted, and is told nothing of others. */
const contactChangedSteps = (lead_ids: readonly string[], user_ids: readonly string[]): Step[] =>
  lead_ids.length === 0
    ? []
    : [
        emissionOf('contactChanged', {}, [
          ...lead_ids.map(leadRoom),
          ...user_ids.map(userRoom),
          ...user_ids.map(leadsOfRoom),
          admins,
        ]),
      ];

/** `contact.opted-out` */
export function optedOutSteps({ lead_ids, user_ids }: Data<typeof contactOptedOut>): Step[] {
  return contactChangedSteps(lead_ids, user_ids);
}

/** `contact.overridden` */
export function overriddenSteps({ lead_id, user_id }: Data<typeof contactOverridden>): Step[] {
  return contactChangedSteps([lead_id], user_id === null ? [] : [user_id]);
}

/** `lead.timeline-changed`: whoever has the lead open reads anew what is shown of it. */
export function timelineSteps({ lead_id }: Data<typeof leadTimelineChanged>): Step[] {
  return [emissionOf('timelineChanged', { lead_id }, [leadRoom(lead_id)])];
}
