import type { Route } from '@crm/platform/http/mount-endpoint.js';
import { assignmentRoutes } from './assignment/assignment.routes.js';
import { callingRoutes } from './calling/calling.routes.js';
import { carrierRoutes } from './carriers/carriers.routes.js';
import { beneficiaryRoutes } from './beneficiaries/beneficiaries.routes.js';
import { consentsRoutes } from './consent/consents.routes.js';
import type { LeadsContext } from './context.js';
import { dayRoutes } from './day/day.routes.js';
import { holdRoutes } from './holds/holds.routes.js';
import { openingRoutes } from './opening/opening.routes.js';
import type { ImportWorker } from './imports/import-worker.js';
import { importRoutes } from './imports/imports.routes.js';
import type { ImportsContext } from './imports/imports-context.js';
import { intakeRoutes } from './intake/intake.routes.js';
import { integrationRoutes } from './integration/integration.routes.js';
import { leadRoutes } from './editing/editing.routes.js';
import { listRoutes } from './lists/lists.routes.js';
import { noteRoutes } from './notes/notes.routes.js';
import { quickAddRoutes } from './quick-add/quick-add.routes.js';
import { rebuildingRoutes } from './rebuilding/rebuilding.routes.js';
import { referenceRoutes } from './reference/reference.routes.js';
import { permissionRoutes } from './permission/permission.routes.js';
import { leadsDesk } from './privacy/own-desk.js';
import { privacyRoutes } from './privacy/privacy.routes.js';
import { retentionRoutes } from './retention/retention.routes.js';
import { scriptRoutes } from './scripts/scripts.routes.js';
import { suppressionRoutes } from './suppression-lists/suppression.routes.js';
import { timelineRoutes } from './timeline/timeline.routes.js';
import { workRoutes } from './work/work.routes.js';
import { viewRoutes } from './views/views.routes.js';

/** Every call of the service. */
export function leadsRoutes(
  ctx: LeadsContext,
  imports: { ctx: ImportsContext; worker: ImportWorker },
): Route[] {
  return [
    ...referenceRoutes(ctx),
    ...leadRoutes(ctx),
    ...listRoutes(ctx),
    ...assignmentRoutes(ctx),
    ...holdRoutes(ctx),
    ...openingRoutes(ctx),
    ...dayRoutes(ctx),
    ...intakeRoutes(ctx),
    ...integrationRoutes(ctx),
    ...quickAddRoutes(ctx),
    ...permissionRoutes(ctx),
    ...consentsRoutes(ctx),
    ...suppressionRoutes(ctx),
    ...timelineRoutes(ctx),
    ...privacyRoutes(ctx, leadsDesk({ ctx, imports: imports.ctx })),
    ...retentionRoutes(ctx),
    ...scriptRoutes(ctx),
    ...noteRoutes(ctx),
    ...viewRoutes(ctx),
    ...beneficiaryRoutes(ctx),
    ...carrierRoutes(ctx),
    ...workRoutes(ctx),
    ...callingRoutes(ctx),
    ...rebuildingRoutes(ctx),
    ...importRoutes(imports.ctx, imports.worker),
  ];
}
