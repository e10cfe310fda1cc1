import type { TranslationMessages } from 'react-admin';
import merge from 'lodash/merge.js';
import { accountNumberEs } from './account-numbers.es.js';
import { accountEs } from './account.es.js';
import { agentStateEs } from './agent-state.es.js';
import { apiKeyEs } from './api-keys.es.js';
import { auditEs } from './audit.es.js';
import { beneficiaryEs } from './beneficiaries.es.js';
import { callListEs } from './calls-list.es.js';
import { bulkEs } from './bulk.es.js';
import { statusDialogEs } from './status-dialog.es.js';
import { settingsMenuEs } from './settings-menu.es.js';
import { contactOverrideEs } from './contact-override.es.js';
import { callEs } from './calls.es.js';
import { carrierAccountEs } from './carrier.es.js';
import { carrierPriceEs } from './carriers.es.js';
import { conflictEs } from './conflict.es.js';
import { consentEs } from './consent.es.js';
import { contactRuleEs } from './contact-rules.es.js';
import { contactEs } from './contact.es.js';
import { crmEs } from './crm.es.js';
import { dayEs } from './day.es.js';
import { diallerReportEs } from './dialler-report.es.js';
import { diallerEs } from './dialler.es.js';
import { emailEs } from './emails.es.js';
import { evidenceEs } from './evidence.es.js';
import { floorEs } from './floor.es.js';
import { followupEs } from './followups.es.js';
import { homeEs } from './home.es.js';
import { inboxEs } from './inbox.es.js';
import { leadAuditEs } from './lead-audit.es.js';
import { leadFormEs } from './lead-form.es.js';
import { leadPageEs } from './lead-page.es.js';
import { leadEs } from './leads.es.js';
import { licenceEs } from './licences.es.js';
import { noteEs } from './notes.es.js';
import { notificationEs } from './notifications.es.js';
import { numberEs } from './numbers.es.js';
import { openingHoursEs } from './opening-hours.es.js';
import { paletteEs } from './palette.es.js';
import { partnerEs } from './partners.es.js';
import { singleSignOnEs } from './single-sign-on.es.js';
import { webhookEs } from './webhooks.es.js';
import { passwordEs } from './passwords.es.js';
import { peopleEs } from './people.es.js';
import { phoneEs } from './phones.es.js';
import { placeholderEs } from './placeholder.es.js';
import { privacyEs } from './privacy.es.js';
import { quickAddEs } from './quick-add.es.js';
import { rawLeadEs } from './raw-leads.es.js';
import { recordingEs } from './recordings.es.js';
import { referenceEs } from './reference.es.js';
import { resourceEs } from './resources.es.js';
import { retentionEs } from './retention.es.js';
import { scriptEs } from './scripts.es.js';
import { secondFactorEs } from './second-factor.es.js';
import { sessionEs } from './sessions.es.js';
import { shortcutEs } from './shortcuts.es.js';
import { soundEs } from './sound.es.js';
import { statsEs } from './stats.es.js';
import { peekEs } from './peek.es.js';
import { viewEs } from './views.es.js';
import { supervisionEs } from './supervision.es.js';
import { suppressionEs } from './suppression.es.js';
import { systemEs } from './system.es.js';
import { templateEs } from './templates.es.js';
import { textEs } from './texts.es.js';
import { timelineEs } from './timeline.es.js';
import { voicemailEs } from './voicemails.es.js';
import { frameworkEs } from './framework.es.js';

export { localiseSpanish } from './localise-spanish.js';

/** What every screen says in Spanish, in one part that is loaded when the language is chosen. */
export const spanishTables = [
  accountNumberEs,
  accountEs,
  agentStateEs,
  apiKeyEs,
  auditEs,
  beneficiaryEs,
  callListEs,
  callEs,
  contactOverrideEs,
  settingsMenuEs,
  statusDialogEs,
  bulkEs,
  carrierAccountEs,
  carrierPriceEs,
  conflictEs,
  consentEs,
  contactRuleEs,
  contactEs,
  crmEs,
  dayEs,
  diallerReportEs,
  diallerEs,
  emailEs,
  evidenceEs,
  floorEs,
  followupEs,
  homeEs,
  inboxEs,
  leadAuditEs,
  leadFormEs,
  leadPageEs,
  leadEs,
  licenceEs,
  noteEs,
  notificationEs,
  numberEs,
  openingHoursEs,
  paletteEs,
  partnerEs,
  webhookEs,
  singleSignOnEs,
  passwordEs,
  peekEs,
  peopleEs,
  phoneEs,
  placeholderEs,
  privacyEs,
  quickAddEs,
  rawLeadEs,
  recordingEs,
  referenceEs,
  resourceEs,
  retentionEs,
  scriptEs,
  secondFactorEs,
  sessionEs,
  shortcutEs,
  soundEs,
  statsEs,
  supervisionEs,
  suppressionEs,
  systemEs,
  templateEs,
  textEs,
  timelineEs,
  viewEs,
  voicemailEs,
];

interface Words {
  [key: string]: string | Words;
}

export const es: TranslationMessages = {
  ...frameworkEs,
  // Two screens may have words under one key.
  crm: spanishTables.reduce<Words>((all, table): Words => merge(all, table), {}),
};
