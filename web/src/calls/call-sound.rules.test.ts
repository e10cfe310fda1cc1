import { qualityFigures } from '@crm/contracts/entities/call-quality.js';
import { figuresOf, unmeasured, withSample } from './call-sound.rules.js';
import type { VoiceSample } from './device/voice-device.js';

const sample = (mos: number | null, given: Partial<VoiceSample> = {}, loss = 0): VoiceSample => ({
  ...{ mos, jitter: 5, rtt: 60, totals: { packetsLostFraction: loss } },
  ...given,
});
const measured = (...samples: VoiceSample[]) => figuresOf(samples.reduce(withSample, unmeasured));

test('a call is averaged over its seconds, with the worst of them and what was lost in all', () => {
  const figures = measured(
    sample(null, { jitter: 900 }),
    sample(4, { jitter: 5, rtt: 60 }, 0.5),
    sample(3.01, { jitter: 40, rtt: 90 }, 1.333),
    sample(4.4, { jitter: 0 }, 1.204),
  );
  expect(figures).toEqual({
    ...{ samples: 3, mos: 3.8, worst_mos: 3.01, jitter: 15, worst_jitter: 40 },
    ...{ loss: 1.2, rtt: 67.5, worst_rtt: 90 },
  });
  expect(qualityFigures.parse(figures)).toEqual(figures);
});

test('one too short to be measured has no figures', () => {
  expect(measured()).toBeUndefined();
  expect(measured(sample(null), sample(Number.NaN))).toBeUndefined();
});

test('what a browser leaves out or makes up is not sent', () => {
  const figures = measured({ mos: 0.9, jitter: 5, totals: { packetsLostFraction: Number.NaN } });
  expect(figures).toMatchObject({ mos: 1, worst_mos: 1, rtt: 0, loss: 0 });
});
