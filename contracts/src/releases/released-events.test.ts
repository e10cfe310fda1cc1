import { events } from '../bus/events.js';
import { incompatibilities } from './event-fixture.rules.js';
import { releasedEvents } from './released-fixtures.js';

test.each(releasedEvents().map((fixture) => [fixture.type, fixture] as const))(
  '%s can be rolled out beside the last release',
  (type, fixture) => {
    expect(
      incompatibilities(
        fixture,
        events.find((spec) => spec.type === type),
      ),
    ).toEqual([]);
  },
);
