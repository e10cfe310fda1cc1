import type { Connection } from 'mongoose';
import { knownSettingsModel } from '@crm/domain/settings/settings.model.js';
import { indexedDataKeys } from '@crm/platform/encryption/rewrap-keys.js';
import type { IndexedModels } from '@crm/platform/service/build-indexes.js';
import { consentModel } from './consent/consent.model.js';
import { importModel, refusedRowModel } from './imports/import.model.js';
import { intakeModel } from './intake/intake.model.js';
import { partnerModel } from './intake/partner.model.js';
import { leadModel } from './lead/lead.model.js';
import { noteModel } from './notes/note.model.js';
import { contactModels } from './permission/contact.model.js';
import { privacyModels } from './privacy/privacy-request.model.js';
import { quickAddModel } from './quick-add/quick-add.model.js';
import { referenceListModel } from './reference/reference.model.js';
import { retentionModels } from './retention/retention.model.js';
import { scriptModel } from './scripts/script.model.js';
import { leadChangeModel } from './timeline/lead-change.model.js';
import { leadUserModel } from './users/user.model.js';
import { suppressionModels } from './suppression/suppression.model.js';
import { workModel } from './work/work.model.js';
import { viewModel } from './views/view.model.js';

/** The collections of the service, on its own connection; those of imports are made with their own context. */
export function createModels(connection: Connection) {
  return {
    ...contactModels(connection),
    ...privacyModels(connection),
    ...retentionModels(connection),
    ...suppressionModels(connection),
    leads: leadModel(connection),
    work: workModel(connection),
    users: leadUserModel(connection),
    settings: knownSettingsModel(connection),
    partners: partnerModel(connection),
    scripts: scriptModel(connection),
    notes: noteModel(connection),
    views: viewModel(connection),
    consents: consentModel(connection),
    leadChanges: leadChangeModel(connection),
    referenceLists: referenceListModel(connection),
    intakes: intakeModel(connection),
    quickAdds: quickAddModel(connection),
  };
}

/** The models whose indexes the store needs. */
export const indexedModels: IndexedModels = (connection) => [
  ...Object.values(createModels(connection)),
  importModel(connection),
  refusedRowModel(connection),
  indexedDataKeys,
];

/** Collections whose documents have an outbox. */
export const outboxCollections = [
  'leads',
  'work',
  'imports',
  'donotcontact',
  'consents',
  'contactrules',
  'suppressionlists',
  'privacyrequests',
  'legalholds',
  'partners',
  'scripts',
];
