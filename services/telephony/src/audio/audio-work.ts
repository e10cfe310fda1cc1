import type { Model } from 'mongoose';
import type { TelephonyContext } from '../context.js';
import { settleRecording } from '../recordings/save-recording.js';
import { transcribeNext } from '../recordings/transcribe.js';
import { settleVoicemail } from '../voicemails/save-voicemail.js';
import { earliestDue } from '@crm/platform/jobs/earliest-due.js';
import type { Job } from '@crm/platform/jobs/job-scheduler.js';
import { fetchNext, type FetchedDoc } from '@crm/domain/media/fetch-next.js';
import { fetchAudio, type RecordedDoc } from '../media/fetch-audio.js';

/** How many recordings are fetched at once: a floor's calls end together. */
const fetchers = 3;

/** What is worked off in the background: audio to fetch, recordings to write down. */
export function audioWork(ctx: TelephonyContext): Job[] {
  const fetching = (
    name: string,
    model: Pick<Model<unknown>, 'db' | 'collection'>,
    settle: (...settled: Parameters<typeof settleRecording>) => Promise<void>,
  ): Job => {
    const documents = model.db.collection<RecordedDoc>(model.collection.name);
    const { audio: files, openRecording, clock, log } = ctx;
    return {
      name,
      nextDueAt: () => earliestDue(model, 'fetch.at'),
      run: () =>
        fetchNext({
          documents: model.db.collection<FetchedDoc>(model.collection.name),
          ...{ clock, log, what: 'recording' },
          attempt: (id) =>
            fetchAudio(id, {
              ...{ documents, files, openRecording, log },
              settle: (_id, audio) => settle(ctx, _id, audio),
            }),
          giveUp: (id) => settle(ctx, id, undefined),
        }),
    };
  };
  const fetchRecording = fetching('recordings to fetch', ctx.records, settleRecording);
  let underWay = 0;
  /** The next line begins only where those before it are at work: a single recording is looked for once. */
  const inLine = (place: number): Job => ({
    ...fetchRecording,
    nextDueAt: async () => (underWay < place ? null : fetchRecording.nextDueAt()),
    run: async () => {
      underWay += 1;
      try {
        return await fetchRecording.run();
      } finally {
        underWay -= 1;
      }
    },
  });
  return [
    ...Array.from({ length: fetchers }, (_line, place) => inLine(place)),
    fetching('voicemails to fetch', ctx.customerVoicemails, settleVoicemail),
    {
      name: 'recordings to write down',
      nextDueAt: async () =>
        ctx.transcriber === undefined ? null : earliestDue(ctx.records, 'transcript.at'),
      run: () => transcribeNext(ctx),
    },
  ];
}
