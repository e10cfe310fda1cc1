import type { Person } from '@crm/contracts/http/privacy.js';
import { expireWithLead, type PersonDesk } from '@crm/domain/privacy/tasks.js';
import type { StatsContext } from '../context.js';
import type { LeadFigures } from '../leads/lead-figures.rules.js';

/** The rows of the chosen leads as they are shown. */
async function rowsOf({ sets }: StatsContext, { lead_ids }: Person): Promise<LeadFigures[]> {
  const { rows } = await sets.shown();
  return rows.find({ _id: { $in: [...lead_ids] }, gone: false }).toArray();
}

/** The person's data in this service: the figures of the selected leads, which are removed from every statistic. */
export function statsDesk(ctx: StatsContext): PersonDesk {
  const erase: PersonDesk['erase'] = async (person) => {
    const found = await rowsOf(ctx, person);
    await ctx.ingest(person.lead_ids.map((lead_id) => ({ lead_id, updates: [{ is: 'erased' }] })));
    return { counts: { figures: found.length }, isWhole: true };
  };
  return {
    collect: async (person) => [
      {
        kind: 'figures',
        items: (await rowsOf(ctx, person)).map(({ rev: _rev, sort: _sort, owed: _owed, ...row }) => ({
          ...row,
        })),
      },
    ],
    erase,
    expire: expireWithLead(erase),
  };
}
