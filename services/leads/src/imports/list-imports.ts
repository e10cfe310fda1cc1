import type { Response } from 'express';
import type { QueryFilter } from 'mongoose';
import type { Actor } from '@crm/contracts/access.js';
import type { RestQuery } from '@crm/contracts/endpoint/rest-query.js';
import { importFilter, type ImportFilter, type LeadImport } from '@crm/contracts/entities/lead-import.js';
import { invalidField } from '@crm/platform/errors/app-error.js';
import { parseJson } from '@crm/platform/resources/list-query.rules.js';
import { restPage } from '@crm/platform/resources/rest-page.js';
import type { ImportDoc } from './import.model.js';
import { importView } from './import.view.js';
import type { ImportsContext } from './imports-context.js';

/** What the store has for a filter; clearing is each user's own. */
function conditionOf(filter: ImportFilter, actorId: string): QueryFilter<ImportDoc> {
  const arrived = { state: { $ne: 'receiving' } } as const;
  if ('cleared' in filter) return { ...arrived, cleared_by: { $ne: actorId } };
  if (!('earlier_than' in filter)) return arrived;
  return {
    ...arrived,
    $or: [{ cleared_by: actorId }, { createdAt: { $lt: new Date(filter.earlier_than) } }],
  };
}

/** A page of imports, newest first. Throws `invalid`. */
export async function listImports(
  ctx: Pick<ImportsContext, 'imports' | 'clock'>,
  actor: Actor,
  { filter: given = '{}', range }: RestQuery,
  res: Response,
): Promise<LeadImport[]> {
  const filter = importFilter.safeParse(parseJson(given, 'filter'));
  if (!filter.success) throw invalidField('filter', 'Not a filter of imports');
  const now = ctx.clock.now();
  return restPage(
    {
      name: 'imports',
      model: ctx.imports,
      filter: conditionOf(filter.data, actor.id),
      sort: { createdAt: -1, _id: -1 },
      view: (doc: ImportDoc) => importView(doc, actor.id, now),
    },
    range,
    res,
  );
}
