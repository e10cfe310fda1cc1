import type { Model } from 'mongoose';
import type { TelephonyContext } from '../context.js';
import { settleRecording } from '../recordings/keep-recording.js';
import { transcribeNext } from '../recordings/transcribe.js';
import { settleVoicemail } from '../voicemails/keep-voicemail.js';
import type { DueStep } from '@crm/platform/lifecycle/due-work.js';
import { fetchNext, type FetchedDoc } from './fetch-audio.js';

/** How many recordings are fetched at once: a floor's calls end together. */
const fetchers = 3;

/** What is worked off in the background: audio to fetch, recordings to write down. */
export function audioWork(ctx: TelephonyContext): DueStep[] {
  const fetching = (
    model: Pick<Model<unknown>, 'db' | 'collection'>,
    settle: (...settled: Parameters<typeof settleRecording>) => Promise<void>,
  ): DueStep => {
    const documents = model.db.collection<FetchedDoc>(model.collection.name);
    const { audio: files, openRecording, clock, log } = ctx;
    return () =>
      fetchNext({
        documents,
        files,
        openRecording,
        clock,
        log,
        settle: (id, audio) => settle(ctx, id, audio),
      });
  };
  const fetchRecording = fetching(ctx.records, settleRecording);
  return [
    ...Array.from({ length: fetchers }, () => fetchRecording),
    fetching(ctx.customerVoicemails, settleVoicemail),
    () => transcribeNext(ctx),
  ];
}
