import { Types } from 'mongoose';
import {
  downloadRefusedRows,
  getImport,
  listImports,
  listRefusedRows,
  retryRefusedRow,
  uploadBulkCsv,
} from '@crm/contracts/http/leads.js';
import { notFound } from '@crm/platform/errors/app-error.js';
import { answered, route, type Route } from '@crm/platform/http/mount-endpoint.js';
import type { ImportDoc } from './import.model.js';
import { importView } from './import.view.js';
import type { ImportWorker } from './import-worker.js';
import type { ImportsContext } from './imports-context.js';
import { receiveUpload } from './receive-upload.js';
import { success } from '@crm/platform/http/outcomes.js';
import { restPage } from '@crm/platform/resources/rest-page.js';
import { listRefusedRows as listRows, retryRefusedRow as retryRow } from './refused-rows.js';
import { sendRefusedReport } from './refused-report.js';

/** The calls of imports. */
export function importRoutes(ctx: ImportsContext, worker: ImportWorker): Route[] {
  return [
    route(uploadBulkCsv, async (actor, _input, { req }) => {
      const started = await receiveUpload(ctx, actor, req);
      worker.wake();
      return { status: 'info' as const, message: 'Import started', import: importView(started) };
    }),
    route(listImports, (_actor, { query }, { res }) =>
      restPage(
        {
          name: 'imports',
          model: ctx.imports,
          filter: { state: { $ne: 'receiving' } },
          sort: { createdAt: -1, _id: -1 },
          view: importView,
        },
        query.range,
        res,
      ),
    ),
    route(getImport, async (_actor, { params }) => {
      const doc = await ctx.imports.findById(new Types.ObjectId(params.id)).lean<ImportDoc>();
      if (!doc) throw notFound('Import');
      return importView(doc);
    }),
    route(listRefusedRows, (_actor, { params, query }) => listRows(ctx, params.id, query)),
    route(retryRefusedRow, async (_actor, { params, body }) => ({
      ...success('Row imported'),
      import: importView(await retryRow(ctx, params.id, params.line, body.fields)),
    })),
    route(downloadRefusedRows, async (_actor, { params }, { res }) => {
      await sendRefusedReport(ctx, params.id, res);
      return answered;
    }),
  ];
}
