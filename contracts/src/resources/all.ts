import type { Endpoint } from '../endpoint/endpoint.js';
import type { Fields } from '../fields/field.js';
import type { AnyResource } from './define-resource.js';
import { apiKeys } from './api-key.js';
import { calls, exportCalls } from './call.js';
import { contactRules } from './contact-rule.js';
import { deletedLeads, restoreLead } from './deleted-lead.js';
import { decideDoNotContact, doNotContact, liftDoNotContact } from './do-not-contact.js';
import { importLicences, licences, licensedAgents } from './licence.js';
import { legalHolds, liftLegalHold } from './legal-hold.js';
import { identityProviders, renewScimToken, withdrawScimToken } from './identity-provider.js';
import { partners, renewPartnerKey } from './partner.js';
import { importNumbers, numbers } from './number.js';
import { openingHours } from './opening-hours.js';
import { agents, guides, staff } from './person.js';
import { privacyRequests } from './privacy-request.js';
import { retryRules } from './retry-rule.js';
import { scripts } from './script.js';
import { statePhones } from './state-phone.js';
import { getScreening, suppressionLists, uploadSuppressionList } from './suppression-list.js';
import { teams } from './team.js';
import { emailTemplates, smsTemplates } from './template.js';
import { outboundVoicemails } from './voicemail.js';
import { renewWebhookSecret, replayWebhook, testWebhook, webhooks } from './webhook.js';
import { replayDelivery, webhookDeliveries } from './webhook-delivery.js';

/**
 * Resources with nothing of their own beside their definition: the service that it names keeps them, and the application
 * lists them under `/<name>`, without another line there.
 */
export const plainResources: readonly AnyResource<Fields>[] = [];

/** Resources that their service and the application know more of than their definition says. */
const ownResources = [
  ...[
    agents,
    guides,
    staff,
    teams,
    statePhones,
    contactRules,
    doNotContact,
    suppressionLists,
    privacyRequests,
  ],
  ...[licences, deletedLeads, legalHolds, retryRules],
  ...[calls, openingHours, numbers],
  ...[partners, scripts, smsTemplates, emailTemplates, outboundVoicemails],
  ...[webhooks, webhookDeliveries, apiKeys, identityProviders],
];

/** Every resource of the product. */
export const allResources: readonly AnyResource<Fields>[] = [...plainResources, ...ownResources];

/** Every call of a resource, and what some can do beside those. */
export const resourceEndpoints: readonly Endpoint[] = [
  ...allResources.flatMap(({ calls }) => Object.values(calls)),
  renewPartnerKey,
  liftDoNotContact,
  decideDoNotContact,
  importLicences,
  licensedAgents,
  restoreLead,
  liftLegalHold,
  uploadSuppressionList,
  getScreening,
  exportCalls,
  importNumbers,
  renewWebhookSecret,
  testWebhook,
  replayWebhook,
  replayDelivery,
  renewScimToken,
  withdrawScimToken,
];

/** The call that reads a resource: whoever may make it may read; undefined for a name that none has. */
export function readingOf(resource: string): Endpoint | undefined {
  return allResources.find(({ name }) => name === resource)?.calls.list;
}

/** Whether team leads read the records of their team's people. */
export const isSupervised = (resource: string): boolean =>
  allResources.find(({ name }) => name === resource)?.supervised === true;
