import type { listAudit as endpoint } from '@crm/contracts/http/auth.js';
import type { AnswerOf, InputOf } from '@crm/contracts/endpoint/endpoint.js';
import type { AuthContext } from '../context.js';
import { moveAudit } from './save-audit.js';

/** A page of audit entries, newest first, including pending ones. */
export async function listAudit(
  ctx: AuthContext,
  { limit, page }: InputOf<typeof endpoint>['query'],
): Promise<AnswerOf<typeof endpoint>> {
  await moveAudit(ctx);
  const [entries, totalCount] = await Promise.all([
    ctx.models.audit
      .find()
      .sort({ at: -1, _id: -1 })
      .skip((page - 1) * limit)
      .limit(limit)
      .lean(),
    ctx.models.audit.estimatedDocumentCount(),
  ]);
  return {
    entries: entries.map(({ _id, at, actor_id, action, subject, changed }) => ({
      id: _id.toHexString(),
      at: at.toISOString(),
      actor_id,
      action,
      subject,
      changed,
    })),
    totalCount,
  };
}
