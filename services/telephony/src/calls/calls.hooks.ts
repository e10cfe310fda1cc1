import { defaultLanguage, languageCode } from '@crm/contracts/codes/languages.js';
import type { EntryLog } from '@crm/platform/audit/audit-log.js';
import type { TelephonyContext } from '../context.js';
import type { Hook, HookAnswer, HookRoute } from '@crm/domain/carrier/hook-routes.js';
import { saveRecording } from '../recordings/save-recording.js';
import { recordingDetails } from '../recordings/recording-hook.rules.js';
import { languageOf, type CallDoc } from './call.model.js';
import {
  abandonedTwiml,
  announceTwiml,
  farewellTwiml,
  hangUpTwiml,
  playTwiml,
  sayTwiml,
} from './call-twiml.js';
import { addressesOf } from './addresses.js';
import { pauseAtOnce } from './control-call.js';
import { takeHook } from './inbox.js';
import { placeCall } from './place-call.js';

const sorry = 'We are sorry, this call cannot go on.';

/** What somebody hears who answered the dialler when the guide was gone. */
const apology = (ctx: TelephonyContext, call: CallDoc): string =>
  abandonedTwiml({
    to: addressesOf(ctx, call._id),
    agency: ctx.config.agencyName,
    number: call.own_number,
    language: languageOf(call),
  });

/** What they hear after a key: a farewell where they are not called again, else nothing. */
const afterKey = (call: CallDoc): string => (call.farewell ? farewellTwiml(languageOf(call)) : hangUpTwiml());

/** The announcement is in the language that its address says: it waits for no store. */
const announced = ({ params }: Hook): string =>
  announceTwiml(languageCode.safeParse(params['language']).data ?? defaultLanguage);

/** What is left on the machine that the customer's line was sent to. */
const leftOnMachine = ({ voicemailUrl }: CallDoc): string =>
  voicemailUrl === null ? hangUpTwiml() : playTwiml(voicemailUrl);

/** The webhooks of calls themselves. */
export function callHooks(ctx: TelephonyContext, audit: Pick<EntryLog, 'later'>): HookRoute[] {
  const document =
    (answer: (call: CallDoc) => Promise<string> | string) =>
    async (hook: Hook): Promise<HookAnswer> => {
      const call = await takeHook(ctx, hook);
      return call === undefined ? sayTwiml(sorry) : answer(call);
    };
  const silent = async (hook: Hook): Promise<HookAnswer> => {
    await takeHook(ctx, hook);
    return undefined;
  };

  return [
    { path: '/tw/voice/client', handle: (hook) => placeCall(ctx, hook, audit) },
    { path: '/tw/fallback', handle: () => Promise.resolve(sayTwiml(sorry)) },
    { path: '/tw/announce/{cid}/{language}', handle: (hook) => Promise.resolve(announced(hook)) },
    // Of calls that were placed by the version before.
    { path: '/tw/announce/{cid}', handle: (hook) => Promise.resolve(announced(hook)) },
    { path: '/tw/dial/{cid}', handle: document(hangUpTwiml) },
    { path: '/tw/amd/{cid}', handle: silent },
    { path: '/tw/apology/{cid}', handle: document((call) => apology(ctx, call)) },
    { path: '/tw/apology/{cid}/key', handle: document(afterKey) },
    { path: '/tw/drop/{cid}', handle: document(leftOnMachine) },
    { path: '/tw/leg/{cid}/{role}', handle: silent },
    { path: '/tw/conf/{cid}', handle: silent },
    {
      path: '/tw/rec/{cid}',
      handle: async (hook) => {
        const call = await takeHook(ctx, hook);
        if (call !== undefined && hook.fields['RecordingStatus'] === 'in-progress')
          await pauseAtOnce(ctx, call);
        const inputs = recordingDetails(hook.fields);
        if (call === undefined || inputs === undefined) return undefined;
        const recorded = {
          call_id: call._id.toHexString(),
          lead_id: call.lead_id?.toHexString() ?? null,
          lead_name: call.lead_name,
          user_id: call.user_id?.toHexString() ?? null,
          direction: call.direction,
        };
        await saveRecording(ctx, recorded, inputs);
        return undefined;
      },
    },
  ];
}
