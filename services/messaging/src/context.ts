import type { Model } from 'mongoose';
import type { LeadAccessContext } from '@crm/domain/access/lead-access.js';
import type { AccountFaults } from '@crm/domain/carrier/account-faults.js';
import type { DataKeys } from '@crm/platform/encryption/data-keys.js';
import type { DueJobs } from '@crm/platform/jobs/due-jobs.js';
import type { LastWritten } from '@crm/platform/outbox/last-written.js';
import type { StateProjection } from '@crm/platform/projections/state-projection.js';
import type { SettingsContext } from '@crm/domain/settings/save-settings.js';
import type { MessagingConfig } from './config.js';
import type { PersonFiles } from '@crm/domain/media/person-files.js';
import type { FilesCarrier } from './files/files-carrier.js';
import type { UploadDoc } from './files/upload.model.js';
import type { EmailDoc } from './mail/email.model.js';
import type { Mailer } from './mail/mailer.js';
import type { NotificationDoc } from './notifications/notification.model.js';
import type { PushSubscriptionDoc } from './push/subscription.model.js';
import type { EmailTemplateDoc, SmsTemplateDoc } from './templates/template.model.js';
import type { Arrivals } from './texts/arrivals.js';
import type { TextCarrier } from './texts/carrier.js';
import type { QueuedText } from './texts/queued-text.js';
import type { SenderDoc } from './texts/sender.model.js';
import type { ClickDoc, ConversationDoc, LeaseDoc, TextDoc } from './text/text.model.js';
import type { MessagingUserDoc } from './users/user.model.js';
import type { AtHand } from '@crm/platform/mongo/at-hand.js';
import type { DeliveryDoc } from './webhooks/delivery.model.js';
import type { WantingWebhook, WebhookDoc } from './webhooks/webhook.model.js';

/** What every use case works with: built once by the service and handed on. */
export interface MessagingContext extends LeadAccessContext, SettingsContext {
  config: MessagingConfig;
  users: Model<MessagingUserDoc>;
  /** How the users are written: never past a newer state of theirs. */
  knownUsers: StateProjection<MessagingUserDoc>;
  texts: Model<TextDoc>;
  /** The keys under which what people write is encrypted. */
  dataKeys: DataKeys;
  /** Files of texts that are not sent yet. */
  uploads: Model<UploadDoc>;
  clicks: Model<ClickDoc>;
  conversations: Model<ConversationDoc>;
  senders: Model<SenderDoc>;
  emails: Model<EmailDoc>;
  smsTemplates: Model<SmsTemplateDoc>;
  emailTemplates: Model<EmailTemplateDoc>;
  notifications: Model<NotificationDoc>;
  /** The browsers that take notices of follow-ups that fall due. */
  pushSubscriptions: Model<PushSubscriptionDoc>;
  webhooks: Model<WebhookDoc>;
  webhookDeliveries: Model<DeliveryDoc>;
  /** Those that are sent events, at hand. */
  activeWebhooks: AtHand<WantingWebhook[]>;
  /** Attempts of this process that are under way, by the id of their webhook. */
  webhooksAtWork: Map<string, number>;
  carrier: TextCarrier;
  filesAtCarrier: FilesCarrier;
  /** The files of texts, each under its own id, encrypted. */
  files: PersonFiles;
  /** What the carrier account itself made fail, for admins to see. */
  accountFaults: AccountFaults;
  mailer: Mailer;
  leases: Model<LeaseDoc>;
  arrivals: Arrivals;
  /** Texts under way as they were written last: what the carrier says of one comes one behind the other. */
  lastWritten: LastWritten<TextDoc>;
  /** Saves what came in. */
  intake: DueJobs;
  /** Texts of this process that are to go out at once, first come first; the store has them under its lease. */
  ownTexts: QueuedText[];
  /** Sends them. */
  sendingOwn: DueJobs;
  /** Texts to send that the store says are due: resent ones, delayed ones, and those whose process went away. */
  outgoing: DueJobs;
  /** Fetches what texts came with. */
  filesDue: DueJobs;
  /** Sends events to webhooks. */
  webhooksDue: DueJobs;
  /** Texts to ask the carrier about and e-mails to give up: due long after the write, so no write asks for a look. */
  dueJobs: DueJobs;
}
