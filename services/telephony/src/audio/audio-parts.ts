import type { Connection, Model } from 'mongoose';
import type { Twilio } from 'twilio';
import type { Clock } from '@crm/platform/clock.js';
import type { TokenVerifier } from '@crm/platform/identity/token-verifier.js';
import type { DataKeys } from '@crm/platform/encryption/data-keys.js';
import { fileStore, type FileStore } from '@crm/platform/mongo/file-store.js';
import { personFiles, type PersonFiles } from '@crm/domain/media/person-files.js';
import type { TelephonyConfig } from '../config.js';
import { missedCallModel, type MissedCallDoc } from '../missed/missed-call.model.js';
import { statePhoneModel, type StatePhoneDoc } from '../phones/state-phone.model.js';
import { recordModel, type RecordDoc } from '../recordings/record.model.js';
import { customerVoicemailModel, type CustomerVoicemailDoc } from '../voicemails/customer-voicemail.model.js';
import {
  greetingModel,
  voicemailModel,
  type GreetingDoc,
  type VoicemailDoc,
} from '../voicemails/voicemail.model.js';
import { createAudioCarrier, type AudioCarrier } from './audio-carrier.js';
import { createDueJobs, type DueJobs } from '@crm/platform/jobs/due-jobs.js';
import type { JobScheduler } from '@crm/platform/jobs/job-scheduler.js';
import { audioBucket } from '../media/audio-files.js';
import { createMediaLinks, type MediaLinks } from '../media/media-links.js';

export interface AudioModels {
  records: Model<RecordDoc>;
  voicemails: Model<VoicemailDoc>;
  greetings: Model<GreetingDoc>;
  customerVoicemails: Model<CustomerVoicemailDoc>;
  missedCalls: Model<MissedCallDoc>;
  statePhones: Model<StatePhoneDoc>;
}

/** What recordings, voicemails, missed calls and state phones are kept in and worked with. */
export interface AudioParts extends AudioModels, AudioCarrier {
  /** What our own people recorded, greetings and outbound voicemails, under the id of the record that has it. */
  audio: FileStore;
  /** Recordings and what customers left, in which they are heard, under the id of the record that has it. */
  voices: PersonFiles;
  links: MediaLinks;
  /** Woken after every write that left something to fetch or to write down. */
  dueJobs: DueJobs;
  /** Recordings that this process wrote and did not begin to fetch: nobody need look for them. */
  newRecordings: RecordDoc[];
}

/** Collections of these whose documents have an outbox. */
export const audioOutboxes = ['records', 'voicemails', 'customervoicemails', 'missedcalls', 'statephones'];

export function audioModels(connection: Connection): AudioModels {
  return {
    records: recordModel(connection),
    voicemails: voicemailModel(connection),
    greetings: greetingModel(connection),
    customerVoicemails: customerVoicemailModel(connection),
    missedCalls: missedCallModel(connection),
    statePhones: statePhoneModel(connection),
  };
}

export function createAudioParts(around: {
  connection: Connection;
  dataKeys: DataKeys;
  config: TelephonyConfig;
  client: Twilio;
  clock: Clock;
  scheduler: JobScheduler;
  verifier: Pick<TokenVerifier, 'verify'>;
}): Omit<AudioParts, keyof AudioModels> {
  const { connection, dataKeys, config, client, clock, scheduler, verifier } = around;
  return {
    ...createAudioCarrier(client, config.carrier),
    audio: fileStore(connection, audioBucket),
    voices: personFiles(connection, audioBucket, dataKeys),
    links: createMediaLinks({
      keys: config.mediaKeys,
      publicBaseUrl: config.publicBaseUrl,
      clock,
      sessionOf: (token) => verifier.verify(token),
    }),
    dueJobs: createDueJobs(scheduler),
    newRecordings: [],
  };
}
