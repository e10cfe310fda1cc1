import { createMemoryBus } from '../bus/memory-bus.js';
import { describeWay } from './way-of-an-event-suite.js';

describeWay('the way of an event in one process', async () => {
  const bus = createMemoryBus();
  return { bus, close: () => bus.close() };
});
