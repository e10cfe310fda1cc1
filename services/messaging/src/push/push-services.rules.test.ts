import { isPushService } from './push-services.rules.js';

const services = ['https://fcm.googleapis.com', 'https://*.push.apple.com'];

test.each([
  ['https://fcm.googleapis.com/fcm/send/a', true],
  ['https://web.push.apple.com/Qx', true],
  ['http://fcm.googleapis.com/fcm/send/a', false],
  ['https://fcm.googleapis.com:8443/a', false],
  ['https://fcm.googleapis.com.example.com/a', false],
  ['https://push.apple.com.example.com/a', false],
  ['https://xpush.apple.com/a', false],
  [`https://${['user', 'word'].join(':')}@fcm.googleapis.com/a`, false],
  ['http://169.254.169.254/latest/meta-data', false],
  ['nothing', false],
])('%s: %p', (endpoint, isKnown) => {
  expect(isPushService(endpoint, services)).toBe(isKnown);
});
