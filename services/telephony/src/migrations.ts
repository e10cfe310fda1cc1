import type { Connection } from 'mongoose';
import {
  recordingReady,
  recordingTranscribed,
  voicemailReceived,
  voicemailTranscribed,
} from '@crm/contracts/bus/call-events.js';
import type { DataKeys } from '@crm/platform/encryption/data-keys.js';
import { keyOwnerMigration } from '@crm/platform/encryption/key-owner.js';
import { beforeRollOut } from '@crm/platform/encryption/seal-store.js';
import { sealingMigration } from '@crm/platform/encryption/seal-stored.js';
import { atOnce, type Migration } from '@crm/platform/migrations/migration.js';
import { dropSavedFields } from '@crm/platform/outbox/saved-events.js';
import type { StoreMigrations } from '@crm/platform/service/build-indexes.js';
import { sealFilesMigration } from '@crm/domain/media/seal-person-files.js';
import { audioBucket } from './media/audio-files.js';
import { ownersOfAudio } from './sealing/owners-of-audio.js';
import { sealedWords } from './sealing/sealed-words.js';

const wordyEvents = [recordingReady, recordingTranscribed, voicemailReceived, voicemailTranscribed];

/** What the service's releases changed of what it stores, the oldest first. */
export const telephonyMigrations = (parts: () => { connection: Connection; keys: DataKeys }): Migration[] => [
  ...sealedWords.map(({ collection }) =>
    keyOwnerMigration(() => parts().connection, collection, {
      version: 1,
      from: ['lead_id'],
    }),
  ),
  ...sealedWords.map((spec) => sealingMigration(parts, spec, { version: 2 })),
  {
    id: 'call-events-without-words',
    collection: 'events',
    version: 1,
    runs: 'after',
    next: atOnce(() =>
      dropSavedFields(
        parts().connection,
        wordyEvents.map(({ type }) => type),
        ['text'],
      ),
    ),
  },
  sealFilesMigration(parts, audioBucket, { version: 1, ownersOf: ownersOfAudio }),
];

/** The same before a roll-out. */
export const storeMigrations: StoreMigrations = (connection) =>
  telephonyMigrations(() => beforeRollOut(connection));
