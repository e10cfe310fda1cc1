import {
  clearImports,
  downloadRefusedRows,
  getImport,
  listImports,
  listRefusedRows,
  retryRefusedRows,
  uploadBulkCsv,
} from '@crm/contracts/http/imports.js';
import { answered, route, type Route } from '@crm/platform/http/mount-endpoint.js';
import { importView } from './import.view.js';
import type { ImportWorker } from './import-worker.js';
import type { ImportsContext } from './imports-context.js';
import { receiveUpload } from './receive-upload.js';
import { success, warning } from '@crm/platform/http/outcomes.js';
import { clearImports as clear } from './clear-imports.js';
import { listImports as listAll } from './list-imports.js';
import { findImport, listRefusedRows as listRows } from './refused-rows.js';
import { retryRefusedRows as retryRows, retrySentence } from './retry-rows.js';
import { sendRefusedReport } from './refused-report.js';

/** The calls of imports. */
export function importRoutes(ctx: ImportsContext, worker: ImportWorker): Route[] {
  return [
    route(uploadBulkCsv, async (actor, _input, { req }) => {
      const started = await receiveUpload(ctx, actor, req);
      worker.wake();
      return {
        status: 'info' as const,
        message: 'Import started',
        import: importView(started, actor.id, ctx.clock.now()),
      };
    }),
    route(listImports, (actor, { query }, { res }) => listAll(ctx, actor, query, res)),
    route(getImport, async (actor, { params }) =>
      importView(await findImport(ctx, params.id), actor.id, ctx.clock.now()),
    ),
    route(clearImports, async (actor, { body }) => {
      const count = await clear(ctx, actor, body.ids);
      return success(count === 1 ? '1 file cleared' : `${String(count)} files cleared`);
    }),
    route(listRefusedRows, (_actor, { params, query }) => listRows(ctx, params.id, query)),
    route(retryRefusedRows, async (actor, { params, body }) => {
      const { rows, after } = await retryRows(ctx, actor, params.id, body.rows);
      const { isWhole, message } = retrySentence(rows);
      return {
        ...(isWhole ? success(message) : warning(message)),
        rows,
        import: importView(after, actor.id, ctx.clock.now()),
      };
    }),
    route(downloadRefusedRows, async (_actor, { params }, { res }) => {
      await sendRefusedReport(ctx, params.id, res);
      return answered;
    }),
  ];
}
