import { createMemoryBus } from '../bus/memory-bus.js';
import { describeWay } from './event-flow-suite.js';

describeWay('the way of an event in one process', async () => {
  const bus = createMemoryBus();
  return { bus, close: () => bus.close() };
});
