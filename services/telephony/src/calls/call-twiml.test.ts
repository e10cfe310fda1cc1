import { Types } from 'mongoose';
import { addressesOf } from './addresses.js';
import { abandonedTwiml, announceTwiml, farewellTwiml } from './call-twiml.js';

test('whom no guide takes hears who called, that it was to sell, and where to call and which key to press, and nothing else', () => {
  const to = addressesOf({ config: { publicBaseUrl: 'https://x.example' } }, new Types.ObjectId());
  expect(abandonedTwiml({ to, agency: 'Juniper & Sons', number: '+12145550199', language: 'en' })).toContain(
    `<Response><Gather input="dtmf" numDigits="1" finishOnKey="" timeout="5" action="${to.noMoreCalls}"><Say>This is Juniper &amp; Sons, with a telemarketing call. Nobody is free at the moment. To reach us, or to ask not to be called again, please call 2 1 4, 5 5 5, 0 1 9 9. Or press 9 now, and we will not call you again.</Say></Gather><Hangup/></Response>`,
  );
});

test('who speaks Spanish hears Spanish by a voice of that language', () => {
  const say = '<Say language="es-US" voice="Polly.Lupe">';
  const to = addressesOf({ config: { publicBaseUrl: 'https://x.example' } }, new Types.ObjectId());
  expect(farewellTwiml('es')).toContain(`${say}Hemos eliminado su número de nuestra lista.`);
  expect(announceTwiml('es')).toContain(`${say}Esta llamada se graba con fines de calidad`);
  expect(abandonedTwiml({ to, agency: 'Juniper', number: '+12145550199', language: 'es' })).toContain(
    `${say}Le llama Juniper. Esta es una llamada de telemercadeo.`,
  );
});
