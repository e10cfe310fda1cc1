import type { Actor } from '@crm/contracts/access.js';
import { retentionClasses, retentionRules, type RetentionClass } from '@crm/contracts/customers/retention.js';
import type { RetentionPeriod } from '@crm/contracts/http/retention.js';
import { invalidField } from '@crm/platform/errors/app-error.js';
import type { LeadsContext } from '../context.js';
import type { DeletedLeadDoc } from './retention.model.js';
import { endOf, type Periods } from './retention.rules.js';

const soonMs = 30 * 24 * 3600 * 1000;
const batchSize = 500;

type Asker = Pick<LeadsContext, 'retentionPeriods' | 'deletedLeads' | 'clock'>;

/** How long each class lasts now: as an admin set it, never shorter than the law's own. */
export async function readPeriods({ retentionPeriods }: Pick<Asker, 'retentionPeriods'>): Promise<Periods> {
  const set = new Map((await retentionPeriods.find().lean()).map(({ _id, years }) => [_id, years]));
  const yearsOf = (id: RetentionClass) => Math.max(set.get(id) ?? 0, retentionRules[id].years);
  return {
    contact: yearsOf('contact'),
    'sale-audio': yearsOf('sale-audio'),
    'sale-recordings': yearsOf('sale-recordings'),
    enrolment: yearsOf('enrolment'),
  };
}

/** The classes with their periods and what waits for their end. */
export async function listPeriods(ctx: Asker): Promise<RetentionPeriod[]> {
  const { deletedLeads } = ctx;
  const soon = new Date(ctx.clock.now().getTime() + soonMs);
  const [periods, set] = await Promise.all([readPeriods(ctx), ctx.retentionPeriods.find().lean()]);
  return Promise.all(
    retentionClasses.map(async (id) => {
      const own = set.find(({ _id }) => _id === id);
      const [waiting, ending, held] = await Promise.all([
        deletedLeads.countDocuments({ next: id, state: 'deleted' }),
        deletedLeads.countDocuments({ next: id, due_at: { $lte: soon, $gt: new Date(0) }, state: 'deleted' }),
        deletedLeads.countDocuments({ next: id, held: 1, state: 'deleted' }),
      ]);
      const { title, covers, years, source, checked } = retentionRules[id];
      return {
        ...{ id, title, covers, source, checked, waiting, held },
        years: periods[id],
        min_years: years,
        changed_by: own?.changed_by ?? null,
        changed_at: own?.changed_at.toISOString() ?? null,
        soon: ending,
      };
    }),
  );
}

/** Gives what waits for the end of a class its date anew. */
async function redate({ deletedLeads }: Asker, id: RetentionClass, periods: Periods): Promise<void> {
  const waiting = deletedLeads
    .find({ next: id, due_at: { $gt: new Date(0) } }, { deleted_at: 1 })
    .lean<Pick<DeletedLeadDoc, '_id' | 'deleted_at'>[]>()
    .cursor();
  let writes: Parameters<typeof deletedLeads.bulkWrite>[0] = [];
  const flush = async () => {
    if (writes.length > 0) await deletedLeads.bulkWrite(writes, { ordered: false });
    writes = [];
  };
  for await (const { _id, deleted_at } of waiting) {
    // One that is being deleted, or held since, has no date to change.
    const filter = { _id, next: id, due_at: { $gt: new Date(0) } };
    writes.push({
      updateOne: { filter, update: { $set: { due_at: endOf(deleted_at, id, periods) } } },
    });
    if (writes.length === batchSize) await flush();
  }
  await flush();
}

/** Sets the period of a class. Throws 422 for one that is shorter than the law allows. */
export async function changePeriod(
  ctx: Asker,
  actor: Actor,
  { id, years }: { id: RetentionClass; years: number },
): Promise<void> {
  const { years: minYears, source } = retentionRules[id];
  if (years < minYears) throw invalidField('years', `At least ${String(minYears)} years: ${source}`);
  await ctx.retentionPeriods.updateOne(
    { _id: id },
    { $set: { years, changed_by: actor.fullname, changed_at: ctx.clock.now() } },
    { upsert: true },
  );
  await redate(ctx, id, await readPeriods(ctx));
}
