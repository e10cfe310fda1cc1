import Sequencer from '@jest/test-sequencer';

// Suites on a real broker wait for most of their time: begun last they would be all that is still running.
const waitsLong = ({ path }) => path.endsWith('.infra.test.ts');

/** Jest's own order (what failed, then what took long, then what is large), but those that wait run beside the others. */
export default class WaitingFirst extends Sequencer {
  sort(tests) {
    return super.sort(tests).sort((one, other) => Number(waitsLong(other)) - Number(waitsLong(one)));
  }
}
