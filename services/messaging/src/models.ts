import type { Connection } from 'mongoose';
import { leadAccessModel } from '@crm/domain/access/lead-access.model.js';
import { accountFaultModel } from '@crm/domain/carrier/account-faults.js';
import { knownSettingsModel } from '@crm/domain/settings/settings.model.js';
import { indexedDataKeys } from '@crm/platform/encryption/rewrap-keys.js';
import type { IndexedModels } from '@crm/platform/service/build-indexes.js';
import { uploadModel } from './files/upload.model.js';
import { emailModel } from './mail/email.model.js';
import { notificationModel } from './notifications/notification.model.js';
import { pushSubscriptionModel } from './push/subscription.model.js';
import { emailTemplateModel, smsTemplateModel } from './templates/template.model.js';
import { senderModel } from './texts/sender.model.js';
import { clickModel, conversationModel, leaseModel, textModel } from './text/text.model.js';
import { messagingUserModel } from './users/user.model.js';
import { deliveryModel } from './webhooks/delivery.model.js';
import { webhookModel } from './webhooks/webhook.model.js';

/** The collections of the service, on its own connection. */
export function createModels(connection: Connection) {
  return {
    users: messagingUserModel(connection),
    settings: knownSettingsModel(connection),
    leadAccess: leadAccessModel(connection),
    texts: textModel(connection),
    uploads: uploadModel(connection),
    clicks: clickModel(connection),
    leases: leaseModel(connection),
    conversations: conversationModel(connection),
    senders: senderModel(connection),
    emails: emailModel(connection),
    smsTemplates: smsTemplateModel(connection),
    emailTemplates: emailTemplateModel(connection),
    notifications: notificationModel(connection),
    pushSubscriptions: pushSubscriptionModel(connection),
    webhooks: webhookModel(connection),
    webhookDeliveries: deliveryModel(connection),
    accountFaultDocs: accountFaultModel(connection),
  };
}

/** The models whose indexes the store needs. */
export const indexedModels: IndexedModels = (connection) => [
  ...Object.values(createModels(connection)),
  indexedDataKeys,
];

/** Collections whose documents have an outbox. */
export const outboxCollections = [
  'texts',
  'senders',
  'emails',
  'notifications',
  'smstemplates',
  'emailtemplates',
  'webhooks',
];
