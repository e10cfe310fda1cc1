import { makeEvidence } from '@crm/contracts/http/evidence.js';
import { answered, route, type Route } from '@crm/platform/http/mount-endpoint.js';
import type { MessagingContext } from '../context.js';
import { evidencePack } from './evidence-pack.js';
import { gatherEvidence } from './gather-evidence.js';

/** The call that makes an evidence pack. */
export function evidenceRoutes(ctx: MessagingContext): Route[] {
  return [
    route(makeEvidence, async (actor, { body }, { res }) => {
      const evidence = await gatherEvidence(ctx, actor, body);
      const pack = evidencePack(evidence);
      res.setHeader('content-type', 'application/zip');
      res.setHeader('content-disposition', `attachment; filename="evidence-${evidence.id}.zip"`);
      res.setHeader('cache-control', 'private, no-store');
      res.end(pack);
      return answered;
    }),
  ];
}
