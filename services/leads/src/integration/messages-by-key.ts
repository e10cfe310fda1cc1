import type { AnswerOf, InputOf } from '@crm/contracts/endpoint/endpoint.js';
import type { TimelineKind } from '@crm/contracts/entities/timeline.js';
import { keyMessage, type listMessagesByKey as endpoint } from '@crm/contracts/http/integration.js';
import { unavailable } from '@crm/platform/errors/app-error.js';
import type { LeadsContext } from '../context.js';
import { leadTimeline } from '../timeline/lead-timeline.js';

const kinds: readonly TimelineKind[] = ['text', 'email', 'note'];

/**
 * A page of what was written of a lead, the newest first. Throws `not_found`, and `unavailable` where a part of it cannot be
 * loaded: a program would take what is left for all there is.
 */
export async function listMessagesByKey(
  ctx: LeadsContext,
  { params, query }: Pick<InputOf<typeof endpoint>, 'params' | 'query'>,
): Promise<AnswerOf<typeof endpoint>> {
  const asked = { params, query: { ...query, kinds: kinds.join() } };
  const { entries, next, missing } = await leadTimeline(ctx, 'system', asked);
  if (missing.length > 0) throw unavailable('Texts and e-mails cannot be loaded now');
  return { messages: entries.map((entry) => keyMessage.parse(entry)), next };
}
