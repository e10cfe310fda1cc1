import Sequencer from '@jest/test-sequencer';

// Suites on a real broker mostly wait: if started last, they would delay the end of the run.
const waitsLong = ({ path }) => path.endsWith('.infra.test.ts');

/** Jest's own order (failed, slow, large first), but waiting suites run beside others. */
export default class WaitingFirst extends Sequencer {
  sort(tests) {
    return super.sort(tests).sort((one, other) => Number(waitsLong(other)) - Number(waitsLong(one)));
  }
}
