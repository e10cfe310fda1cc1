import { abandonedTwiml } from './call-twiml.js';

test('whom no guide takes hears who called, that it was to sell, and where to call, and nothing else', () => {
  expect(abandonedTwiml({ agency: 'Juniper & Sons', number: '+12145550199' })).toContain(
    '<Say>This is Juniper &amp; Sons, with a telemarketing call. Nobody is free at the moment. To reach us, or to ask not to be called again, please call 2 1 4, 5 5 5, 0 1 9 9. Good bye.</Say><Hangup/>',
  );
});
