import twilio from 'twilio';
import { startTelephony, type TelephonyServer } from '../test/telephony-server.js';

const [today, tomorrow] = ['the token of today in tests', 'the token of tomorrow in tests'];
const hex = (letter: string) => letter.repeat(32);

let server: TelephonyServer;
beforeAll(async () => {
  server = await startTelephony({
    TELEPHONY_MODE: 'twilio',
    PUBLIC_BASE_URL: 'https://calls.example.com',
    TWILIO_ACCOUNT_SID: `AC${hex('a')}`,
    TWILIO_AUTH_TOKEN: `${today},${tomorrow}`,
    TWILIO_API_KEY: `SK${hex('b')}`,
    TWILIO_API_SECRET: 'the secret of the key in tests',
    TWILIO_TWIML_APP_SID: `AP${hex('c')}`,
  });
});
afterAll(() => server.stop());

test.each([
  ['of today', 200, today],
  ['of tomorrow', 200, tomorrow],
  ['of yesterday', 403, 'the token of yesterday in tests'],
])(
  'while the carrier’s token is exchanged, a webhook signed with the one %s is answered %d',
  async (_which, status, token) => {
    const [path, fields] = ['/tw/fallback', { CallSid: `CA${hex('d')}` }];
    const signature = twilio.getExpectedTwilioSignature(token, `https://calls.example.com${path}`, fields);
    expect((await server.hook(path, fields, { 'x-twilio-signature': signature })).status).toBe(status);
  },
);
