import type { ConnectionTest, TestManner } from '../calling/connection-test.js';
import type { DeviceGrant } from './device/create-device.js';
import type { RunTest } from './device/run-test.js';

/** Far longer than a test call takes: then its sound does not come through. */
const longestMs = 45_000;

const stopped = () => new Error('The test was stopped');
const tooLong = () => Object.assign(new Error('The test took too long'), { code: 53405 });

/** Fetches a token and makes a test call with it; stopped, also before it has begun, it reports nothing. */
export function startConnectionTest(
  { fetchToken, runTest }: { fetchToken: () => Promise<DeviceGrant>; runTest: RunTest },
  manner: TestManner,
): ConnectionTest {
  let running: ConnectionTest | undefined;
  let isStopped = false;
  const wasStopped = () => isStopped;
  const stop = () => {
    isStopped = true;
    running?.stop();
  };
  const measure = async () => {
    const grant = await fetchToken();
    if (wasStopped()) throw stopped();
    running = await runTest(grant, manner);
    // Stopped while its chunk was loading.
    if (wasStopped()) {
      running.stop();
      throw stopped();
    }
    return running.report;
  };
  const report = new Promise<Awaited<ReturnType<typeof measure>>>((resolve, reject) => {
    const limit = setTimeout(() => {
      stop();
      reject(tooLong());
    }, longestMs);
    measure()
      .then(resolve, reject)
      .finally(() => {
        clearTimeout(limit);
      });
  });
  return { report, stop };
}
