import { Types } from 'mongoose';
import type { Fields } from '@crm/contracts/fields/field.js';
import type { Person, PersonRecords } from '@crm/contracts/http/privacy.js';
import type { PersonDesk } from '@crm/domain/privacy/tasks.js';
import { consentRecords } from '../consent/consents.js';
import type { LeadsContext } from '../context.js';
import type { RefusedRowDoc } from '../imports/import.model.js';
import type { ImportsContext } from '../imports/imports-context.js';
import type { LeadDoc } from '../lead/lead.model.js';
import { definedOf, wireValues } from '../lead/defined-fields.js';
import { deleteLeads } from '../editing/delete-leads.js';
import { viewOf } from '../lead/write-lead.js';
import { eraseNotes } from '../notes/notes.js';
import { entryView } from '../permission/entry.js';
import { leadsEvenDeleted } from '../retention/deleted-leads.js';
import { endRetention } from '../retention/end-retention.js';
import { changeRecord, type LeadChangeDoc } from '../timeline/lead-change.model.js';
import { eraseChanges } from '../timeline/save-changes.js';
import { namesPerson } from './privacy-request.rules.js';

type Deps = { ctx: LeadsContext; imports: Pick<ImportsContext, 'refusedRows'> };

const objectIds = (ids: readonly string[]) => ids.map((id) => new Types.ObjectId(id));
const addressesOf = ({ phones, emails }: Person) => [...phones, ...emails];

async function leadRecords({ ctx }: Deps, { lead_ids }: Person): Promise<object[]> {
  const { living, deleted } = await leadsEvenDeleted(ctx, objectIds(lead_ids));
  const leads: { lead: LeadDoc; deleted_at: Date | null }[] = [
    ...living.map((lead) => ({ lead, deleted_at: null })),
    ...deleted,
  ];
  return Promise.all(
    leads.map(async ({ lead, deleted_at }) => ({
      ...(await viewOf(ctx, lead)),
      deleted_at,
      // Whatever the status hides from agents is the person's own.
      ...wireValues<Fields>(definedOf[lead.type_id].fields, lead, false),
      beneficiaries: lead.beneficiaries ?? [],
    })),
  );
}

/** Rows of files that did not become leads and name the person. They are in no order that an index could serve. */
async function rowsOf({ imports }: Deps, person: Person): Promise<RefusedRowDoc[]> {
  const found: RefusedRowDoc[] = [];
  for await (const row of imports.refusedRows
    .find({}, { import_id: 1, row: 1, reason: 1 })
    .lean<RefusedRowDoc[]>()
    .cursor())
    if (namesPerson(row.row, person)) found.push(row);
  return found;
}

async function collect(deps: Deps, person: Person): Promise<PersonRecords[]> {
  const { ctx } = deps;
  const lead_id = { $in: objectIds(person.lead_ids) };
  const address = { $in: addressesOf(person) };
  const [leads, notes, changes, consents, overrides, decisions, entries, rows] = await Promise.all([
    leadRecords(deps, person),
    ctx.notes.find({ lead_id }).sort({ createdAt: 1 }).lean(),
    ctx.leadChanges.find({ lead_id }).sort({ at: 1, _id: 1 }).lean<LeadChangeDoc[]>(),
    consentRecords(ctx, { addresses: addressesOf(person), leads: objectIds(person.lead_ids) }),
    ctx.contactOverrides.find({ lead_id }).sort({ createdAt: 1 }).lean(),
    ctx.contactDecisions.find({ address }).sort({ at: 1 }).lean(),
    ctx.doNotContact.find({ address }).lean(),
    rowsOf(deps, person),
  ]);
  return [
    { kind: 'leads', items: leads.map((lead) => ({ ...lead })) },
    { kind: 'notes', items: notes.map(({ createdAt, message }) => ({ at: createdAt, note: message })) },
    { kind: 'changes', items: changes.map(changeRecord) },
    { kind: 'consents', items: consents },
    {
      kind: 'contact_overrides',
      items: overrides.map(({ createdAt, until, channel, address: to, reason }) => ({
        ...{ at: createdAt, until, channel, address: to, reason },
      })),
    },
    {
      kind: 'contact_decisions',
      items: decisions.map(
        ({
          at,
          channel,
          address: to,
          allowed,
          sentence,
          rule,
          asked_by,
          attempt_id,
          override_id,
          based_on,
        }) => ({
          ...{
            at,
            channel,
            address: to,
            allowed,
            sentence,
            rule,
            asked_by,
            attempt_id,
            override_id,
            based_on,
          },
        }),
      ),
    },
    {
      kind: 'do_not_contact',
      items: entries.map((entry) => ({
        ...entryView(entry),
        active: entry.active,
        history: entry.history,
      })),
    },
    { kind: 'refused_rows', items: rows.map(({ reason, row }) => ({ reason, row })) },
  ];
}

async function erase(deps: Deps, person: Person) {
  const { ctx, imports } = deps;
  const ids = objectIds(person.lead_ids);
  const [notes, changes] = await Promise.all(
    [ctx.notes, ctx.leadChanges].map(({ collection }) =>
      collection.countDocuments({ lead_id: { $in: ids } }),
    ),
  );
  const living = await deleteLeads(ctx, 'system', person.lead_ids, 'erased');
  const deleted = await ctx.deletedLeads.deleteMany({ _id: { $in: ids } });
  await Promise.all([eraseNotes(ctx, ids), eraseChanges(ctx, ids)]);
  const overrides = await ctx.contactOverrides.deleteMany({ lead_id: { $in: ids } });
  const rows = await rowsOf(deps, person);
  await imports.refusedRows.deleteMany({ _id: { $in: rows.map(({ _id }) => _id) } });
  // What a backup or a copy holds of them is unreadable from now on.
  await ctx.dataKeys.destroy(person.lead_ids, ctx.clock.now());
  return {
    counts: {
      leads: living + deleted.deletedCount,
      notes,
      changes,
      contact_overrides: overrides.deletedCount,
      refused_rows: rows.length,
    },
    isWhole: true,
  };
}

/**
 * What leads itself keeps of a person. Who is not to be contacted, what was decided about attempts to reach somebody, and
 * what they agreed to, stays when the rest is erased: without the first the person would be called again, the others prove
 * what was done (deploy/docs/privacy.md).
 */
export function leadsDesk(deps: Deps): PersonDesk {
  return {
    collect: (person) => collect(deps, person),
    erase: (person) => erase(deps, person),
    expire: async ({ lead_ids }, ended) => ({
      counts: await endRetention(deps.ctx, lead_ids, ended),
      isWhole: true,
    }),
  };
}
