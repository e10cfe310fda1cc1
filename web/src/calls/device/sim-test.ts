import type { ConnectionReport, ConnectionTest } from '../../calling/connection-test.js';
import { figuresOf, unmeasured, withSample, type CallSound } from '../call-sound.rules.js';
import { SimDevice, type SimDeviceOptions } from './sim-device.js';

const noAnswer = { code: 31005, message: 'The carrier hung up the test call' };

function reportOf(heard: CallSound): ConnectionReport {
  const figures = figuresOf(heard);
  return {
    sound: figures
      ? { mos: figures.mos, jitter: figures.jitter, rtt: figures.rtt, loss: figures.loss }
      : null,
    edge: 'simulated',
    isRelayed: false,
  };
}

/** The same test call over the simulated carrier; its microphone stays closed, as there is no sound. */
export function startSimTest(token: string, options: SimDeviceOptions): ConnectionTest {
  const device = new SimDevice(token, {
    ...options,
    openMicrophone: () => Promise.resolve(new MediaStream()),
  });
  let heard = unmeasured;
  const report = new Promise<ConnectionReport>((resolve, reject) => {
    let isAnswered = false;
    device.on('error', reject);
    const call = device.connect({ params: {} });
    call.then((made) => {
      made.on('accept', () => {
        isAnswered = true;
      });
      made.on('sample', (sample) => {
        heard = withSample(heard, sample);
      });
      made.on('error', reject);
      made.on('disconnect', () => {
        if (isAnswered) resolve(reportOf(heard));
        else reject(Object.assign(new Error(noAnswer.message), noAnswer));
      });
    }, reject);
  });
  const over = () => {
    device.destroy();
  };
  report.then(over, over);
  return { report, stop: over };
}
