import { agentsEndpoints } from './agents.js';
import { apiKeyEndpoints } from './api-keys.js';
import { auditEndpoints } from './audit.js';
import { accountEndpoints } from './account.js';
import { authEndpoints } from './auth.js';
import { settingsEndpoints } from './settings.js';
import { workEndpoints } from './work.js';
import { secondFactorEndpoints } from './second-factor.js';
import { singleSignOnEndpoints } from './single-sign-on.js';
import { scimEndpoints } from './scim.js';
import { sessionEndpoints } from './sessions.js';
import { beneficiariesEndpoints } from './beneficiaries.js';
import { callbackEndpoints } from './callbacks.js';
import { callMigrationEndpoints } from './call-migration.js';
import { callQualityEndpoints } from './call-quality.js';
import { callingEndpoints } from './calling.js';
import { carrierEndpoints } from './carrier.js';
import { carriersEndpoints } from './carriers.js';
import { consentsEndpoints } from './consents.js';
import { dayEndpoints } from './day.js';
import { diallerReportEndpoints } from './dialler-report.js';
import { floorEndpoints } from './floor.js';
import { followupsEndpoints } from './followups.js';
import { intakeEndpoints } from './intake.js';
import { integrationEndpoints } from './integration.js';
import { resourceEndpoints } from '../resources/all.js';
import { leadViewsEndpoints } from './lead-views.js';
import { codeListEndpoints } from './code-lists.js';
import { holdEndpoints } from './holds.js';
import { importEndpoints } from './imports.js';
import { leadListEndpoints } from './lead-lists.js';
import { leadMigrationEndpoints } from './lead-migration.js';
import { leadsEndpoints } from './leads.js';
import { messagingEndpoints } from './messaging.js';
import { notesEndpoints } from './notes.js';
import { openingEndpoints } from './opening.js';
import { notificationsEndpoints } from './notifications.js';
import { quickAddEndpoints } from './quick-add.js';
import { recordingsEndpoints } from './recordings.js';
import { rebuildingEndpoints } from './rebuilding.js';
import { referenceEndpoints } from './reference.js';
import { contactRuleTableEndpoints } from './contact-rule-table.js';
import { permissionEndpoints } from './permission.js';
import { privacyEndpoints } from './privacy.js';
import { pushEndpoints } from './push.js';
import { evidenceEndpoints } from './evidence.js';
import { retentionEndpoints } from './retention.js';
import { scriptsEndpoints } from './scripts.js';
import { statePhonesEndpoints } from './state-phones.js';
import { statsEndpoints } from './stats.js';
import { supervisionEndpoints } from './supervision.js';
import { systemEndpoints } from './system.js';
import { templatesEndpoints } from './templates.js';
import { timelineEndpoints } from './timeline.js';
import type { Endpoint } from '../endpoint/endpoint.js';

/** Every call that is described: what the gateway routes, the documents publish and the coverage test counts. */
export const endpoints: readonly Endpoint[] = [
  ...authEndpoints,
  ...accountEndpoints,
  ...settingsEndpoints,
  ...sessionEndpoints,
  ...secondFactorEndpoints,
  ...apiKeyEndpoints,
  ...singleSignOnEndpoints,
  ...scimEndpoints,
  ...agentsEndpoints,
  ...beneficiariesEndpoints,
  ...codeListEndpoints,
  ...leadListEndpoints,
  ...leadsEndpoints,
  ...workEndpoints,
  ...holdEndpoints,
  ...importEndpoints,
  ...leadMigrationEndpoints,
  ...dayEndpoints,
  ...intakeEndpoints,
  ...integrationEndpoints,
  ...resourceEndpoints,
  ...carriersEndpoints,
  ...notesEndpoints,
  ...leadViewsEndpoints,
  ...openingEndpoints,
  ...quickAddEndpoints,
  ...referenceEndpoints,
  ...permissionEndpoints,
  ...consentsEndpoints,
  ...timelineEndpoints,
  ...contactRuleTableEndpoints,
  ...privacyEndpoints,
  ...retentionEndpoints,
  ...evidenceEndpoints,
  ...scriptsEndpoints,
  ...callingEndpoints,
  ...callbackEndpoints,
  ...supervisionEndpoints,
  ...callQualityEndpoints,
  ...diallerReportEndpoints,
  ...floorEndpoints,
  ...recordingsEndpoints,
  ...callMigrationEndpoints,
  ...statePhonesEndpoints,
  ...carrierEndpoints,
  ...messagingEndpoints,
  ...templatesEndpoints,
  ...notificationsEndpoints,
  ...pushEndpoints,
  ...statsEndpoints,
  ...rebuildingEndpoints,
  ...followupsEndpoints,
  ...systemEndpoints,
  ...auditEndpoints,
];
