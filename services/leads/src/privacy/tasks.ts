import { Types } from 'mongoose';
import { privacyServices, type PrivacyService } from '@crm/contracts/customers/privacy.js';
import { forbidden } from '@crm/platform/errors/app-error.js';
import { collectionsOf, earliestDue } from '@crm/platform/jobs/earliest-due.js';
import type { Job } from '@crm/platform/jobs/job-scheduler.js';
import { workOffTasks, type TaskBook, type TaskReport, type PersonDesk } from '@crm/domain/privacy/tasks.js';
import type { LeadsContext } from '../context.js';
import { changeRequest } from './change-request.js';
import type { PrivacyRequestDoc } from './privacy-request.model.js';

const maxAtOnce = 20;
/** How long an export may be fetched once it is whole. */
const exportKeptMs = 7 * 24 * 3600 * 1000;

/** A calling service as one that has a part in privacy requests. Throws `forbidden` for any other. */
export function privacyServiceOf(caller: string | undefined): PrivacyService {
  const service = privacyServices.find((name) => name === caller);
  if (service === undefined) throw forbidden('This service stores no customer data');
  return service;
}

const othersAreDone = Object.fromEntries(
  privacyServices.filter((name) => name !== 'leads').map((name) => [`parts.${name}.state`, 'done']),
);

/**
 * What a service has still to do, the oldest first. Leads itself erases last: what the others
 * have not erased yet is found by its lead.
 */
async function openTasks(ctx: LeadsContext, service: PrivacyService): ReturnType<TaskBook['open']> {
  const requests = await ctx.privacyRequests
    .find(
      {
        state: 'running',
        [`parts.${service}.state`]: 'waits',
        ...(service === 'leads' ? { $or: [{ kind: 'export' }, othersAreDone] } : {}),
      },
      { kind: 1, person: 1, retention: 1 },
    )
    .sort({ at: 1 })
    .limit(maxAtOnce)
    .lean<Pick<PrivacyRequestDoc, '_id' | 'kind' | 'person' | 'retention'>[]>();
  return requests.flatMap(({ _id, kind, person, retention }) =>
    person === undefined ? [] : [{ id: _id.toHexString(), kind, ...person, ...(retention && { retention }) }],
  );
}

const isAnswered = ({ state, parts }: Pick<PrivacyRequestDoc, 'state' | 'parts'>) =>
  state === 'running' && privacyServices.every((service) => parts[service].state === 'done');

/** Ends a request that every service has answered. All but an export forget then whom it was about. */
async function endIfAnswered(ctx: LeadsContext, request: PrivacyRequestDoc): Promise<void> {
  const { _id, kind } = request;
  if (!isAnswered(request)) return;
  const now = ctx.clock.now();
  const expiresAt = kind === 'export' ? new Date(now.getTime() + exportKeptMs) : null;
  if (expiresAt !== null) await ctx.privacySheets.updateMany({ request_id: _id }, { $set: { expiresAt } });
  const ended = { state: 'done', doneAt: now, expiresAt } as const;
  await changeRequest(ctx, 'system', _id, (stands) => {
    if (!isAnswered(stands)) return undefined;
    return kind === 'export' ? { $set: ended } : { $set: ended, $unset: { person: 1 } };
  });
}

const raised = (service: PrivacyService, counts: TaskReport['counts']) =>
  Object.fromEntries(
    Object.entries(counts).map(([kind, count]) => [`parts.${service}.counts.${kind}`, count]),
  );

/** Saves what a service did. Of a part that is done nothing changes any more. */
async function takeReport(
  ctx: LeadsContext,
  service: PrivacyService,
  id: string,
  { sheet, is_last, counts, records }: TaskReport,
): Promise<void> {
  const _id = new Types.ObjectId(id);
  const request = await ctx.privacyRequests.findById(_id).lean<PrivacyRequestDoc>();
  if (request === null || request.state === 'done' || request.parts[service].state === 'done') return;
  if (request.kind === 'export') {
    await ctx.privacySheets.updateOne(
      { _id: `${id} ${service} ${String(sheet)}`, request_id: _id },
      { $set: { service, sheet, records } },
      { upsert: true },
    );
  }
  const part = `parts.${service}`;
  const state = is_last ? 'done' : 'waits';
  const set = { [`${part}.state`]: state, [`${part}.at`]: ctx.clock.now() };
  const after = await changeRequest(ctx, 'system', _id, ({ kind, parts }) => {
    if (parts[service].state === 'done') return undefined;
    // What is collected is told whole with each sheet; what is erased, as often as something was.
    return kind === 'export'
      ? { $set: { ...set, [`${part}.counts`]: counts } }
      : { $set: set, $inc: raised(service, counts) };
  });
  if (after === null) return;
  await endIfAnswered(ctx, after);
  ctx.privacyWork.wake();
}

/** What one service has to do in the names of persons, and where it tells of it. */
export function taskBook(ctx: LeadsContext, service: PrivacyService): TaskBook {
  return {
    open: () => openTasks(ctx, service),
    report: (id, report) => takeReport(ctx, service, id, report),
  };
}

/** Ends what a process that died left answered and not ended, and forgets the persons of exports that are gone. */
async function tidyRequests(ctx: LeadsContext): Promise<void> {
  const running = await ctx.privacyRequests.find({ state: 'running' }).lean<PrivacyRequestDoc[]>();
  for (const request of running) await endIfAnswered(ctx, request);
  const now = ctx.clock.now();
  const gone = await ctx.privacyRequests
    .find({ expiresAt: { $type: 'date', $lte: now } }, { _id: 1 })
    .lean<Pick<PrivacyRequestDoc, '_id'>[]>();
  await ctx.dataKeys.destroy(
    gone.map(({ _id }) => _id.toHexString()),
    now,
  );
  for (const { _id } of gone)
    await changeRequest(ctx, 'system', _id, () => ({ $set: { expiresAt: null }, $unset: { person: 1 } }));
}

/** Does what leads itself has to do, and ends what is answered; woken by every request and every report. */
export function ownTasks(ctx: LeadsContext, desk: PersonDesk): Job {
  const book = taskBook(ctx, 'leads');
  return {
    name: 'privacy requests',
    collections: collectionsOf(ctx.privacyRequests),
    nextDueAt: async () => {
      const running = await ctx.privacyRequests.exists({ state: 'running' });
      return running === null ? earliestDue(ctx.privacyRequests, 'expiresAt') : ctx.clock.now();
    },
    run: async () => {
      await workOffTasks(book, desk);
      await tidyRequests(ctx);
      return false;
    },
  };
}
