import type { Model, Types } from 'mongoose';
import type { TelephonyContext } from '../context.js';
import { fetchingRecordings, settleRecording } from '../recordings/save-recording.js';
import { transcribeNext } from '../recordings/transcribe.js';
import { settleVoicemail } from '../voicemails/save-voicemail.js';
import { nativeCollection } from '@crm/platform/mongo/native-collection.js';
import { collectionsOf, earliestDue } from '@crm/platform/jobs/earliest-due.js';
import type { Job } from '@crm/platform/jobs/job-scheduler.js';
import { fetchNext, type FetchedDoc } from '@crm/domain/media/fetch-next.js';
import type { StoredAudio } from '../media/audio-files.js';
import { fetchAudio, type RecordedDoc } from '../media/fetch-audio.js';

/** How many recordings are fetched at once: a floor's calls end together. */
const fetchers = 3;

/** What is worked off in the background: audio to fetch, recordings to write down. */
export function audioWork(ctx: TelephonyContext): Job[] {
  const fetching = <D extends RecordedDoc>(
    name: string,
    model: Pick<Model<unknown>, 'db' | 'collection'>,
    settle: (
      ctx: TelephonyContext,
      id: Types.ObjectId,
      audio: StoredAudio | undefined,
      known?: D,
    ) => Promise<void>,
    /** Of these it is known what they are: they are neither looked for nor read. */
    written: D[] = [],
  ): Job => {
    const documents = nativeCollection<RecordedDoc>(model);
    const { voices: files, openAtCarrier, clock, log } = ctx;
    const attempt = async (id: Types.ObjectId, tries: number, known: D | undefined) => {
      const doc =
        known ?? (await documents.findOne({ _id: id }, { projection: { recording_sid: 1, key_id: 1 } }));
      if (doc === null) return 'settled';
      return fetchAudio(doc, {
        ...{ files, openAtCarrier, log, isFirst: tries === 1 },
        settle: (_id, audio) => settle(ctx, _id, audio, known),
      });
    };
    const next = (known: D | undefined) =>
      fetchNext({
        documents: nativeCollection<FetchedDoc>(model),
        ...{ clock, log, what: 'recording', first: known?._id },
        attempt: (id, tries) => attempt(id, tries, known),
        giveUp: (id) => settle(ctx, id, undefined),
      });
    return {
      name,
      isSingle: true,
      collections: collectionsOf(model),
      nextDueAt: async () => (written.length > 0 ? clock.now() : earliestDue(model, 'fetch.at')),
      run: async () => {
        for (;;) {
          const known = written.shift();
          const did = await next(known);
          // One that another process took is no reason to wait with the rest.
          if (did || known === undefined) return did;
        }
      },
    };
  };
  const fetchRecording = fetching(fetchingRecordings, ctx.records, settleRecording, ctx.newRecordings);
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
      collections: collectionsOf(ctx.records),
      nextDueAt: async () =>
        ctx.transcriber === undefined ? null : earliestDue(ctx.records, 'transcript.at'),
      run: () => transcribeNext(ctx),
    },
  ];
}
