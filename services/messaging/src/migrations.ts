import type { Connection } from 'mongoose';
import {
  emailSent,
  notificationCreated,
  notificationRead,
  textReceived,
  textSent,
  textStatusChanged,
} from '@crm/contracts/bus/messaging-events.js';
import type { DataKeys } from '@crm/platform/encryption/data-keys.js';
import { keyOwnerMigration } from '@crm/platform/encryption/key-owner.js';
import { beforeRollOut } from '@crm/platform/encryption/seal-store.js';
import { sealingMigration } from '@crm/platform/encryption/seal-stored.js';
import { atOnce, type Migration } from '@crm/platform/migrations/migration.js';
import { dropSavedFields } from '@crm/platform/outbox/saved-events.js';
import type { StoreMigrations } from '@crm/platform/service/build-indexes.js';
import { sealFilesMigration } from '@crm/domain/media/seal-person-files.js';
import { textFilesBucket } from './files/text-files-bucket.js';
import { ownersOfTextFiles } from './sealing/owners-of-text-files.js';
import { sealedEmails, sealedNotifications, sealedTexts } from './sealing/sealed-messages.js';

/** Takes the words out of the events that are kept. */
async function dropWords(connection: Connection): Promise<void> {
  const texts = [textReceived, textSent, textStatusChanged].map(({ type }) => type);
  await dropSavedFields(connection, texts, ['text', 'text_message.text']);
  await dropSavedFields(connection, [emailSent.type], ['title', 'text']);
  const notices = [notificationCreated.type, notificationRead.type];
  await dropSavedFields(connection, notices, ['body', 'notification.body']);
}

/** What the service's releases changed of what it stores, the oldest first. */
export function messagingMigrations(parts: () => { connection: Connection; keys: DataKeys }): Migration[] {
  const connection = () => parts().connection;
  return [
    keyOwnerMigration(connection, sealedTexts.collection, {
      version: 1,
      from: ['lead_id'],
    }),
    keyOwnerMigration(connection, sealedNotifications.collection, {
      version: 1,
      from: ['lead_id', 'about'],
    }),
    sealingMigration(parts, sealedTexts, { version: 2 }),
    sealingMigration(parts, sealedNotifications, { version: 2 }),
    sealingMigration(parts, sealedEmails, { version: 1 }),
    {
      id: 'message-events-without-words',
      collection: 'events',
      version: 1,
      runs: 'after',
      next: atOnce(() => dropWords(connection())),
    },
    sealFilesMigration(parts, textFilesBucket, { version: 1, ownersOf: ownersOfTextFiles }),
  ];
}

/** The same before a roll-out. */
export const storeMigrations: StoreMigrations = (connection) =>
  messagingMigrations(() => beforeRollOut(connection));
