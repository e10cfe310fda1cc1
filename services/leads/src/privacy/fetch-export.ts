import { Types } from 'mongoose';
import type { Actor } from '@crm/contracts/access.js';
import type { AnswerOf } from '@crm/contracts/endpoint/endpoint.js';
import type { fetchPersonExport, PersonRecords } from '@crm/contracts/http/privacy.js';
import type { PersonRecordKind } from '@crm/contracts/customers/privacy.js';
import { invalid, notFound } from '@crm/platform/errors/app-error.js';
import type { LeadsContext } from '../context.js';
import { changeRequest } from './change-request.js';
import type { PrivacyRequestDoc, PrivacySheetDoc } from './privacy-request.model.js';

/** Sheets of all services as one list by kind. */
function gathered(sheets: readonly PrivacySheetDoc[]): PersonRecords[] {
  const byKind = new Map<PersonRecordKind, PersonRecords['items']>();
  for (const { kind, items } of sheets.flatMap(({ records }) => records))
    byKind.set(kind, [...(byKind.get(kind) ?? []), ...items]);
  return [...byKind].map(([kind, items]) => ({ kind, items }));
}

/** What was collected of a person; that it was fetched is written down first. Throws 404, or 422 where it is not whole. */
export async function fetchExport(
  ctx: LeadsContext,
  actor: Actor,
  id: string,
): Promise<AnswerOf<typeof fetchPersonExport>> {
  const _id = new Types.ObjectId(id);
  const now = ctx.clock.now();
  const fetch = { user_id: actor.id, user_fullname: actor.fullname, at: now };
  const request = await ctx.privacyRequests.findOne({ _id, kind: 'export' }).lean<PrivacyRequestDoc>();
  if (request === null) throw notFound('Export');
  if (request.state === 'running') throw invalid({}, 'Not all services have reported yet');
  const { person, doneAt, expiresAt } = request;
  if (person === undefined || doneAt === null || expiresAt === null || expiresAt <= now) {
    throw notFound('Export');
  }
  await changeRequest(ctx, actor, _id, () => ({ $push: { fetched: fetch } }));
  const sheets = await ctx.privacySheets
    .find({ request_id: _id })
    .sort({ service: 1, sheet: 1 })
    .lean<PrivacySheetDoc[]>();
  return { collected_at: doneAt.toISOString(), person, records: gathered(sheets) };
}
