import { Device, PreflightTest } from '@twilio/voice-sdk';
import type { ConnectionReport, ConnectionTest, TestManner } from '../../calling/connection-test.js';
import { codecPreferences, edges } from './twilio-device.js';

/** What of the provider's report a person is told. */
export function reportOf({
  stats,
  totals,
  edge,
  isTurnRequired,
}: Pick<PreflightTest.Report, 'stats' | 'totals' | 'edge' | 'isTurnRequired'>): ConnectionReport {
  return {
    // Without a single score nothing came through. What a browser does not measure is not a number.
    sound:
      stats && Number.isFinite(stats.mos.average)
        ? {
            mos: stats.mos.average,
            jitter: stats.jitter.average,
            rtt: stats.rtt.average || 0,
            loss: totals?.packetsLostFraction ?? 0,
          }
        : null,
    edge: edge ?? null,
    isRelayed: isTurnRequired === true,
  };
}

/** Makes the provider's own test call, over the site that calls try first. */
export function startTwilioTest(token: string, { isAudible }: TestManner): ConnectionTest {
  const test = Device.runPreflight(token, {
    codecPreferences,
    edge: edges[0],
    // Plays a file of the provider's into the call instead of the microphone, and nothing on the speaker.
    fakeMicInput: !isAudible,
  });
  const report = new Promise<ConnectionReport>((resolve, reject) => {
    test.on(PreflightTest.Events.Completed, (measured: PreflightTest.Report) => {
      resolve(reportOf(measured));
    });
    test.on(PreflightTest.Events.Failed, reject);
  });
  return {
    report,
    stop: () => {
      test.stop();
    },
  };
}
